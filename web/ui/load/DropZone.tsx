import IconFileUpload from '@iconify-json/tabler/file-upload'
import { useId, useRef, useState, type DragEvent } from 'react'
import { formatNumber } from '../format.ts'
import { text } from '../text.ts'
import { LabelButton } from '../../kit/Button.tsx'
import styles from './load.module.css'

interface DropZoneProps {
  /** Accepted kinds, as text: "CSV, XLSX o ZIP". */
  kinds: string
  /** The same for the file input: ".csv,.xlsx". */
  accept: string
  mostBytes: number
  file: File | null
  /** Disabled while a file is being sent. */
  busy?: boolean
  choose: (file: File) => void
  /** Receives the error text of a file that is rejected before upload. */
  refuse: (sentence: string) => void
}

const mega = 1 << 20

/** File size as text. */
const formatBytes = (bytes: number): string =>
  bytes < mega
    ? `${formatNumber(Math.max(1, bytes / 1024))}\u00a0kB`
    : `${formatNumber(bytes / mega, bytes % mega === 0 ? 0 : 1)}\u00a0MB`

/** Why a file is rejected before upload; null if it is acceptable. */
function faultOf(file: File, accept: string, mostBytes: number, kinds: string): string | null {
  const known = accept.split(',').some((end) => file.name.toLowerCase().endsWith(end))
  if (!known) return text('load.file.kind', { name: file.name, kinds })
  if (file.size === 0) return text('load.file.empty', { name: file.name })
  return file.size > mostBytes
    ? text('load.file.large', { size: formatBytes(file.size), most: formatBytes(mostBytes) })
    : null
}

/** Drop area and file chooser. */
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
      className={`grid gap-8 sunk text-center ink-2 ${styles.zone}`}
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
          <b className="ink-1 anywhere">{file.name}</b> {formatBytes(file.size)}
        </p>
      ) : (
        <p>{text('load.drop')}</p>
      )}
      <LabelButton htmlFor={id} aria-disabled={busy}>
        {text(file ? 'load.other' : 'load.choose')}
      </LabelButton>
      <input
        ref={input}
        id={id}
        className="hidden-visually"
        type="file"
        accept={accept}
        disabled={busy}
        onChange={({ target }) => {
          take(target.files?.[0])
          // Reset so that choosing the same file again, after correcting it, fires a change.
          target.value = ''
        }}
      />
      <small className="lines-xs">{text('load.limits', { kinds, most: formatBytes(mostBytes) })}</small>
    </div>
  )
}
