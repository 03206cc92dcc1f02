import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { nativeCamera } from '../../native/camera.ts'
import { preparePictures, type Shot } from '../../offline/picture.ts'
import { text } from '../../ui/text.ts'
import css from './fields.module.css'
import phone from './phone.module.css'
import type { HeldPicture, Question, StepPicture } from './use-pictures.ts'

const question = () => import('./PictureQuestion.tsx')
const viewer = () => import('./PictureViewer.tsx')
const PictureQuestion = lazy(question)
const PictureViewer = lazy(viewer)

interface CameraInputProps {
  open: (click: () => void) => void
  take: (shot: Shot) => Promise<Question | null> | null
}

/** Opens the camera, and only the camera; what there is to say of the picture is said here. */
export function CameraInput({ open, take }: CameraInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const opened = useRef<number | null>(null)
  const [asked, setAsked] = useState<Question | null>(null)
  useEffect(() => void Promise.allSettled([preparePictures(), question(), viewer()]), [])
  const taken = async (shot: Shot) => setAsked((await take(shot)) ?? null)
  const click = () => {
    opened.current = Date.now()
    if (nativeCamera === null) return input.current?.click()
    nativeCamera()
      .then((shot) => shot && taken({ file: shot.blob, camera: shot.camera, opened: opened.current }))
      // Without leave for the camera the view's own way asks again, and says so.
      .catch(() => input.current?.click())
  }
  return (
    <>
      <input
        ref={(node) => {
          input.current = node
          if (node) open(click)
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
          if (file) void taken({ file, opened: opened.current })
          opened.current = null
        }}
      />
      {asked && (
        <Suspense fallback={null}>
          <PictureQuestion question={asked} again={click} close={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Where a picture stands, in the words under it. */
function wordOf({ taken, held, stale }: Pick<StepPicture, 'taken' | 'held' | 'stale'>, busy: boolean): string {
  if (busy) return text('tech.picture.busy')
  if (stale) return text('tech.picture.stale')
  if (!taken) return text('tech.picture.missing')
  if (held.at(-1)?.camera === false) return text('tech.picture.gallery')
  return held.length > 1 ? text('tech.picture.several', { count: held.length }) : text('tech.picture.kept')
}

/** What was taken, small; a press shows it large. */
export function PicturePreview({ held, url }: { held: readonly HeldPicture[]; url: string }) {
  const [looking, setLooking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.preview}
        aria-label={text('tech.picture.look')}
        onClick={() => setLooking(true)}
      >
        <img src={url} alt="" />
        {held.length > 1 && <span>{held.length}</span>}
      </button>
      {looking && (
        <Suspense fallback={null}>
          <PictureViewer held={held} close={() => setLooking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A picture that the step asks for: what it has to show, itself once taken, and the way to take it again. */
export function PictureRow({
  picture,
  take,
  busy,
}: {
  picture: StepPicture
  take: CameraInputProps['take']
  busy: boolean
}) {
  const open = useRef<() => void>(() => undefined)
  const { evidence, preview, taken, held } = picture
  const doubtful = held.at(-1)?.camera === false
  return (
    <div className={css.picture} data-field={`picture.${evidence.reason}`}>
      {preview ? (
        <PicturePreview held={held} url={preview} />
      ) : (
        <span className={css.empty}>
          <IconCamera size={28} stroke={1.7} aria-hidden />
        </span>
      )}
      <div>
        <strong>{text(`choice.evidence.${evidence.reason}`)}</strong>
        <p className={taken ? `${phone.note} ${doubtful ? phone.warn : phone.good}` : phone.note} aria-live="polite">
          {wordOf(picture, busy)}
        </p>
      </div>
      <CameraInput open={(click) => (open.current = click)} take={take} />
      <button type="button" className={css.again} onClick={() => open.current()}>
        {text(taken ? 'tech.picture.another' : 'tech.picture.take')}
      </button>
    </div>
  )
}
