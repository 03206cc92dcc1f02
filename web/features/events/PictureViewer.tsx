import type { Picture } from '@hilo/contract/enrollments.ts'
import { useState } from 'react'
import { useFile } from '../../api/use-file.ts'
import { boundText } from '../../ui/bound-text.ts'
import { formatDateTime, formatPowerUnit } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import styles from './evidences.module.css'

/** One picture as large as the screen allows; a press shows it larger still. What speaks against it stands below. */
export function PictureViewer({ picture, name, close }: { picture: Picture; name: string; close: () => void }) {
  const dialog = useDialog(close)
  const [whole, setWhole] = useState(true)
  const { url, failed } = useFile(picture.file_id, 'full')
  const read = formatPowerUnit(picture.power_dbm_read)
  const bound = boundText(picture.bound)
  return (
    <dialog ref={dialog} className={styles.viewer} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span>{formatDateTime(picture.taken_at ?? picture.received_at)}</span>
        <button type="button" className="hl-button" onClick={() => setWhole(!whole)}>
          {text(whole ? 'event.picture.larger' : 'event.picture.fit')}
        </button>
        <button type="button" className="hl-button" autoFocus onClick={close}>
          {text('list.close')}
        </button>
      </header>
      <div className={styles.view} data-whole={whole || undefined} tabIndex={0}>
        {url && (
          <img src={url} alt={name} width={picture.width} height={picture.height} onClick={() => setWhole(!whole)} />
        )}
        {failed && <p role="alert">{text('event.picture.failed')}</p>}
      </div>
      <footer>
        {picture.flags.length === 0 && (
          <span>
            <Shape kind="check" tone="success" /> {text('event.picture.clean')}
          </span>
        )}
        {picture.flags.map((flag) => (
          <span key={flag}>
            <Shape kind="triangle" tone="warning" /> {text(`event.flag.${flag}`)}
          </span>
        ))}
        {bound !== null && <b>{text('picture.bound', { bound })}</b>}
        {read !== null && <span>{text('event.picture.read', { power: read })}</span>}
        <span className="code" title={picture.sha256}>
          SHA-256 {picture.sha256.slice(0, 12)}…
        </span>
      </footer>
    </dialog>
  )
}
