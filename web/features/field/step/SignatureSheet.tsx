import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import css from './fields.module.css'
import phone from '../phone.module.css'
import { Sheet } from '../../../kit/Dialog.tsx'

/** Canvas pixels per CSS pixel, for print quality. */
const fine = 2
const ink = '#131a17'
const paper = '#ffffff'
const stroke = 3

/** White canvas for a signature: black on white in both themes, as printed. */
export default function SignatureSheet({ keep, close }: { keep: (drawn: Blob) => void; close: () => void }) {
  const { canvas, drawn, clear, pen } = usePen()
  const save = () => canvas.current?.toBlob((blob) => blob && keep(blob), 'image/png')
  return (
    <Sheet title={text('tech.signature')} close={close}>
      <p className={phone.note}>{text('tech.signature.how')}</p>
      <canvas ref={canvas} className={css.paper} role="img" aria-label={text('tech.signature.paper')} {...pen} />
      <div className={phone.row}>
        <Button size="glove" shape={drawn ? 'stack' : 'wide'} onClick={drawn ? clear : close}>
          {text(drawn ? 'tech.signature.clear' : 'tech.signature.leave')}
        </Button>
        {drawn && (
          <Button kind="main" size="glove" onClick={save}>
            {text('tech.signature.keep')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function usePen() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const at = useRef<{ x: number; y: number } | null>(null)
  const [drawn, setDrawn] = useState(false)
  const clear = () => {
    blank(canvas)
    setDrawn(false)
  }
  useEffect(() => blank(canvas), [])
  useEffect(() => {
    const dialog = canvas.current?.closest('dialog')
    // A palm touch does not close the sheet and lose the signature.
    const stay = (event: Event) => drawn && event.preventDefault()
    dialog?.addEventListener('cancel', stay)
    return () => dialog?.removeEventListener('cancel', stay)
  }, [drawn])
  const place = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => ({ x: offsetX, y: offsetY })
  const to = (event: PointerEvent) => {
    const context = canvas.current?.getContext('2d')
    if (!context || at.current === null) return
    const next = place(event)
    context.beginPath()
    context.moveTo(at.current.x, at.current.y)
    context.lineTo(next.x, next.y)
    context.stroke()
    at.current = next
    setDrawn(true)
  }
  const pen = {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      at.current = place(event)
      to(event)
    },
    onPointerMove: to,
    onPointerUp: () => (at.current = null),
    onPointerCancel: () => (at.current = null),
  }
  return { canvas, drawn, clear, pen }
}

/** Clears the canvas to white, at its displayed size. */
function blank({ current }: RefObject<HTMLCanvasElement | null>): void {
  const context = current?.getContext('2d')
  if (!current || !context) return
  const { clientWidth: width, clientHeight: height } = current
  current.width = width * fine
  current.height = height * fine
  context.scale(fine, fine)
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.strokeStyle = ink
  context.lineWidth = stroke
  context.lineCap = 'round'
}
