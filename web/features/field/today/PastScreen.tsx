import type { FieldStep } from '@hilo/domain/status.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconFileText from '@iconify-json/tabler/file-text'
import { useParams } from '@tanstack/react-router'
import { useCall } from '../../../api/query.ts'
import { useFile } from '../../../api/use-file.ts'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { formatDateTime, formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { Blank, Failed } from '../LoadStates.tsx'
import past from './past.module.css'
import { verdictPath } from '../paths.ts'
import css from '../phone.module.css'
import { CancelFacts } from '../verdict/CancelFacts.tsx'
import { useReport } from '../verdict/report.ts'
import { factsOf } from './step-facts.ts'
import { StateSign } from '../StateSign.tsx'
import { useOnce } from '../use-once.ts'
import { useWork } from '../use-work.ts'
import { sharePaper } from './work-paper.ts'
import { isCancelled, isFinished, stepOf, type Work } from '../work.ts'
import { WorkBadge } from './WorkRow.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'

/** A finished intervention, read-only: steps, pictures and result. */
export function PastScreen() {
  const { id } = useParams({ strict: false })
  const { work, missing, error, again } = useWork(Number(id))
  if (missing) return <Failed title={text('tech.gone.title')} sentence={text('tech.gone.text')} />
  if (work === null) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  return <Past work={work} />
}

function Past({ work }: { work: Work }) {
  const { busy, run } = useOnce(() => sharePaper(work))
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{work.work_kind === null ? work.code : text(`choice.work_kind.${work.work_kind}`)}</h1>
        <p className={css.sub}>
          <span className="code">{work.code}</span>, {labelOf(work.cto.code)}
        </p>
      </header>
      <div className={css.middle}>
        <div className={css.card}>
          <p className={css.heading}>
            {formatDateTime(work.started_at ?? work.created_at)}
            <WorkBadge work={work} />
          </p>
          {work.error && (
            <p className={css.note}>
              <Unbroken>{work.error.text}</Unbroken>
            </p>
          )}
          {isFinished(work) && <Code work={work} />}
        </div>
        {isCancelled(work) && <CancelFacts work={work} />}
        {fieldSteps.map((step) => (
          <PastStep key={step} work={work} step={step} />
        ))}
      </div>
      <div className={css.foot}>
        <div className={css.row}>
          <LinkButton size="glove" shape="square" to="/tecnico/historial" aria-label={text('tech.history')}>
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </LinkButton>
          <LinkButton size="glove" shape="stack" to={verdictPath(work)}>
            <StateSign level="ok" size={24} />
            {text('tech.past.verdict')}
          </LinkButton>
          <Button kind="main" size="glove" busy={busy} onClick={() => void run()}>
            <IconFileText size={26} stroke={1.8} aria-hidden />
            {text('tech.paper')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Code({ work }: { work: Work }) {
  const { discharge_code: code = null, discharge_withdrawn: withdrawn = null } = useReport(work).data?.record ?? {}
  if (code === null) return null
  return (
    <p className={css.note}>
      {text(withdrawn ? 'tech.clean.withdrawn' : 'tech.clean.code')} <strong className="code">{code}</strong>
      {withdrawn && (
        <>
          <br />
          {text(`discharge.found.${withdrawn.reason}`)}{' '}
          {text('tech.clean.withdrawn.at', { at: formatDateTime(withdrawn.at) })}
        </>
      )}
    </p>
  )
}

/** A step that was worked on; nothing for an untouched one. */
function PastStep({ work, step }: { work: Work; step: FieldStep }) {
  const { status, done_at, data, pictures } = stepOf(work, step)
  if (status === 'iddle') return null
  return (
    <section className={past.step}>
      <h2 className="flex between gap-12 hand-l">
        {text(`choice.step.${step}`)}
        {done_at !== null && <span className="ink-note">{formatTime(done_at)}</span>}
      </h2>
      <dl className="grid gap-4">
        {factsOf(step, data).map(([name, value]) => (
          <div key={name} className="flex wrap between gap-x-16">
            <dt className="ink-note">{name}</dt>
            <dd className="semibold anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {pictures.length > 0 && work.id > 0 && <Pictures work={work} step={step} />}
    </section>
  )
}

function Pictures({ work, step }: { work: Work; step: FieldStep }) {
  const { data } = useCall('admin_vno/enrollments/pictures/get', { event_id: work.id })
  const mine = data?.records.filter((one) => one.step === step) ?? []
  return (
    <ul className={`${past.pictures} flex gap-8 scroll-x mt-10`}>
      {mine.map((one) => (
        <li key={one.id}>
          <Thumb file={one.file_id} name={text(`choice.step.${step}`)} />
        </li>
      ))}
    </ul>
  )
}

function Thumb({ file, name }: { file: number; name: string }) {
  const { url } = useFile(file, 'thumb')
  return url === undefined ? <span aria-busy="true" /> : <img src={url} alt={name} />
}
