import { Button } from '../../../kit/Button.tsx'
import { outbox } from '../../../offline/outbox.ts'
import { useFieldDraft } from '../../../offline/use-field-draft.ts'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../kit/toasts.tsx'
import { Comments, Hint } from '../step/Fields.tsx'
import css from '../phone.module.css'
import { Sheet } from '../../../kit/Dialog.tsx'
import { useOnce } from '../use-once.ts'
import type { Work } from '../work.ts'

/** Minimum length of the reason, in characters. */
const least = 10

/** Asks the supervisor to approve the closing as it is; the neighbour's case stays open either way. */
export function PermissionSheet({ work, close }: { work: Work; close: () => void }) {
  const { typed, type, sent } = useFieldDraft(work.id, 'permission', { reason: '' })
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
        <Button size="glove" onClick={close}>
          {text('app.cancel')}
        </Button>
        <Button kind="main" size="glove" busy={busy} onClick={ask}>
          {text('tech.permission.ask')}
        </Button>
      </div>
    </Sheet>
  )
}
