import { verdictLook } from '@hilo/domain/neighbour-look.ts'
import { processState } from '@hilo/domain/status.ts'
import { pending } from '../../../offline/operation.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import { Link } from '@tanstack/react-router'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { stateLook } from '../../../ui/shapes/state-shape.ts'
import { shortText, text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { LookSign, toneClass } from '../LookSign.tsx'
import { RowTime } from './RowTime.tsx'
import { StateSign } from '../StateSign.tsx'
import { pastPath, stepPath, stepToGoOn, verdictPath } from '../paths.ts'
import phone from '../phone.module.css'
import css from './today.module.css'
import { isCancelled, isUnderWay, type Work } from '../work.ts'

/** Path of an intervention: the step to resume, or the result once finished. */
export function pathOf(work: Work): string {
  const { created, iddle, creating, wronglyCreated } = processState.is
  const going: number[] = [created, iddle, creating, wronglyCreated]
  return isUnderWay(work) && going.includes(work.process_state) ? stepPath(work, stepToGoOn(work)) : verdictPath(work)
}

/** Verdict of a closed intervention, otherwise its state. A cancelled intervention shows its state, even with a clean verdict. */
export function WorkBadge({ work, box = false }: { work: Work; box?: boolean }) {
  const { verdict } = work.neighbours
  if (verdict !== null && !isUnderWay(work) && !isCancelled(work)) {
    const look = verdictLook(verdict)
    return (
      <span className={`${css.badge} ${toneClass[look.color] ?? ''}`}>
        <LookSign look={look} size={18} />
        {text(look.label)}
      </span>
    )
  }
  const status = processState.of(work.process_state)
  if (status === undefined) return null
  const look = stateLook('process_state', status)
  return (
    <span className={css.badge} data-box={box || undefined}>
      <Shape kind={look.shape} tone={look.tone} size={16} />
      {shortText(status.label)}
    </span>
  )
}

/** Intervention in a list: time, kind, place, state, and whether parts of it are unsent. */
export function WorkRow({ work, day = false, past = false }: { work: Work; day?: boolean; past?: boolean }) {
  const unsent = pending(useOutbox()).some(({ group }) => group === String(work.id))
  const at = work.started_at ?? work.created_at
  return (
    <li>
      <Link className={css.row} to={past && !isUnderWay(work) ? pastPath(work) : pathOf(work)}>
        <RowTime at={at} day={day} />
        <span className="grow shrink">
          <span className={css.top}>
            {work.work_kind && text(`choice.work_kind.${work.work_kind}`)}
            {unsent ? (
              <span className={`${css.badge} ${phone.warn}`}>
                <StateSign level="aviso" size={18} />
                {text('tech.today.unsent')}
              </span>
            ) : (
              <WorkBadge work={work} />
            )}
          </span>
          <span className={phone.note}>
            {labelOf(work.cto.code)}
            {work.port_number !== null && `, ${text('list.port', { number: work.port_number })}`}
          </span>
        </span>
        <IconChevronRight size={24} stroke={2} aria-hidden />
      </Link>
    </li>
  )
}
