import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import styles from './crop.module.css'
import { mostZoom, sideOf, squareOf, wholeView, clampView, type View } from './crop.ts'

/** Side of the uploaded picture, px. */
const sent = 512
const frame = 260

interface CropDialogProps {
  file: File
  close: () => void
  cut: (picture: Blob) => void
}

/** Decoded picture; null while loading, false if it cannot be decoded. */
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

/** Crops a picture to a circle: drag, zoom and preview. */
export function CropDialog({ file, close, cut }: CropDialogProps) {
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
    <Dialog close={close} className={styles.dialog} title={text('crop.title')}>
      {bitmap === false ? (
        <p role="alert">{text('crop.unreadable')}</p>
      ) : (
        <>
          <p className="ink-2 phone-l">{text('crop.hint')}</p>
          <Frame canvas={canvas} bitmap={bitmap} view={view} change={setView} />
        </>
      )}
      <DialogActs>
        <Button size="large" onClick={close}>
          {text('app.cancel')}
        </Button>
        {bitmap && (
          <Button kind="main" size="large" onClick={keep}>
            {text('crop.keep')}
          </Button>
        )}
      </DialogActs>
    </Dialog>
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
    change(clampView({ ...view, x: view.x + (dx * scale) / width, y: view.y + (dy * scale) / height }, width, height))
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
      <label className={`grid gap-4 semibold phone-l ${styles.zoom}`}>
        {text('crop.zoom')}
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={view.zoom}
          onChange={({ target }) => change(clampView({ ...view, zoom: Number(target.value) }, width, height))}
        />
      </label>
    </>
  )
}
