import { useNavigate } from '@tanstack/react-router'
import { outbox } from '../../offline/outbox.ts'
import { useTyped } from '../../offline/use-typed.ts'
import { hourText, isDay } from '../../ui/form/days.ts'
import { DayInput, HourInput } from '../../ui/form/moment-inputs.tsx'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Field } from './Fields.tsx'
import fields from './fields.module.css'
import { leaveReasons, sayReason, type Why } from './leave-reasons.ts'
import { rememberNext, verdictPath, type NextBox } from './paths.ts'
import css from './phone.module.css'
import { ReasonSheet } from './ReasonSheet.tsx'
import { useReasons } from './use-reasons.ts'
import type { Work } from './work.ts'

interface CancelProps {
  work: Work
  /** Given up, left without a port, or never got in. */
  why?: Why
  /** The reason known already. */
  code?: string
  comments?: string
  /** Where the work goes on. */
  next?: NextBox
  /** Before it is cancelled: what the open step holds is kept. */
  first?: () => Promise<void>
  close: () => void
}

interface Agreed {
  day: string
  hour: string
}

/** For the people who read it: what could not be read as a day or an hour stays in the technician's words. */
const agreedText = ({ day, hour }: Agreed): string =>
  [isDay(day) ? formatDate(`${day}T12:00`) : day, hourText(hour)].filter((part) => part !== '').join(', ')

/** Asks why, and cancels: the neighbours are read before the box is left. */
export function CancelSheet({ work, why = 'cancel', next, first, close, ...known }: CancelProps) {
  const { typed, type, sent } = useTyped(work.id, 'visit', { day: '', hour: '' })
  const reasons = leaveReasons(why, useReasons())
  const navigate = useNavigate()
  return (
    <ReasonSheet
      title={text(`tech.leave.${why}`)}
      kept={[work.id, `leave.${why}.${known.code ?? ''}`]}
      reasons={reasons}
      yes={text(`tech.leave.${why}.yes`)}
      send={async (chosen, comments) => {
        await first?.()
        const at = agreedText(typed)
        const agreed = at === '' ? null : text('tech.leave.visit.agreed', { at })
        const reason = sayReason(chosen, comments, agreed)
        await outbox.enqueue({ path: 'admin_vno/events/cancel', query: { event_id: work.id, reason } })
        await sent()
        if (next) rememberNext(work.id, next)
        close()
        void navigate({ to: verdictPath(work) })
      }}
      close={close}
      {...known}
    >
      {work.service_order_id !== null && why === 'no_access' && <Visit {...typed} choose={type} />}
      <ol className={css.next}>
        <li>{text('tech.leave.then.neighbours')}</li>
        <li>{text(work.service_order_id === null ? 'tech.leave.then.closed' : 'tech.leave.then.order')}</li>
        {next && <li>{text('tech.leave.then.next', { label: next.code })}</li>}
      </ol>
    </ReasonSheet>
  )
}

/** When the customer expects the next visit, where that has been agreed. */
function Visit({ day, hour, choose }: Agreed & { choose: (part: Partial<Agreed>) => void }) {
  return (
    <Field name="visit" label={text('tech.leave.visit')}>
      <div className={fields.pair}>
        <DayInput
          className={fields.input}
          aria-label={text('tech.leave.visit.day')}
          value={day}
          onChange={(chosen) => choose({ day: chosen })}
        />
        <HourInput
          className={fields.input}
          aria-label={text('tech.leave.visit.hour')}
          value={hour}
          onChange={(chosen) => choose({ hour: chosen })}
        />
      </div>
    </Field>
  )
}
