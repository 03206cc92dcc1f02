import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import phone from './phone.module.css'
import css from './picture.module.css'
import type { useZoom } from './use-zoom.ts'

interface LargePictureProps {
  label: string
  /** Null while its bytes are not there. */
  url: string | null
  /** What it shows, where nothing else says so. */
  alt?: string
  zoom: ReturnType<typeof useZoom>
  said: ReactNode
  close: () => void
  /** Further buttons, after the one that goes back. */
  children?: ReactNode
}

/** A picture as large as the screen, to be looked at closely. */
export function LargePicture({ label, url, alt = '', zoom, said, close, children }: LargePictureProps) {
  const dialog = useDialog(close)
  return (
    <dialog ref={dialog} className={css.viewer} aria-label={label}>
      <div className={css.stage} {...zoom.events}>
        {url !== null && <img src={url} alt={alt} draggable={false} style={{ transform: zoom.transform }} />}
      </div>
      <div className={css.foot}>
        <p className={css.said} aria-live="polite">
          {said}
        </p>
        <div className={phone.row}>
          <button
            type="button"
            className={`${phone.second} ${phone.back}`}
            aria-label={text('shell.close')}
            onClick={close}
          >
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </button>
          {children}
        </div>
      </div>
    </dialog>
  )
}
