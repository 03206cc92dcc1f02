import { useSession } from '../../api/session.ts'
import { pending } from '../../offline/operation.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { pendingWords } from './pending-words.ts'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'

/** Before somebody leaves with work unsent: what waits, and that it waits for him. */
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
        <button type="button" className={`${css.second} ${css.whole}`} onClick={signOut}>
          {text('shell.sign_out')}
        </button>
        <button type="button" className={css.main} onClick={close}>
          {text('tech.leave.stay')}
        </button>
      </div>
    </Sheet>
  )
}
