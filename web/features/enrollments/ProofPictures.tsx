import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { isDrop, requiredPictureKind } from '@hilo/domain/enrollment.ts'
import { labelKind } from '@hilo/domain/status.ts'
import { useId } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useFile } from '../../api/use-file.ts'
import { useSend } from '../../api/use-send.ts'
import { LabelButton } from '../../kit/Button.tsx'
import { formatTime } from '../../ui/format.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { kindOf, type EnrollmentValues } from './enrollment-form.ts'
import { pictureName } from './enrollment-facts.ts'
import styles from './enrollment.module.css'

interface ProofProps {
  form: Form<EnrollmentValues>
  event: Event
}

function Choice({ picture, chosen, toggle }: { picture: Picture; chosen: boolean; toggle: () => void }) {
  const { url } = useFile(picture.file_id, 'thumb')
  return (
    <label className="lines-xs grid gap-4 round pointer line-strong">
      <input className="absolute" type="checkbox" checked={chosen} onChange={toggle} />
      <span className={`block sunk clip ${styles.thumb}`}>
        {url && <img className="full tall cover" src={url} alt="" />}
      </span>
      {pictureName(picture)}, {formatTime(picture.taken_at ?? picture.received_at)}
    </label>
  )
}

/** Uploads a picture from the computer, for sessions that may use pictures without camera proof. */
function Bring({ form, event, proof }: ProofProps & { proof: number | null }) {
  const id = useId()
  const { send, sending, problem } = useSend('admin_vno/enrollments/pictures/upload')
  const bring = async (file: File) => {
    const input = {
      event_id: event.id,
      step: isDrop(kindOf(form.values)) ? ('drop_enrollment' as const) : ('cto_enrollment' as const),
      label_kind: labelKind.values.find((value) => value === proof) ?? null,
      taken_at: new Date(file.lastModified).toISOString(),
      camera: false,
    }
    const sent = await send(input, { files: { picture: file } })
    if (sent?.answer == null) return
    await queryClient.invalidateQueries(callQuery('admin_vno/enrollments/pictures/get', { event_id: event.id }))
    form.set({ pictures: [...form.values.pictures, String(sent.answer.record.id)] })
  }
  return (
    <div>
      <LabelButton htmlFor={id} busy={sending}>
        {text(sending ? 'enrollment.picture.busy' : 'enrollment.picture.bring')}
      </LabelButton>
      <input
        id={id}
        className="hidden-visually"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void bring(file)
          target.value = ''
        }}
      />
      {problem !== null && (
        <p className="ink-danger" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Pictures of the intervention that can prove the enrolment and are not used yet. */
export function ProofPictures({ form, event }: ProofProps) {
  const answer = useCall('admin_vno/enrollments/pictures/get', { event_id: event.id })
  const proof = requiredPictureKind(kindOf(form.values)) ?? null
  const { pictures } = form.values
  const fitting = (answer.data?.records ?? []).filter(
    ({ enrollment_id, label_kind }) => enrollment_id === null && (proof === null || label_kind === proof),
  )
  const toggle = (id: string) =>
    form.set({ pictures: pictures.includes(id) ? pictures.filter((one) => one !== id) : [...pictures, id] })
  return (
    <fieldset className={`grid gap-8 ${styles.proof}`}>
      <legend>{text('enrollment.pictures')}</legend>
      {answer.data && fitting.length === 0 && <p className="ink-2">{text('enrollment.pictures.none')}</p>}
      <div className={`grid gap-8 ${styles.dialogPictures}`}>
        {fitting.map((one) => (
          <Choice
            key={one.id}
            picture={one}
            chosen={pictures.includes(String(one.id))}
            toggle={() => toggle(String(one.id))}
          />
        ))}
      </div>
      {session.can('enrollments_edit') && <Bring form={form} event={event} proof={proof} />}
      {form.wrong.pictures !== undefined && (
        <p className="ink-danger" role="alert">
          {form.wrong.pictures}
        </p>
      )}
    </fieldset>
  )
}
