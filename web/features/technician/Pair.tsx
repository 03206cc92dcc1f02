import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import { compared, withDarkBefore } from '../../ui/faceplate/compared.ts'
import { FaceplateMini } from './FaceplateMini.tsx'
import { isHarmed, type Report } from './report.ts'
import { formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { toneClass } from './LookSign.tsx'
import { boxSize } from './box.ts'
import { litCount } from './use-neighbours.ts'
import css from './verdict.module.css'

/** The box before and now, side by side. */
export function Pair({ report, mine }: { report: Report; mine: number | null }) {
  const { before, after } = report
  const was = withDarkBefore(before?.items ?? [], report.diff)
  const marked = compared(after?.items ?? [], report.diff)
  const total = boxSize(Math.max(1, ...[...was, ...marked].map(({ port }) => port)))
  const dark = report.diff.filter(isHarmed).length
  const weaker = report.diff.filter((one) => one.class === 'degradado')
  const weak = weaker.length
  const tone = dark > 0 ? 'danger' : (weaker.map((one) => neighbourLook(one).color).toSorted()[0] ?? 'success')
  const lit = litCount(marked, null)
  const own = mine !== null && lit > litCount(marked, mine)
  const words = () => {
    if (dark > 0 && weak > 0) return text('tech.pair.dark_weak', { dark, count: weak })
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
        <FaceplateMini ports={was} total={total} mine={mine} />
        <p>{text('tech.lit', { count: litCount(was, mine) })}</p>
      </div>
      <div>
        <h2>
          {text('tech.now')} <span>{after && formatTime(after.taken_at)}</span>
        </h2>
        <FaceplateMini ports={marked} total={total} mine={mine} />
        <p className={toneClass[tone]}>
          <strong>{words()}</strong>
        </p>
      </div>
    </div>
  )
}
