import { Button } from '../../../kit/Button.tsx'
import { outbox } from '../../../offline/outbox.ts'
import { useFieldDraft } from '../../../offline/use-field-draft.ts'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../kit/toasts.tsx'
import { Comments } from './Fields.tsx'
import css from '../phone.module.css'
import { Sheet } from '../../../kit/Dialog.tsx'
import { useOnce } from '../use-once.ts'
import type { Work } from '../work.ts'

/** Note for the technician's operator, stored with the intervention. */
export function NoteSheet({ work, close }: { work: Work; close: () => void }) {
  const { typed, type, sent } = useFieldDraft(work.id, 'note', { text: '' })
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
        <Button size="glove" onClick={close}>
          {text('app.cancel')}
        </Button>
        <Button kind="main" size="glove" busy={busy} onClick={keep}>
          {text('tech.note.keep')}
        </Button>
      </div>
    </Sheet>
  )
}
