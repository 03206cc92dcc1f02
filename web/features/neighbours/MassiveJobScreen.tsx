import type { NeighborJob } from '@hilo/contract/neighbor-jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { useIsLive, useLive } from '../../api/stream.ts'
import '../../lists/lists.css'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { Asked } from '../../ui/Asked.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import styles from './massive.module.css'
import { Progress } from './Progress.tsx'
import { Results } from './Results.tsx'

const path = 'admin_vno/neighbors/jobs/get'
/** So often a query that is under way is looked at where changes do not arrive by themselves. */
const everyMs = 5000
/** Thousands of results are not asked for with every box that is read, ms. */
const pauseOf = ({ total }: NeighborJob): number => (total > 500 ? 15_000 : 3000)

const isOver = ({ state }: NeighborJob): boolean => state !== 'en_cola' && state !== 'en_curso'

/** How far one query is, found among the newest: asked for by its id it would bring all its results along. */
function useJob(id: number) {
  useLive()
  const live = useIsLive()
  const answer = useCall(path, { filter: { id }, limit: 1 })
  const job = answer.data?.records[0]
  const waiting = job !== undefined && !isOver(job)
  useEffect(() => {
    if (!waiting || live) return
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: [path] }), everyMs)
    return () => clearInterval(timer)
  }, [waiting, live])
  return { answer, job }
}

/** Everything that was read so far; once the query is over it stays as it is. */
function useResults(job: NeighborJob) {
  const { id } = job
  const over = isOver(job)
  return useQuery(
    {
      queryKey: ['massive results', id, over],
      queryFn: async ({ signal }) => (await call(path, { id }, { signal })).records[0]?.results ?? [],
      staleTime: over ? Number.POSITIVE_INFINITY : pauseOf(job),
      refetchInterval: over ? false : pauseOf(job),
    },
    queryClient,
  )
}

function Job({ job }: { job: NeighborJob }) {
  const results = useResults(job)
  return (
    <Page
      title={text('massive.job', { at: formatDateTime(job.created_at) })}
      actions={
        <Link className="hl-button" to="/vno/vecinos/masiva">
          {text('massive.back')}
        </Link>
      }
    >
      <Card label={text('massive.progress')}>
        <div className={styles.jobHead}>
          <ChoiceDot of="massive_state" word={job.state} />
          <Progress job={job} />
          <span className="hl-faint" role="status">
            {job.finished_at === null
              ? text('massive.running')
              : text('massive.finished', { at: formatDateTime(job.finished_at) })}
          </span>
        </div>
      </Card>
      <Card label={text('massive.results')}>
        <Asked answer={results} height={420}>
          {(rows) => <Results id={job.id} rows={rows} />}
        </Asked>
      </Card>
    </Page>
  )
}

/** A massive query: how far it is, and what was read. Nobody has to stay here for it. */
export function MassiveJobScreen() {
  const { answer, job } = useJob(useRouteId())
  if (job) return <Job key={job.id} job={job} />
  if (answer.isPending) return <div className={styles.waiting} aria-busy="true" aria-label={text('home.loading')} />
  return (
    <div className="hl-face" role="alert">
      <h1>{answer.isError ? problemText(answer.error) : text('massive.gone')}</h1>
      <Link className="hl-button" to="/vno/vecinos/masiva">
        {text('massive.back')}
      </Link>
    </div>
  )
}
