import { darkBefore, verdictSentence, verdictLook } from '@hilo/domain/neighbour-look.ts'
import { processState } from '@hilo/domain/status.ts'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { CancelFacts } from './CancelFacts.tsx'
import { Checking } from './Checking.tsx'
import { CleanVerdict, PaperButton } from './CleanVerdict.tsx'
import { Blank, Failed } from '../LoadStates.tsx'
import { NotYet } from './NotYet.tsx'
import { nextBox, pastPath, type NextBox } from '../paths.ts'
import css from '../phone.module.css'
import { mayHaveReport, useReport } from './report.ts'
import { useWork } from '../use-work.ts'
import { isBeingCancelled, isCancelled, isClosing, isFinished, type Work } from '../work.ts'
import { LookSign } from '../LookSign.tsx'
import verdict from './verdict.module.css'

const { finalizing, error: inError } = processState.is

/** Result of an intervention, or what prevents its closing. */
export function VerdictScreen() {
  const { id } = useParams({ strict: false })
  const { work, missing, error, again } = useWork(Number(id))
  if (missing) return <Failed title={text('tech.gone.title')} sentence={text('tech.gone.text')} />
  if (work === null) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  return <Verdict work={work} />
}

function Verdict({ work }: { work: Work }) {
  const operations = useOutbox()
  const mine = operations.filter((one) => one.group === String(work.id))
  const asking = isClosing(work, mine)
  const ending = work.process_state === finalizing || isBeingCancelled(work, mine)
  if (asking || ending) return <Checking work={work} queued={asking} operations={mine} />
  if (isCancelled(work)) return <Cancelled work={work} />
  if (work.process_state === inError) {
    return <Failed title={text('tech.error.title')} sentence={work.error?.text ?? text('tech.error.text')} />
  }
  if (!isFinished(work)) return <NotYet work={work} operations={mine} />
  return mayHaveReport(work) ? <Clean work={work} /> : <Unread work={work} />
}

function Clean({ work }: { work: Work }) {
  const { data, error, refetch } = useReport(work)
  if (data) return <CleanVerdict work={work} report={data.record} />
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Blank />
}

/** Path to start the same work in another box. */
function anewPath({ work_kind, service_order_id }: Work, { id }: NextBox): string {
  const known = { cto: id, kind: work_kind, orden: service_order_id }
  const asked = Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return `/tecnico/nueva?${new URLSearchParams(asked).toString()}`
}

/** Cancelled: findings, who cancelled and why, state of the order, and where the work continues. */
function Cancelled({ work }: { work: Work }) {
  const next = nextBox(work.id)
  const { verdict } = work.neighbours
  const diff = useReport(work, verdict !== null).data?.record.diff ?? []
  const sentences = [verdictSentence(verdict, work.neighbours.harmed_count ?? 0), darkBefore(diff)]
  return (
    <div className={css.screen}>
      <header className={css.head} role="status">
        <h1>{text('tech.cancelled.title')}</h1>
        {sentences.map(
          (one) =>
            one && (
              <p key={one.key} className={css.sub}>
                {text(one.key, one.values)}
              </p>
            ),
        )}
        <p className={css.sub}>{text('tech.cancelled.text')}</p>
      </header>
      <div className={css.middle}>
        <CancelFacts work={work} />
        {work.service_order_id !== null && <p className={css.card}>{text('tech.leave.then.order')}</p>}
      </div>
      <div className={css.foot}>
        {next && (
          <LinkButton size="glove" shape="wide" style={{ marginBottom: 8 }} to="/tecnico">
            {text('tech.to_today')}
          </LinkButton>
        )}
        <div className={css.row}>
          <LinkButton size="glove" to={pastPath(work)}>
            {text('tech.cancelled.see')}
          </LinkButton>
          {next ? (
            <LinkButton kind="main" size="glove" to={anewPath(work, next)}>
              {text('tech.hair.near.go', { label: labelOf(next.code) })}
            </LinkButton>
          ) : (
            <LinkButton kind="main" size="glove" to="/tecnico">
              {text('tech.to_today')}
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}

/** Closed intervention whose neighbours were never read: its verdict, if it came with one, and no report. */
function Unread({ work }: { work: Work }) {
  const { verdict: known } = work.neighbours
  return (
    <div className={css.screen}>
      <header className={verdict.head} role="status">
        <LookSign look={verdictLook(known)} size={42} />
        <h1 className="bold">{text(known === null ? 'tech.unread.title' : `tech.verdict.${known}`)}</h1>
      </header>
      <div className={css.middle}>
        <p className={`${css.card} ${css.note}`}>{text('tech.unread.text')}</p>
      </div>
      <div className={css.foot}>
        <PaperButton work={work} />
        <div className={css.row}>
          <LinkButton size="glove" to={pastPath(work)}>
            {text('tech.cancelled.see')}
          </LinkButton>
          <LinkButton kind="main" size="glove" to="/tecnico">
            {text('tech.clean.end')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
