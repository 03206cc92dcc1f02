import { outbox } from '../../offline/outbox.ts'
import { useTyped } from '../../offline/use-typed.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { Comments, Hint } from './Fields.tsx'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { useOnce } from './use-once.ts'
import type { Work } from './work.ts'

/** Characters that a reason to ask for permission takes. */
const least = 10

/** Asks the supervisor to let the work close as it is; the case of the neighbour stays open whatever he says. */
export function PermissionSheet({ work, close }: { work: Work; close: () => void }) {
  const { typed, type, sent } = useTyped(work.id, 'permission', { reason: '' })
  const { reason } = typed
  const short = reason.trim().length < least
  const { busy, run } = useOnce(async () => {
    const query = { event_id: work.id, reason: reason.trim() }
    await outbox.enqueue({ path: 'admin_vno/events/override/request', query })
    await sent()
    toast.success(text('tech.permission.sent'))
    close()
  })
  const ask = () => (short ? document.querySelector<HTMLElement>('dialog textarea')?.focus() : void run())
  return (
    <Sheet title={text('tech.permission')} close={close}>
      <p className={css.note} style={{ marginBottom: 14 }}>
        {text('tech.permission.text')}
      </p>
      <Comments
        name="reason"
        label={text('tech.permission.reason')}
        value={reason}
        change={(reason) => type({ reason })}
        hint={short && <Hint>{text('tech.reason.least', { least })}</Hint>}
      />
      <div className={css.row}>
        <button type="button" className={css.second} onClick={close}>
          {text('app.cancel')}
        </button>
        <button type="button" className={css.main} aria-busy={busy} onClick={ask}>
          {text('tech.permission.ask')}
        </button>
      </div>
    </Sheet>
  )
}
