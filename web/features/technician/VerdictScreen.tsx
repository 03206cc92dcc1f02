import { darkBefore, verdictSentence } from '@hilo/domain/neighbour-look.ts'
import { processState } from '@hilo/domain/status.ts'
import { Link, useParams } from '@tanstack/react-router'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { labelOf } from './box.ts'
import { Checking } from './Checking.tsx'
import { CleanVerdict } from './CleanVerdict.tsx'
import { Blank, Failed } from './Faces.tsx'
import { NotYet } from './NotYet.tsx'
import { nextBox, type NextBox } from './paths.ts'
import css from './phone.module.css'
import { useReport } from './report.ts'
import { useWork } from './use-work.ts'
import { isBeingCancelled, isCancelled, isClosing, isFinished, type Work } from './work.ts'

const { finalizing, error: inError } = processState.is

/** How an intervention ended, or what keeps it from ending. */
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
  return isFinished(work) ? <Clean work={work} /> : <NotYet work={work} operations={mine} />
}

function Clean({ work }: { work: Work }) {
  const { data, error, refetch } = useReport(work)
  if (data) return <CleanVerdict work={work} report={data.record} />
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Blank />
}

/** Where the same work begins in another box. */
function anewPath({ work_kind, service_order_id }: Work, { id }: NextBox): string {
  const known = { cto: id, kind: work_kind, orden: service_order_id }
  const asked = Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return `/tecnico/nueva?${new URLSearchParams(asked).toString()}`
}

/** Left: what was found of the neighbours, what happens with the order, and where the work goes on. */
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
        {work.service_order_id !== null && <p className={css.card}>{text('tech.leave.then.order')}</p>}
      </div>
      <div className={css.foot}>
        {next && (
          <Link className={`${css.second} ${css.wide}`} style={{ marginBottom: 8 }} to="/tecnico">
            {text('tech.to_today')}
          </Link>
        )}
        <div className={css.row}>
          {next ? (
            <Link className={css.main} to={anewPath(work, next)}>
              {text('tech.hair.near.go', { label: labelOf(next.code) })}
            </Link>
          ) : (
            <Link className={css.main} to="/tecnico">
              {text('tech.to_today')}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}
