import { useId, useRef, useState, type FormEvent } from 'react'
import { send as fetchFile } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button, LabelButton } from '../../kit/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { saveFile } from '../download/save-file.ts'
import './notes.css'

const path = 'admin_vno/notes/get'

async function saveAttachment({ id, name }: { id: number; name: string }): Promise<void> {
  try {
    const response = await fetchFile('files/download', { file_id: id, disposition: 'attachment' })
    saveFile(await response.blob(), name)
  } catch (error) {
    toast.error(problemText(error))
  }
}

function NewNote({ eventId }: { eventId: number }) {
  const id = useId()
  const { send, sending, problem } = useSend('admin_vno/notes/create')
  const [written, setWritten] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(written.trim() === '')
    if (written.trim() === '') return
    const sent = await send({ event_id: eventId, text: written.trim() }, file ? { files: { file } } : {})
    if (!sent?.answer) return
    setWritten('')
    setFile(null)
    if (chooser.current) chooser.current.value = ''
    toast.success(text('notes.done'))
    void queryClient.invalidateQueries({ queryKey: [path] })
  }
  const wrong = missing ? text('notes.missing') : problem
  return (
    <form className="hl-note-form grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={id}>{text('notes.new')}</label>
      <textarea
        id={id}
        className="hl-input"
        rows={2}
        maxLength={4000}
        value={written}
        aria-invalid={wrong !== null}
        aria-describedby={`${id}said`}
        onChange={({ target }) => {
          setWritten(target.value)
          setMissing(false)
        }}
      />
      <small id={`${id}said`} className="hl-danger" role={wrong === null ? undefined : 'alert'}>
        {wrong}
      </small>
      <div className="end">
        <LabelButton size="small" className="hl-note-file">
          {file ? file.name : text('notes.attach')}
          <input
            ref={chooser}
            type="file"
            accept="image/*,application/pdf"
            className="hidden-visually"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </LabelButton>
        <Button type="submit" size="small" busy={sending}>
          {text('notes.add')}
        </Button>
      </div>
    </form>
  )
}

interface NotesProps {
  /** A new note is added to the first event. */
  eventIds: readonly [number, ...number[]]
  heading?: 'h2' | 'h3'
}

/** Internal notes of interventions with their attachments, and a form for a new note. */
export function Notes({ eventIds, heading: Heading = 'h3' }: NotesProps) {
  const answer = useCall(path, { filter: { event_id: [...eventIds] }, limit: 50 })
  const { data } = answer
  return (
    <section className="hl-notes grid gap-8" aria-label={text('notes.title')}>
      <Heading>{text('notes.title')}</Heading>
      {data?.records.length === 0 && <p className="hl-faint">{text('notes.none')}</p>}
      {answer.isError && !data && <p role="alert">{problemText(answer.error)}</p>}
      <ul>
        {data?.records.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <small>
              {[eventIds.length > 1 ? note.event.code : null, note.created_by?.name, formatDateTime(note.created_at)]
                .filter(Boolean)
                .join(', ')}
              {note.file && (
                <Button kind="plain" onClick={() => note.file && void saveAttachment(note.file)}>
                  {note.file.name}
                </Button>
              )}
            </small>
          </li>
        ))}
      </ul>
      {(session.can('event_edit') || session.can('event_create')) && <NewNote eventId={eventIds[0]} />}
    </section>
  )
}
