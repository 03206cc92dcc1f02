import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { text } from '../../ui/text.ts'
import css from './fields.module.css'
import phone from './phone.module.css'
import type { StepPicture } from './use-pictures.ts'

/** Opens the camera, and only the camera. */
export function CameraInput({ open, take }: { open: (click: () => void) => void; take: (file: Blob) => void }) {
  return (
    <input
      ref={(input) => {
        if (input) open(() => input.click())
      }}
      className="hidden-visually"
      type="file"
      accept="image/*"
      capture="environment"
      tabIndex={-1}
      aria-label={text('tech.picture.camera')}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // The same picture may be chosen again.
        target.value = ''
        if (file) take(file)
      }}
    />
  )
}

/** A picture that the step asks for: what it has to show, itself once taken, and the way to take it again. */
export function PictureRow({
  picture,
  take,
  busy,
}: {
  picture: StepPicture
  take: (file: Blob) => void
  busy: boolean
}) {
  const open = useRef<() => void>(() => undefined)
  const { evidence, preview, taken } = picture
  return (
    <div className={css.picture} data-field={`picture.${evidence.reason}`}>
      {preview ? (
        <img src={preview} alt="" />
      ) : (
        <span className={css.empty}>
          <IconCamera size={28} stroke={1.7} aria-hidden />
        </span>
      )}
      <div>
        <strong>{text(`choice.evidence.${evidence.reason}`)}</strong>
        <p className={taken ? `${phone.note} ${phone.good}` : phone.note} aria-live="polite">
          {text(busy ? 'tech.picture.busy' : taken ? 'tech.picture.kept' : 'tech.picture.missing')}
        </p>
      </div>
      <CameraInput open={(click) => (open.current = click)} take={take} />
      <button type="button" className={css.again} onClick={() => open.current()}>
        {text(taken ? 'tech.picture.again' : 'tech.picture.take')}
      </button>
    </div>
  )
}
