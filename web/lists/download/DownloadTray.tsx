import { createRoot } from 'react-dom/client'
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

/** The downloads under way, bottom right on every screen. */
export function DownloadTray() {
  const all = useSignal(downloads)
  return all.map((one) => (
    <div key={one.id} className="hl-download" role="status">
      <Icon name="download" />
      <div>
        <b>{text('list.download.title', { name: one.title, format: one.format.toUpperCase() })}</b>
        <span>{progressText(one)}</span>
        <progress
          value={one.total && one.rows !== null ? Math.min(1, one.rows / one.total) : undefined}
          aria-label={one.title}
        />
      </div>
      <button type="button" className="hl-icon-button" aria-label={text('list.download.cancel')} onClick={one.cancel}>
        <Icon name="close" />
      </button>
    </div>
  ))
}

let shown = false

/** Puts the tray on the page, once, outside of any screen. */
export function showTray(): void {
  if (shown) return
  shown = true
  const place = document.createElement('aside')
  place.className = 'hl-tray'
  place.setAttribute('aria-label', text('list.download'))
  document.body.append(place)
  createRoot(place).render(<DownloadTray />)
}
