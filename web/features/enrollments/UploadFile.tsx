import { eventTimes } from '@hilo/domain/event.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { useLive } from '../../api/stream.ts'
import type { DialogProps } from '../../lists/define.ts'
import { ColumnHelp, TemplateButton } from '../../lists/load/ColumnHelp.tsx'
import { namesOperator, OperatorChoice } from '../../lists/load/OperatorChoice.tsx'
import { useUpload } from '../../lists/load/use-upload.ts'
import { DropZone } from '../../ui/load/DropZone.tsx'
import { IgnoreColumns } from '../../ui/load/IgnoreColumns.tsx'
import { LoadProgress } from '../../ui/load/LoadProgress.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import { FileResults } from './FileResults.tsx'
import styles from './requests.module.css'

const mostBytes = 50 << 20
const { doing } = resultFlag.is

/** A file that the server works on by itself: how far it is, and in the end what became of each row. */
function Working({ eventId }: { eventId: number }) {
  useLive()
  const event = useQuery(
    {
      ...callQuery('admin_vno/events/get', { id: eventId }),
      refetchInterval: ({ state }) => (state.data?.records[0]?.result_flag === doing ? eventTimes.poll / 2 : false),
    },
    queryClient,
  ).data?.records[0]
  const done = event !== undefined && event.result_flag !== doing
  const request = useCall('admin_vno/enrollments/apirequests/get', { filter: { event_id: eventId } }, { enabled: done })
    .data?.records[0]
  if (!done) return <LoadProgress sent={1} working={text('apirequest.working')} />
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="process_state" value={event.process_state} />
        <span className="code">{event.code}</span>
      </div>
      {event.error && (
        <p className={styles.fault} role="alert">
          {event.error.text}
        </p>
      )}
      {request && <FileResults request={request} />}
    </>
  )
}

/** The file that is chosen, and how it is sent. */
function useSending(event: number | null, setEvent: (id: number | null) => void) {
  const { upload, sent } = useUpload('admin_vno/enrollments/upload')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [operator, setOperator] = useState<number | null>(null)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const choose = (given: File) => {
    setFile(given)
    setFault(null)
    setUnknown([])
    if (event !== null) setEvent(null)
  }
  const send = async (ignore_columns: readonly string[] = []) => {
    if (!file) return setFault(text('load.file.missing'))
    if (operator === null && namesOperator()) return setFault(text('load.operator.missing'))
    setFault(null)
    setUnknown([])
    const whose = operator === null ? {} : { vno_id: operator }
    const done = await upload(file, {
      ...whose,
      ...(ignore_columns.length > 0 && { ignore_columns: [...ignore_columns] }),
    })
    if (done && 'fault' in done) {
      setFault(done.fault)
      setUnknown(done.unknown)
    } else if (done) setEvent(done.answer.record.id)
  }
  return { file, fault, unknown, operator, sent, choose, chooseOperator: setOperator, refuse: setFault, send }
}

/** Sends a file of enrolments and stays until every row has been worked on. */
export function UploadFile({ close, made }: DialogProps) {
  const [event, setEvent] = useState<number | null>(null)
  const leave = () => (event === null ? close() : made())
  const dialog = useDialog(leave)
  const id = useId()
  const { file, fault, unknown, operator, sent, choose, chooseOperator, refuse, send } = useSending(event, setEvent)
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{text('apirequest.upload')}</h2>
      <div className={styles.body}>
        <p>{text('apirequest.upload.text')}</p>
        {namesOperator() && <OperatorChoice value={operator} choose={chooseOperator} />}
        <DropZone
          kinds={text('load.kinds.zip')}
          accept=".csv,.xlsx,.zip"
          mostBytes={mostBytes}
          file={file}
          busy={sent !== null}
          choose={choose}
          refuse={refuse}
        />
        {sent !== null && <LoadProgress sent={sent} working={text('apirequest.checking')} />}
        {fault !== null && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        {unknown.length > 0 && sent === null && (
          <IgnoreColumns key={unknown.join('\n')} heads={unknown} ignore={(heads) => void send(heads)} />
        )}
        {event !== null && <Working eventId={event} />}
        {event === null && <ColumnHelp kind="enrollments" />}
        <div className={styles.acts}>
          <TemplateButton kind="enrollments" />
          <button type="button" className="hl-button" onClick={leave}>
            {text(event === null ? 'app.cancel' : 'list.close')}
          </button>
          {event === null && (
            <button
              type="button"
              className="hl-button hl-main-button"
              aria-busy={sent !== null}
              onClick={() => void send()}
            >
              {text('apirequest.send')}
            </button>
          )}
        </div>
      </div>
    </dialog>
  )
}
