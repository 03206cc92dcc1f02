import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { formatNumber } from '../format.ts'
import { text } from '../text.ts'
import styles from './load.module.css'

interface DropZoneProps {
  /** What it takes, for a person: "CSV, XLSX o ZIP". */
  kinds: string
  /** The same for the browser: ".csv,.xlsx". */
  accept: string
  mostBytes: number
  file: File | null
  /** Nothing can be chosen meanwhile. */
  busy?: boolean
  choose: (file: File) => void
  /** What cannot be taken says so here, before anything travels. */
  refuse: (sentence: string) => void
}

const mega = 1 << 20

/** Bytes as people say them. */
export const formatBytes = (bytes: number): string =>
  bytes < mega
    ? `${formatNumber(Math.max(1, bytes / 1024))}\u00a0kB`
    : `${formatNumber(bytes / mega, bytes % mega === 0 ? 0 : 1)}\u00a0MB`

/** What speaks against a file before it is sent; null when nothing does. */
function faultOf(file: File, accept: string, mostBytes: number, kinds: string): string | null {
  const known = accept.split(',').some((end) => file.name.toLowerCase().endsWith(end))
  if (!known) return text('load.file.kind', { name: file.name, kinds })
  if (file.size === 0) return text('load.file.empty', { name: file.name })
  return file.size > mostBytes
    ? text('load.file.large', { size: formatBytes(file.size), most: formatBytes(mostBytes) })
    : null
}

/** Where a file is dropped or chosen. */
export function DropZone({ kinds, accept, mostBytes, file, busy = false, choose, refuse }: DropZoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (given: File | null | undefined) => {
    if (!given || busy) return
    const fault = faultOf(given, accept, mostBytes, kinds)
    if (fault === null) choose(given)
    else refuse(fault)
  }
  const drag = (event: DragEvent, now: boolean) => {
    event.preventDefault()
    setOver(now && !busy)
  }
  return (
    <div
      className={styles.zone}
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files[0])
      }}
    >
      <IconFileUpload size={26} stroke={1.5} aria-hidden />
      {file ? (
        <p>
          <b>{file.name}</b> {formatBytes(file.size)}
        </p>
      ) : (
        <p>{text('load.drop')}</p>
      )}
      <label className="hl-button" htmlFor={id} aria-disabled={busy}>
        {text(file ? 'load.other' : 'load.choose')}
      </label>
      <input
        ref={input}
        id={id}
        className="hidden-visually"
        type="file"
        accept={accept}
        disabled={busy}
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file again, corrected meanwhile, is a choice too.
          target.value = ''
        }}
      />
      <small>{text('load.limits', { kinds, most: formatBytes(mostBytes) })}</small>
    </div>
  )
}
