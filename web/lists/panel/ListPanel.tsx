import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { toast } from '../../ui/toasts.tsx'
import type { List, PanelParts, Row } from '../define.ts'
import { Icon } from '../icons.tsx'
import { text } from '../../ui/text.ts'
import { usePhone } from '../use-media.ts'
import { useRow } from './use-record.ts'

type Parts = PanelParts<Row>
const loaded = new Map<List, Parts>()

/** The panel's parts of a list: fetched once, ahead of the first opening (`preloadPanel`). */
export async function preloadPanel(list: List): Promise<void> {
  if (!list.panel || loaded.has(list)) return
  loaded.set(list, await list.panel())
}

function useParts(list: List): Parts | undefined {
  const [, drawAgain] = useState(0)
  const parts = loaded.get(list)
  useEffect(() => {
    if (!parts)
      preloadPanel(list).then(
        () => drawAgain((now) => now + 1),
        (error: unknown) => toast.error(problemText(error)),
      )
  }, [list, parts])
  return parts
}

/** Copies a text and says so. */
export function copyText(value: string): void {
  navigator.clipboard.writeText(value).then(
    () => toast.success(text('list.copied', { value })),
    () => toast.error(text('list.copyFailed')),
  )
}

interface ListPanelProps {
  list: List
  id: number
  /** The row as the list has it. */
  known: Row | undefined
  onClose: () => void
  onNewer: (record: Row) => void
}

function Content({ parts, record, refresh }: { parts: Parts | undefined; record: Row; refresh: () => void }) {
  if (!parts) return <div className="hl-panel-body" />
  const { Body, Foot } = parts
  return (
    <>
      <div className="hl-panel-body" tabIndex={0}>
        <Body record={record} refresh={refresh} />
      </div>
      {Foot && (
        <div className="hl-panel-foot">
          <Foot record={record} refresh={refresh} />
        </div>
      )}
    </>
  )
}

interface HeadProps extends Pick<ListPanelProps, 'list' | 'id' | 'onClose'> {
  /** Empty until the record is known. */
  title: string
  phone: boolean
}

function Head({ list, id, title, phone, onClose }: HeadProps) {
  return (
    <header className="hl-panel-head">
      <h2 className="code">{title}</h2>
      {title !== '' && (
        <>
          <button
            type="button"
            className="hl-icon-button"
            aria-label={text('list.copyLink')}
            title={text('list.copyLink')}
            onClick={() => copyText(new URL(list.route(id), location.origin).href)}
          >
            <Icon name="copy" size={18} />
          </button>
          <Link
            className="hl-icon-button"
            to={list.route(id)}
            aria-label={text('list.openPage')}
            title={text('list.openPage')}
          >
            <Icon name="open" size={18} />
          </Link>
        </>
      )}
      <button
        type="button"
        className="hl-icon-button hl-panel-close"
        aria-label={text('list.close')}
        title={text('list.close')}
        onClick={onClose}
      >
        <Icon name={phone ? 'back' : 'close'} size={phone ? 24 : 18} />
      </button>
    </header>
  )
}

/** One record beside the list; on a phone a sheet over the whole screen. */
export function ListPanel({ list, id, known, onClose, onNewer }: ListPanelProps) {
  const phone = usePhone()
  const parts = useParts(list)
  const { record, missing, error, refresh } = useRow(list.path, id, known)
  const sheet = useRef<HTMLDivElement>(null)
  const inList = useRef(known)
  useEffect(() => {
    inList.current = known
  })
  // Told once: the list may have a still newer one by then.
  useEffect(() => {
    if (record && record !== inList.current) onNewer(record)
  }, [record, onNewer])
  useEffect(() => {
    if (phone) sheet.current?.focus()
  }, [phone])
  const title = record ? list.title(record) : ''
  return (
    <div
      ref={sheet}
      className="hl-panel"
      aria-label={title || text('list.panel')}
      tabIndex={-1}
      role={phone ? 'dialog' : 'complementary'}
      aria-modal={phone || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Head list={list} id={id} title={title} phone={phone} onClose={onClose} />
      {record && !missing && <Content parts={parts} record={record} refresh={refresh} />}
      {(missing || error != null) && (
        <div className="hl-face" role="alert">
          <h2>{missing ? text('problem.NOT_FOUND') : problemText(error)}</h2>
          <button type="button" className="hl-button" onClick={refresh}>
            {text('list.retry')}
          </button>
        </div>
      )}
    </div>
  )
}
