import type { PathOf } from '@hilo/contract/index.ts'
import { useState, type FormEvent } from 'react'
import type { Shown } from '../columns/config.ts'
import { visibleColumns } from '../columns/config.ts'
import type { List } from '../define.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { startDownload } from './downloads.ts'
import { showTray } from './DownloadTray.tsx'

interface DownloadMenuProps {
  list: List
  download: PathOf<'download'>
  columns: readonly Shown[]
  /** Filters, search and sort as they travel. */
  query: object
  total: number | null
  close: () => void
}

/** Wire names of the shown columns, in their order; a computed column stands for the one it declares. */
function wireColumns(columns: readonly Shown[]): string[] {
  const names = visibleColumns(columns).map(({ column }) => (column.value ? column.download : column.id))
  return [...new Set(names.filter((name) => name !== undefined))]
}

const formats = ['csv', 'xlsx'] as const

/** Which file and which columns; then it goes on by itself. */
export function DownloadMenu({ list, download, columns, query, total, close }: DownloadMenuProps) {
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv')
  const [all, setAll] = useState(false)
  const visible = wireColumns(columns)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showTray()
    const title = text(`list.${list.name}.title`)
    void startDownload({
      path: download,
      title,
      format,
      total,
      query: { ...query, ...(!all && { columns: visible }) },
    })
    close()
  }
  return (
    <form className="hl-menu hl-form" onSubmit={submit}>
      <fieldset className="hl-segments">
        <legend>{text('list.download.format')}</legend>
        {formats.map((one) => (
          <label key={one} className="hl-segment">
            <input type="radio" name="format" checked={one === format} onChange={() => setFormat(one)} />
            {text(`list.download.${one}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className="hl-options">
        <legend>{text('list.download.columns')}</legend>
        {[false, true].map((one) => (
          <label key={String(one)} className="hl-option">
            <input type="radio" name="columns" checked={one === all} onChange={() => setAll(one)} />
            {text(one ? 'list.download.all' : 'list.download.visible', { count: visible.length })}
          </label>
        ))}
      </fieldset>
      <p className="hl-hint">
        {total === null ? text('list.download.hint') : text('list.download.size', { rows: formatNumber(total) })}
      </p>
      <button className="hl-button hl-main-button">{text('list.download')}</button>
    </form>
  )
}
