import type { NeighborJob } from '@hilo/contract/neighbors/neighbor-jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { useIsLive, useLive } from '../../api/stream.ts'
import '../../lists/lists.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Card, Page } from '../../kit/Page.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { Progress } from './Progress.tsx'
import { Results } from './Results.tsx'

const path = 'admin_vno/neighbors/jobs/get'
/** Poll interval of a running query without the live stream, ms. */
const everyMs = 5000
/** Delay between refreshes of the results, ms: longer for thousands of rows. */
const pauseOf = ({ total }: NeighborJob): number => (total > 500 ? 15_000 : 3000)

const isOver = ({ state }: NeighborJob): boolean => state !== 'en_cola' && state !== 'en_curso'

/** Progress of a query, from the list of the newest: a request by id would include all results. */
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

/** Results so far; fixed once the query has finished. */
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
      actions={<LinkButton to="/vno/vecinos/masiva">{text('massive.back')}</LinkButton>}
    >
      <Card label={text('massive.progress')}>
        <div className="flex gap-6 gap-x-20 wrap middle">
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
        <QueryState answer={results} height={420}>
          {(rows) => <Results id={job.id} rows={rows} />}
        </QueryState>
      </Card>
    </Page>
  )
}

/** A bulk query: progress and results. It continues when the screen is left. */
export function MassiveJobScreen() {
  const { answer, job } = useJob(useRouteId())
  if (job) return <Job key={job.id} job={job} />
  if (answer.isPending) return <div className="tall" role="status" aria-busy="true" aria-label={text('home.loading')} />
  return (
    <div className="hl-face" role="alert">
      <h1>{answer.isError ? problemText(answer.error) : text('massive.gone')}</h1>
      <LinkButton to="/vno/vecinos/masiva">{text('massive.back')}</LinkButton>
    </div>
  )
}
