import { outbox } from '../../offline/outbox.ts'
import { useTyped } from '../../offline/use-typed.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { Comments } from './Fields.tsx'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { useOnce } from './use-once.ts'
import type { Work } from './work.ts'

/** A note for one's own operator, kept with the intervention. */
export function NoteSheet({ work, close }: { work: Work; close: () => void }) {
  const { typed, type, sent } = useTyped(work.id, 'note', { text: '' })
  const written = typed.text.trim()
  const { busy, run } = useOnce(async () => {
    await outbox.enqueue({ path: 'admin_vno/notes/create', query: { event_id: work.id, text: written } })
    await sent()
    toast.success(text('tech.note.kept'))
    close()
  })
  const keep = () => (written === '' ? document.querySelector<HTMLElement>('dialog textarea')?.focus() : void run())
  return (
    <Sheet title={text('tech.note')} close={close}>
      <Comments name="note" label={text('tech.note.label')} value={typed.text} change={(text) => type({ text })} />
      <div className={css.row}>
        <button type="button" className={css.second} onClick={close}>
          {text('app.cancel')}
        </button>
        <button type="button" className={css.main} aria-busy={busy} onClick={keep}>
          {text('tech.note.keep')}
        </button>
      </div>
    </Sheet>
  )
}
