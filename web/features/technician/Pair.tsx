import { FaceplateMini } from './FaceplateMini.tsx'
import type { Report } from './report.ts'
import { formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { boxSize } from './box.ts'
import { litCount } from './use-neighbours.ts'
import css from './verdict.module.css'
import phone from './phone.module.css'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'

/** The box before and now, side by side. */
export function Pair({ report, mine }: { report: Report; mine: number | null }) {
  const { before, after } = report
  const items = (of: Report['before']): FaceplatePort[] => of?.items ?? []
  const total = boxSize(Math.max(1, ...[...items(before), ...items(after)].map(({ port }) => port)))
  const marked = items(after).map((port) => ({
    ...port,
    class: report.diff.find((one) => one.port === port.port)?.class,
  }))
  const dark = report.diff.filter((one) => one.class === 'desconectado' || one.class === 'movido').length
  const weak = report.diff.filter((one) => one.class === 'degradado').length
  const lit = litCount(marked, null)
  const own = mine !== null && lit > litCount(marked, mine)
  const words = () => {
    if (dark > 0 && weak > 0) return text('tech.pair.dark_weak', { dark, weak })
    if (dark > 0) return text('tech.pair.dark', { count: dark })
    if (weak > 0) return text('tech.pair.weak', { count: weak })
    return text(own ? 'tech.pair.own' : 'tech.lit', { count: lit })
  }
  return (
    <div className={css.pair}>
      <div>
        <h2>
          {text('choice.phase.before')} <span>{before && formatTime(before.taken_at)}</span>
        </h2>
        <FaceplateMini ports={items(before)} total={total} mine={mine} />
        <p>{text('tech.lit', { count: litCount(items(before), mine) })}</p>
      </div>
      <div>
        <h2>
          {text('tech.now')} <span>{after && formatTime(after.taken_at)}</span>
        </h2>
        <FaceplateMini ports={marked} total={total} mine={mine} />
        <p className={dark + weak > 0 ? phone.bad : phone.good}>
          <strong>{words()}</strong>
        </p>
      </div>
    </div>
  )
}
