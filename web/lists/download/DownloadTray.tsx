import { endingOf } from '@hilo/domain/download-name.ts'
import { createRoot } from 'react-dom/client'
import { IconButton } from '../../kit/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../icons.tsx'
import { useSignal } from '../signal.ts'
import { text } from '../../ui/text.ts'
import { downloads, type Download } from './downloads.ts'

function progressText({ bytes, rows }: Download): string {
  const megabytes = formatNumber(bytes / 1_000_000, 1)
  if (bytes === 0) return text('list.download.waiting')
  return rows === null
    ? text('list.download.bytes', { megabytes })
    : text('list.download.rows', { rows: formatNumber(rows), megabytes })
}

/** Running downloads, bottom right on every screen. */
function DownloadTray() {
  const all = useSignal(downloads)
  return all.map((one) => (
    <div key={one.id} className="hl-download edge flex middle gap-12 surface float" role="status">
      <Icon name="download" />
      <div>
        <b>{text('list.download.title', { name: one.title, format: endingOf(one.format).toUpperCase() })}</b>
        <span className="ink-2">{progressText(one)}</span>
        <progress
          className="full"
          value={one.total && one.rows !== null ? Math.min(1, one.rows / one.total) : undefined}
          aria-label={one.title}
        />
      </div>
      <IconButton size="small" label={text('list.download.cancel')} onClick={one.cancel}>
        <Icon name="close" />
      </IconButton>
    </div>
  ))
}

let shown = false

/** Mounts the tray once, outside of any screen. */
export function showTray(): void {
  if (shown) return
  shown = true
  const place = document.createElement('aside')
  place.className = 'hl-tray'
  place.setAttribute('aria-label', text('list.download'))
  document.body.append(place)
  createRoot(place).render(<DownloadTray />)
}
