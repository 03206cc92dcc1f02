import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { outbox } from '../../offline/outbox.ts'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Choice, Comments, Field, Hint } from './Fields.tsx'
import fields from './fields.module.css'
import { leaveReasons, reasonGap, sayReason, type Why } from './leave-reasons.ts'
import { rememberNext, verdictPath, type NextBox } from './paths.ts'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { useOnce } from './use-once.ts'
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

/** Asks why, and cancels: the neighbours are read before the box is left. */
export function CancelSheet({ work, why = 'cancel', next, first, close, ...known }: CancelProps) {
  const [code, setCode] = useState(known.code ?? null)
  const [comments, setComments] = useState(known.comments ?? '')
  const [visit, setVisit] = useState('')
  const reasons = leaveReasons(why, useReasons())
  const chosen = reasons.find((one) => one.code === code)
  const gap = reasonGap(chosen, comments)
  const navigate = useNavigate()
  const { busy, run } = useOnce(async () => {
    await first?.()
    const agreed = visit === '' ? null : text('tech.leave.visit.agreed', { at: formatDateTime(visit) })
    const reason = sayReason(chosen, comments, agreed)
    await outbox.enqueue({ path: 'admin_vno/events/cancel', query: { event_id: work.id, reason } })
    if (next) rememberNext(work.id, next)
    close()
    void navigate({ to: verdictPath(work) })
  })
  const press = () => {
    if (gap === null) return void run()
    document.querySelector<HTMLElement>(`dialog [data-field="${gap}"] :is(input, textarea)`)?.focus()
  }
  return (
    <Sheet title={text(`tech.leave.${why}`)} close={close}>
      <Choice
        name="reason"
        label={text('tech.cancel.reason')}
        columns={reasons.length > 4 ? 2 : 1}
        options={reasons.map((one) => ({ value: one.code, label: one.name }))}
        value={code}
        choose={setCode}
      />
      <Comments
        name="comments"
        label={text('tech.leave.comments')}
        value={comments}
        change={setComments}
        hint={gap === 'comments' && <Hint>{text('tech.leave.least')}</Hint>}
      />
      {work.service_order_id !== null && why === 'no_access' && <Visit at={visit} choose={setVisit} />}
      <ol className={css.next}>
        <li>{text('tech.leave.then.neighbours')}</li>
        <li>{text(work.service_order_id === null ? 'tech.leave.then.closed' : 'tech.leave.then.order')}</li>
        {next && <li>{text('tech.leave.then.next', { label: next.code })}</li>}
      </ol>
      <div className={css.row}>
        <button type="button" className={css.second} onClick={close}>
          {text('tech.cancel.no')}
        </button>
        <button type="button" className={css.main} aria-busy={busy} onClick={press}>
          {text(gap === null ? `tech.leave.${why}.yes` : 'tech.act.fill')}
        </button>
      </div>
    </Sheet>
  )
}

/** When the customer expects the next visit, where that has been agreed. */
function Visit({ at, choose }: { at: string; choose: (at: string) => void }) {
  return (
    <Field name="visit" label={text('tech.leave.visit')}>
      <input
        className={fields.input}
        type="datetime-local"
        aria-label={text('tech.leave.visit')}
        value={at}
        onChange={({ target }) => choose(target.value)}
      />
    </Field>
  )
}
