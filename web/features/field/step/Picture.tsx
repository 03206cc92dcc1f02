import IconCamera from '@iconify-json/tabler/camera'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { nativeCamera } from '../../../native/camera.ts'
import { Press } from '../../../kit/Button.tsx'
import { preparePictures, type Shot } from '../../../offline/picture.ts'
import { text } from '../../../ui/text.ts'
import css from './fields.module.css'
import phone from '../phone.module.css'
import type { HeldPicture, Question, StepPicture } from './use-pictures.ts'

const question = () => import('./PictureQuestion.tsx')
const viewer = () => import('./PictureViewer.tsx')
const PictureQuestion = lazy(question)
const PictureViewer = lazy(viewer)

interface CameraInputProps {
  open: (click: () => void) => void
  take: (shot: Shot) => Promise<Question | null> | null
}

/** Opens the camera, not the gallery, and shows the result of the picture check. */
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
      // Without permission for the in-page camera, the file input opens the system camera, which asks for it.
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
          // Lets the same file be chosen again.
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

/** Caption: state of the picture. */
function wordOf({ taken, held, unproven }: Pick<StepPicture, 'taken' | 'held' | 'unproven'>, busy: boolean): string {
  if (busy) return text('tech.picture.busy')
  if (unproven) return text(`tech.picture.${unproven}`)
  if (!taken) return text('tech.picture.missing')
  if (held.at(-1)?.camera === false) return text('tech.picture.gallery')
  return held.length > 1 ? text('tech.picture.several', { count: held.length }) : text('tech.picture.kept')
}

/** Thumbnail; a press shows the picture large. */
function PicturePreview({ held, url }: { held: readonly HeldPicture[]; url: string }) {
  const [looking, setLooking] = useState(false)
  return (
    <>
      <Press className={css.preview} aria-label={text('tech.picture.look')} onClick={() => setLooking(true)}>
        <img className="full tall cover" src={url} alt="" />
        {held.length > 1 && <span className="absolute weight-650">{held.length}</span>}
      </Press>
      {looking && (
        <Suspense fallback={null}>
          <PictureViewer held={held} close={() => setLooking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** One required picture: what it must show, the picture, and the button to take or retake it. */
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
      <div className="shrink">
        <strong>{text(`choice.evidence.${evidence.reason}`)}</strong>
        <p className={taken ? `${phone.note} ${doubtful ? phone.warn : phone.good}` : phone.note} aria-live="polite">
          {wordOf(picture, busy)}
        </p>
      </div>
      <CameraInput open={(click) => (open.current = click)} take={take} />
      <Press className={css.again} onClick={() => open.current()}>
        {text(taken ? 'tech.picture.another' : 'tech.picture.take')}
      </Press>
    </div>
  )
}
