import type { Output } from '@hilo/contract/index.ts'
import type { NeighborJob } from '@hilo/contract/neighbors/neighbor-jobs.ts'
import { massive } from '@hilo/domain/massive.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useLive } from '../../api/stream.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { useUpload } from '../../lists/load/use-upload.ts'
import '../../lists/lists.css'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { DropZone } from '../../ui/load/DropZone.tsx'
import { LoadProgress } from '../../ui/load/LoadProgress.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { codesOf } from './codes.ts'
import styles from './massive.module.css'
import { Progress } from './Progress.tsx'
import { ReadNow, type ReadAnswer } from './ReadNow.tsx'
import { Sections } from './Sections.tsx'

const path = 'admin_vno/neighbors/queryStateVNO'
const mostBytes = 1 << 20
type Answer = Output<typeof path>

interface AskProps {
  onRead: (read: ReadAnswer) => void
}

/** Form state of a bulk query: file or typed codes, and sending. */
function useAsking(onRead: AskProps['onRead']) {
  const navigate = useNavigate()
  const { upload, sent } = useUpload(path)
  const { send, sending, problem } = useSend(path)
  const [file, setFile] = useState<File | null>(null)
  const [written, setWritten] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const codes = codesOf(written)
  const take = (answer: Answer) => {
    if ('records' in answer) onRead(answer)
    else void navigate({ to: '/vno/vecinos/masiva/$id', params: { id: String(answer.record.id) } })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    if (file) {
      const done = await upload(file, {})
      if (done && 'fault' in done) setFault(done.fault)
      else if (done) take(done.answer)
    } else if (codes.length === 0) setFault(text('massive.none'))
    else if (codes.length > massive.most)
      setFault(text('massive.many', { count: codes.length, most: formatNumber(massive.most) }))
    else {
      const done = await send({ accesses: codes })
      if (done?.answer) take(done.answer)
    }
  }
  const change = (next: { file?: File | null; written?: string }) => {
    if (next.file !== undefined) setFile(next.file)
    if (next.written !== undefined) setWritten(next.written)
    setFault(null)
  }
  return { file, written, codes, sent, sending, wrong: fault ?? problem, change, refuse: setFault, submit }
}

/** Typed or pasted codes, and how that number will be processed. */
function Paste({ asking }: { asking: ReturnType<typeof useAsking> }) {
  const id = useId()
  const { codes, written, file, change } = asking
  return (
    <div>
      <label htmlFor={id}>{text('massive.paste')}</label>
      <textarea
        id={id}
        className="hl-input code full"
        rows={6}
        disabled={file !== null}
        spellCheck={false}
        placeholder={'AC28-01843907-5\nAC28-01807512-7'}
        value={written}
        aria-describedby={`${id}said`}
        onChange={({ target }) => change({ written: target.value })}
      />
      <small id={`${id}said`}>
        {codes.length > 0
          ? text(codes.length > massive.atOnce ? 'massive.count.job' : 'massive.count', { count: codes.length })
          : text('massive.paste.hint', { most: formatNumber(massive.most) })}
      </small>
    </div>
  )
}

/** Accesses from a file or typed: a few are read at once, many become a background query. */
function Ask({ onRead }: AskProps) {
  const asking = useAsking(onRead)
  const { file, sent, sending, wrong, change, refuse, submit } = asking
  return (
    <Card title={text('massive.new')}>
      <form
        className={`grid gap-12 gap-x-20 top ${styles.ask} halves`}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <div>
          <DropZone
            kinds={text('massive.kinds')}
            accept=".csv,.xlsx"
            mostBytes={mostBytes}
            file={file}
            busy={sent !== null}
            choose={(chosen) => change({ file: chosen })}
            refuse={refuse}
          />
          {file && (
            <Button kind="plain" onClick={() => change({ file: null })}>
              {text('massive.unfile')}
            </Button>
          )}
        </div>
        <Paste asking={asking} />
        {sent !== null && <LoadProgress sent={sent} working={text('massive.checking')} />}
        {wrong !== null && (
          <p className="note" role="alert" data-tone="danger">
            {wrong}
          </p>
        )}
        <Button className="left phone-size-l phone-full" type="submit" kind="main" busy={sending || sent !== null}>
          {text('massive.ask')}
        </Button>
      </form>
    </Card>
  )
}

function Job({ job }: { job: NeighborJob }) {
  return (
    <li className="grid middle line-bottom phone-one">
      <Link className="semibold phone-min-h-48" to="/vno/vecinos/masiva/$id" params={{ id: String(job.id) }}>
        {formatDateTime(job.created_at)}
      </Link>
      <ChoiceDot of="massive_state" word={job.state} />
      <span>{job.created_by?.name}</span>
      <span>{job.vno?.name}</span>
      <Progress job={job} />
    </li>
  )
}

/** The operator's queries, newest first; results are kept for a week. */
function Jobs() {
  const answer = useCall('admin_vno/neighbors/jobs/get', { limit: 50 })
  return (
    <Card title={text('massive.jobs')} aside={<span className="hl-faint">{text('massive.kept')}</span>}>
      <QueryState answer={answer} height={180}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title={text('massive.empty')}>{text('massive.empty.text')}</EmptyState>
          ) : (
            <ul className={`grid ${styles.jobs}`}>
              {records.map((job) => (
                <Job key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  )
}

/** Bulk query of the operator's accesses. */
export function MassiveScreen() {
  useLive()
  const [read, setRead] = useState<ReadAnswer | null>(null)
  return (
    <Page title={text('massive.title')} lead={text('massive.lead')} actions={<Sections />}>
      {session.can('massive-neighbor-request_create', 'neightborState.massive_create') && <Ask onRead={setRead} />}
      {read && <ReadNow read={read} />}
      <Jobs />
    </Page>
  )
}
