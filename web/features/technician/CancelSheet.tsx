import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { outbox } from '../../offline/outbox.ts'
import { text } from '../../ui/text.ts'
import { Comments, Hint } from './Fields.tsx'
import { verdictPath } from './paths.ts'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { useOnce } from './use-once.ts'
import type { Work } from './work.ts'

/** Characters that a reason to cancel takes. */
const least = 5

/** Asks why, and cancels: the neighbours are read before the box is left. */
export function CancelSheet({ work, reason: known = '', close }: { work: Work; reason?: string; close: () => void }) {
  const [reason, setReason] = useState(known)
  const navigate = useNavigate()
  const short = reason.trim().length < least
  const { busy, run } = useOnce(async () => {
    await outbox.enqueue({ path: 'admin_vno/events/cancel', query: { event_id: work.id, reason: reason.trim() } })
    close()
    void navigate({ to: verdictPath(work) })
  })
  const cancel = () => (short ? document.querySelector<HTMLElement>('dialog textarea')?.focus() : void run())
  return (
    <Sheet title={text('tech.cancel.title')} close={close}>
      <p className={css.note} style={{ marginBottom: 14 }}>
        {text('tech.cancel.text')}
      </p>
      <Comments
        name="reason"
        label={text('tech.cancel.reason')}
        value={reason}
        change={setReason}
        hint={short && <Hint>{text('tech.reason.least', { least })}</Hint>}
      />
      <div className={css.row}>
        <button type="button" className={css.second} onClick={close}>
          {text('tech.cancel.no')}
        </button>
        <button type="button" className={css.main} aria-busy={busy} onClick={cancel}>
          {text('tech.cancel')}
        </button>
      </div>
    </Sheet>
  )
}
