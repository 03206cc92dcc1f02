import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import type { ReactNode } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import phone from '../phone.module.css'
import css from './picture.module.css'
import type { useZoom } from './use-zoom.ts'

interface LargePictureProps {
  label: string
  /** Null until the bytes are loaded. */
  url: string | null
  /** Alternative text, unless a label is visible. */
  alt?: string
  zoom: ReturnType<typeof useZoom>
  said: ReactNode
  close: () => void
  /** More buttons, after the back button. */
  children?: ReactNode
}

/** Picture in full screen with zoom. */
export function LargePicture({ label, url, alt = '', zoom, said, close, children }: LargePictureProps) {
  return (
    <Dialog close={close} kind="camera" aria-label={label}>
      <div className={`${css.stage} grow shrink-y clip no-touch`} {...zoom.events}>
        {url !== null && (
          <img
            className="block full tall"
            src={url}
            alt={alt}
            draggable={false}
            style={{ transform: zoom.transform }}
          />
        )}
      </div>
      <div className={css.foot}>
        <p className="hand-l semibold mb-10" aria-live="polite">
          {said}
        </p>
        <div className={phone.row}>
          <IconButton kind="second" size="glove" label={text('shell.close')} onClick={close}>
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </IconButton>
          {children}
        </div>
      </div>
    </Dialog>
  )
}
