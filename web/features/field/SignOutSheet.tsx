import { useSession } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { pending } from '../../offline/operation.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { pendingWords } from './pending/pending-words.ts'
import css from './phone.module.css'
import { Sheet } from '../../kit/Dialog.tsx'

/** Confirms signing out with unsent work: lists it, and explains that it stays on the device for the same person. */
export function SignOutSheet({ close, signOut }: { close: () => void; signOut: () => void }) {
  const operations = useOutbox()
  const { info } = useSession()
  const count = pending(operations).length
  return (
    <Sheet title={text('tech.leave.title', { count })} close={close}>
      <p className={css.heading}>{pendingWords(operations)}</p>
      <p className={css.note} style={{ margin: '8px 0 4px' }}>
        {text('tech.leave.text', { name: info.user.name })}
      </p>
      <div className={css.row}>
        <Button size="glove" className={css.whole} onClick={signOut}>
          {text('shell.sign_out')}
        </Button>
        <Button kind="main" size="glove" onClick={close}>
          {text('tech.leave.stay')}
        </Button>
      </div>
    </Sheet>
  )
}
