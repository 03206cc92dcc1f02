import { useEffect, useRef, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { toast } from '../../kit/toasts.tsx'
import { copyText } from '../../ui/copy-text.ts'
import type { List, PanelParts, Row } from '../define.ts'
import { Icon } from '../icons.tsx'
import { text } from '../../ui/text.ts'
import { usePhone } from '../use-phone.ts'
import { useRow } from './use-record.ts'

type Parts = PanelParts<Row>
const loaded = new Map<List, Parts>()

/** Loads the list's panel components once, before the first opening. */
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

interface ListPanelProps {
  list: List
  id: number
  /** The row as the list has it: enough for the title, until the whole record is here. */
  known: Row | undefined
  onClose: () => void
  onNewer: (record: Row) => void
}

function Content({ parts, record, refresh }: { parts: Parts | undefined; record: Row; refresh: () => Promise<void> }) {
  if (!parts) return <div className="hl-panel-body flex gap-10 shrink-y scroll-y thin-bars" />
  const { Body, Foot } = parts
  return (
    <>
      <div className="hl-panel-body flex gap-10 shrink-y scroll-y thin-bars" tabIndex={0}>
        <Body record={record} refresh={refresh} />
      </div>
      {Foot && (
        <div className="hl-panel-foot flex wrap gap-8 line-top">
          <Foot record={record} refresh={refresh} />
        </div>
      )}
    </>
  )
}

interface HeadProps extends Pick<ListPanelProps, 'list' | 'id' | 'onClose'> {
  /** Empty until the record is loaded. */
  title: string
  phone: boolean
}

function Head({ list, id, title, phone, onClose }: HeadProps) {
  return (
    <header className="hl-panel-head flex middle gap-6">
      <h2 className="code clip">{title}</h2>
      {title !== '' && (
        <>
          <IconButton
            size="small"
            label={text('list.copyLink')}
            onClick={() => copyText(new URL(list.route(id), location.origin).href)}
          >
            <Icon name="copy" size={18} />
          </IconButton>
          <LinkButton
            kind="plain"
            size="small"
            shape="square"
            to={list.route(id)}
            aria-label={text('list.openPage')}
            title={text('list.openPage')}
          >
            <Icon name="open" size={18} />
          </LinkButton>
        </>
      )}
      <IconButton size="small" className="hl-panel-close" label={text('list.close')} onClick={onClose}>
        <Icon name={phone ? 'back' : 'close'} size={phone ? 24 : 18} />
      </IconButton>
    </header>
  )
}

/** One record beside the list; on a phone, a full-screen sheet. */
export function ListPanel({ list, id, known, onClose, onNewer }: ListPanelProps) {
  const phone = usePhone()
  const parts = useParts(list)
  const { record, missing, error, refresh } = useRow(list.path, id)
  const sheet = useRef<HTMLDivElement>(null)
  const inList = useRef(known)
  useEffect(() => {
    inList.current = known
  })
  // Report a newer record once: by the next render the list may have a still newer one.
  useEffect(() => {
    if (record && record !== inList.current) onNewer(record)
  }, [record, onNewer])
  useEffect(() => {
    if (phone) sheet.current?.focus()
  }, [phone])
  const named = missing ? null : (record ?? known)
  const title = named ? list.title(named) : ''
  return (
    <div
      ref={sheet}
      className="hl-panel flex shrink-y surface"
      aria-label={title || text('list.panel')}
      tabIndex={-1}
      role={phone ? 'dialog' : 'complementary'}
      aria-modal={phone || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Head list={list} id={id} title={title} phone={phone} onClose={onClose} />
      {!record && !missing && error == null && (
        <div className="hl-panel-body flex gap-10 shrink-y scroll-y thin-bars" aria-busy="true" />
      )}
      {record && <Content parts={parts} record={record} refresh={refresh} />}
      {(missing || error != null) && (
        <div className="hl-face" role="alert">
          <h2>{missing ? text('problem.NOT_FOUND') : problemText(error)}</h2>
          <Button onClick={refresh}>{text('list.retry')}</Button>
        </div>
      )}
    </div>
  )
}
