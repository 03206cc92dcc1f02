import type { PathOf } from '@hilo/contract/index.ts'
import { downloadFormats, type DownloadFormat } from '@hilo/domain/download-name.ts'
import { useState, type FormEvent } from 'react'
import { visibleColumns, type ShownColumn } from '../columns/config.ts'
import type { List } from '../define.ts'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { startDownload } from './downloads.ts'
import { showTray } from './DownloadTray.tsx'

/** API names of a list's columns; a computed column contributes those that it declares for downloads. */
const namesOf = (columns: readonly ShownColumn[]): string[] =>
  columns.flatMap(({ column }) => (column.value ? (column.download ?? []) : [column.id]))

/** Columns of a download: the shown ones in their order, and those with the hidden ones after them. */
function downloadedColumns(columns: readonly ShownColumn[]): { shown: string[]; every: string[] } {
  const shown = [...new Set(namesOf(visibleColumns(columns)))]
  return { shown, every: [...new Set([...shown, ...namesOf(columns)])] }
}

interface DownloadMenuProps {
  list: List
  download: PathOf<'download'>
  columns: readonly ShownColumn[]
  /** Filters, search and sort in API form. */
  query: object
  total: number | null
  close: () => void
}

/** Chooses file format and columns; the download then runs in the background. */
export function DownloadMenu({ list, download, columns, query, total, close }: DownloadMenuProps) {
  const [format, setFormat] = useState<DownloadFormat>('xlsx')
  const [all, setAll] = useState(false)
  const { shown, every } = downloadedColumns(columns)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showTray()
    const title = text(`list.${list.name}.title`)
    void startDownload({
      path: download,
      title,
      format,
      total,
      query: { ...query, ...(!(all && format === 'csv') && { columns: all ? every : shown }) },
    })
    close()
  }
  return (
    <form className="hl-menu hl-form" onSubmit={submit}>
      <fieldset className="hl-options">
        <legend>{text('list.download.format')}</legend>
        {downloadFormats.map((one) => (
          <label key={one} className="hl-option">
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
            {text(one ? 'list.download.all' : 'list.download.visible', { count: shown.length })}
          </label>
        ))}
      </fieldset>
      <p className="hl-hint">
        {total === null ? text('list.download.hint') : text('list.download.size', { rows: formatNumber(total) })}
      </p>
      <Button type="submit" kind="main">
        {text('list.download')}
      </Button>
    </form>
  )
}
