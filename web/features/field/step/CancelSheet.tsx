import { useNavigate } from '@tanstack/react-router'
import { outbox } from '../../../offline/outbox.ts'
import { useFieldDraft } from '../../../offline/use-field-draft.ts'
import { hourText, isDay } from '../../../ui/form/days.ts'
import { DayInput, HourInput } from '../../../ui/form/moment-inputs.tsx'
import { formatDate } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { Field } from './Fields.tsx'
import fields from './fields.module.css'
import { leaveReasons, reasonSentence, type Why } from '../leave-reasons.ts'
import { rememberNext, verdictPath, type NextBox } from '../paths.ts'
import css from '../phone.module.css'
import { ReasonSheet } from '../ReasonSheet.tsx'
import { useReasons } from '../use-reasons.ts'
import type { Work } from '../work.ts'

interface CancelProps {
  work: Work
  /** Cancelled, stopped without a usable port, or no access to the box. */
  why?: Why
  /** Preselected reason. */
  code?: string
  comments?: string
  /** Box in which the work continues. */
  next?: NextBox
  /** Runs before cancelling: saves the open step. */
  first?: () => Promise<void>
  close: () => void
}

interface Agreed {
  day: string
  hour: string
}

/** Typed day and hour as text; unreadable values stay as typed, for the people who read the note. */
const agreedText = ({ day, hour }: Agreed): string =>
  [isDay(day) ? formatDate(`${day}T12:00`) : day, hourText(hour)].filter((part) => part !== '').join(', ')

/** Asks for a reason and cancels: the server reads the neighbours before the technician leaves. */
export function CancelSheet({ work, why = 'cancel', next, first, close, ...known }: CancelProps) {
  const { typed, type, sent } = useFieldDraft(work.id, 'visit', { day: '', hour: '' })
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
        const reason = reasonSentence(chosen, comments, agreed)
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

/** Agreed day and hour of the next visit. */
function Visit({ day, hour, choose }: Agreed & { choose: (part: Partial<Agreed>) => void }) {
  return (
    <Field name="visit" label={text('tech.leave.visit')}>
      <div className={`flex wrap gap-6 ${fields.pair}`}>
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
