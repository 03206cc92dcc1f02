import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { useState } from 'react'
import { useFile } from '../../api/use-file.ts'
import { Button } from '../../kit/Button.tsx'
import { boundText } from '../../ui/binding-text.ts'
import { formatDateTime, formatPowerUnit } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import styles from './evidences.module.css'

/** One picture at the size of the screen; a press zooms. Its failed checks are below. */
export function PictureViewer({ picture, name, close }: { picture: Picture; name: string; close: () => void }) {
  const [whole, setWhole] = useState(true)
  const { url, failed } = useFile(picture.file_id, 'full')
  const read = formatPowerUnit(picture.power_dbm_read)
  const bound = boundText(picture.bound)
  return (
    <Dialog close={close} kind="frame" className={styles.viewer} aria-label={name}>
      <header className="wrap middle ink-2 phone-grid">
        <h2>{name}</h2>
        <span className="grow">{formatDateTime(picture.taken_at ?? picture.received_at)}</span>
        <Button className="phone-min-h-48" onClick={() => setWhole(!whole)}>
          {text(whole ? 'event.picture.larger' : 'event.picture.fit')}
        </Button>
        <Button className="phone-min-h-48" autoFocus onClick={close}>
          {text('list.close')}
        </Button>
      </header>
      <div className={`grid sunk ${styles.view} scroll`} data-whole={whole || undefined} tabIndex={0}>
        {url && (
          <img src={url} alt={name} width={picture.width} height={picture.height} onClick={() => setWhole(!whole)} />
        )}
        {failed && <p role="alert">{text('event.picture.failed')}</p>}
      </div>
      <footer className="wrap middle ink-2 phone-size-m">
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
    </Dialog>
  )
}
