import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import styles from './crop.module.css'
import { mostZoom, sideOf, squareOf, wholeView, within, type View } from './crop.ts'

/** Side of what is sent, px. */
const sent = 512
const frame = 260

interface CropDialogProps {
  file: File
  close: () => void
  cut: (picture: Blob) => void
}

/** The picture as the browser reads it; null while it does, false when it cannot. */
function useBitmap(file: File): ImageBitmap | null | false {
  const [bitmap, setBitmap] = useState<ImageBitmap | null | false>(null)
  useEffect(() => {
    let here = true
    createImageBitmap(file).then(
      (made) => (here ? setBitmap(made) : made.close()),
      () => here && setBitmap(false),
    )
    return () => void (here = false)
  }, [file])
  return bitmap
}

/** What of a picture becomes the round one: dragged, drawn near, seen as it will be. */
export function CropDialog({ file, close, cut }: CropDialogProps) {
  const dialog = useDialog(close)
  const id = useId()
  const bitmap = useBitmap(file)
  const [view, setView] = useState(wholeView)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (bitmap && canvas.current) draw(canvas.current, bitmap, view)
  }, [bitmap, view])
  const keep = () => {
    canvas.current?.toBlob(
      (picture) => {
        if (picture) cut(picture)
        close()
      },
      'image/jpeg',
      0.9,
    )
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
      <h2 id={id}>{text('crop.title')}</h2>
      {bitmap === false ? (
        <p role="alert">{text('crop.unreadable')}</p>
      ) : (
        <>
          <p className={styles.hint}>{text('crop.hint')}</p>
          <Frame canvas={canvas} bitmap={bitmap} view={view} change={setView} />
        </>
      )}
      <div className={styles.acts}>
        <button type="button" className="button" onClick={close}>
          {text('app.cancel')}
        </button>
        {bitmap && (
          <button type="button" className="button" data-main onClick={keep}>
            {text('crop.keep')}
          </button>
        )}
      </div>
    </dialog>
  )
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, view: View): void {
  const { left, top, side } = squareOf(view, bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  context?.clearRect(0, 0, sent, sent)
  context?.drawImage(bitmap, left, top, side, side, 0, 0, sent, sent)
}

interface FrameProps {
  canvas: React.RefObject<HTMLCanvasElement | null>
  bitmap: ImageBitmap | null
  view: View
  change: (view: View) => void
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function Frame({ canvas, bitmap, view, change }: FrameProps) {
  const { width, height } = bitmap ?? { width: 1, height: 1 }
  const move = (dx: number, dy: number) => {
    const scale = sideOf(width, height, view.zoom) / frame
    change(within({ ...view, x: view.x + (dx * scale) / width, y: view.y + (dy * scale) / height }, width, height))
  }
  const drag = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 1) move(-movementX, -movementY)
  }
  const key = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(step[0] * 10, step[1] * 10)
  }
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.frame}
        width={sent}
        height={sent}
        role="img"
        tabIndex={0}
        aria-label={text('crop.frame')}
        aria-busy={bitmap === null}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
        onKeyDown={key}
      />
      <label className={styles.zoom}>
        {text('crop.zoom')}
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={view.zoom}
          onChange={({ target }) => change(within({ ...view, zoom: Number(target.value) }, width, height))}
        />
      </label>
    </>
  )
}
