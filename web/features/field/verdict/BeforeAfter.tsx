import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import { compared, withPreexistingDark, withWorkedDark } from '@hilo/domain/port-look.ts'
import { FaceplateMini } from '../box/FaceplateMini.tsx'
import { isHarmed, isWeaker, type Report } from './report.ts'
import { formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { toneClass } from '../LookSign.tsx'
import { boxSize } from '../box/box.ts'
import { litWords } from './lit-words.ts'
import css from './verdict.module.css'

/** The box before and after, side by side. */
export function BeforeAfter({ report, mine }: { report: Report; mine: number | null }) {
  const { before, after } = report
  const lines = withWorkedDark(report.diff, mine, before?.items)
  const was = withPreexistingDark(before?.items ?? [], lines)
  const marked = compared(after?.items ?? [], lines)
  const total = boxSize(Math.max(1, ...[...was, ...marked].map(({ port }) => port)))
  const dark = report.diff.filter(isHarmed).length
  const weaker = report.diff.filter(isWeaker)
  const weak = weaker.length
  const tone = dark > 0 ? 'danger' : (weaker.map((one) => neighbourLook(one).color).toSorted()[0] ?? 'success')
  const words = () => {
    if (dark > 0 && weak > 0) return text('tech.pair.dark_weak', { dark, count: weak })
    if (dark > 0) return text('tech.pair.dark', { count: dark })
    if (weak > 0) return text('tech.pair.weak', { count: weak })
    return litWords(marked, mine)
  }
  return (
    <div className={css.pair}>
      <div>
        <h2 className="flex between gap-6 hand-m nowrap mb-6">
          {text('choice.phase.before')} <span className="ink-note">{before && formatTime(before.taken_at)}</span>
        </h2>
        <FaceplateMini ports={was} total={total} mine={mine} />
        <p className="hand-m mt-4">{litWords(was, mine)}</p>
      </div>
      <div>
        <h2 className="flex between gap-6 hand-m nowrap mb-6">
          {text(report.frozen_at === null ? 'tech.now' : 'choice.phase.after')}{' '}
          <span className="ink-note">{after && formatTime(after.taken_at)}</span>
        </h2>
        <FaceplateMini ports={marked} total={total} mine={mine} />
        <p className={`hand-m ${toneClass[tone]} mt-4`}>
          <strong>{words()}</strong>
        </p>
      </div>
    </div>
  )
}
