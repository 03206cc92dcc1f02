import { eventTimes } from '@hilo/domain/event.ts'
import { requestStateOf, resultFlag } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { useLive } from '../../api/stream.ts'
import { Button } from '../../kit/Button.tsx'
import type { DialogProps } from '../../lists/define.ts'
import { ColumnHelp, TemplateButton } from '../../lists/load/ColumnHelp.tsx'
import { mustChooseOperator, OperatorChoice } from '../../lists/load/OperatorChoice.tsx'
import { useUpload } from '../../lists/load/use-upload.ts'
import { DropZone } from '../../ui/load/DropZone.tsx'
import { IgnoreColumns } from '../../ui/load/IgnoreColumns.tsx'
import { LoadProgress } from '../../ui/load/LoadProgress.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import { FileResults } from './FileResults.tsx'
import styles from './requests.module.css'

const mostBytes = 50 << 20
const { doing } = resultFlag.is

/** Progress of a file on the server, and its results by row. */
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
        <StateBadge
          enumeration="request_state"
          value={requestStateOf(event.process_state, request?.rows_error ?? null)}
        />
        <span className="code">{event.code}</span>
      </div>
      {event.error && (
        <p className={`note ${styles.fault}`} role="alert" data-tone="danger">
          {event.error.text}
        </p>
      )}
      {request && <FileResults request={request} />}
    </>
  )
}

/** Chosen file, and sending. */
function useSending(event: number | null, setEvent: (id: number | null) => void) {
  const { upload, sent } = useUpload('admin_vno/enrollments/upload')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  /** Why the last file was not taken, which a press on "send" says again. */
  const [rejected, setRejected] = useState<string | null>(null)
  const [operator, setOperator] = useState<number | null>(null)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const refuse = (sentence: string) => {
    setFile(null)
    setUnknown([])
    setFault(sentence)
    setRejected(sentence)
  }
  const choose = (chosen: File) => {
    setFile(chosen)
    setRejected(null)
    setFault(null)
    setUnknown([])
    if (event !== null) setEvent(null)
  }
  const send = async (ignore_columns: readonly string[] = []) => {
    if (!file) return setFault(rejected ?? text('load.file.missing', { kinds: text('load.kinds.zip') }))
    if (operator === null && mustChooseOperator()) return setFault(text('load.operator.missing'))
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
  return { file, fault, unknown, operator, sent, choose, chooseOperator: setOperator, refuse, send }
}

/** Sends a file of enrolments and waits for all rows. */
export function UploadFile({ close, made }: DialogProps) {
  const [event, setEvent] = useState<number | null>(null)
  const leave = () => (event === null ? close() : made())
  const { file, fault, unknown, operator, sent, choose, chooseOperator, refuse, send } = useSending(event, setEvent)
  return (
    <Dialog close={leave} className={`${styles.dialog} scroll`} title={text('apirequest.upload')}>
      <div className={`grid gap-14 one-column ${styles.body} mt-10`}>
        <p>{text('apirequest.upload.text')}</p>
        {mustChooseOperator() && <OperatorChoice value={operator} choose={chooseOperator} />}
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
          <p className={`note ${styles.fault}`} role="alert" data-tone="danger">
            {fault}
          </p>
        )}
        {unknown.length > 0 && sent === null && (
          <IgnoreColumns key={unknown.join('\n')} heads={unknown} ignore={(heads) => void send(heads)} />
        )}
        {event !== null && <Working eventId={event} />}
        {event === null && <ColumnHelp kind="enrollments" />}
        <DialogActs>
          <TemplateButton kind="enrollments" />
          <Button onClick={leave}>{text(event === null ? 'app.cancel' : 'list.close')}</Button>
          {event === null && (
            <Button kind="main" busy={sent !== null} onClick={() => void send()}>
              {text('apirequest.send')}
            </Button>
          )}
        </DialogActs>
      </div>
    </Dialog>
  )
}
