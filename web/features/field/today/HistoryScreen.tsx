import { eventType } from '@hilo/domain/status.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query.ts'
import { Button } from '../../../kit/Button.tsx'
import { useCachedResponse } from '../../../offline/cached-response.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { isDay } from '../../../ui/form/days.ts'
import { DayInput } from '../../../ui/form/moment-inputs.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { Failed, Rows } from '../LoadStates.tsx'
import fields from '../step/fields.module.css'
import css from '../phone.module.css'
import today from './today.module.css'
import { WorkRow } from './WorkRow.tsx'

const few = 30
/** Side by side while the text fits. */
const half = { flex: '1 1 9rem', width: 'auto', minWidth: 0 }

/** Filter of one day, if chosen. */
function within(day: string) {
  if (day === '') return {}
  const [from, to] = [new Date(`${day}T00:00`), new Date(`${day}T23:59:59.999`)]
  return { created_at: { gte: from.toISOString(), lte: to.toISOString() } }
}

/** The technician's past interventions, newest first, by pages. */
function usePages(day: string, search: string) {
  const asked = {
    filter: { type: eventType.is.createListener, ...within(day) },
    ...(search !== '' && { search }),
    limit: few,
    count: true,
  }
  return useInfiniteQuery(
    {
      queryKey: ['admin_vno/events/get', asked, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        call('admin_vno/events/get', { ...asked, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
    },
    queryClient,
  )
}

/** The technician's past interventions, newest first, by day or search. */
export function HistoryScreen() {
  const [day, setDay] = useState('')
  const [written, setWritten] = useState('')
  const search = useDeferredValue(written.trim())
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(day, search)
  const online = useOnline()
  const first = data?.pages[0]?.records
  const everything = day === '' && search === ''
  const cached = useCachedResponse('history', everything ? first : undefined)
  const works = data?.pages.flatMap(({ records }) => records) ?? (everything ? cached : undefined)
  if (error && !works) return <Failed error={error} retry={() => void refetch()} />
  const total = data?.pages[0]?.total?.value
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.history')}</h1>
        <p className={css.sub}>
          {total === undefined ? '\u00a0' : text('tech.history.count', { count: total, total: formatNumber(total) })}
        </p>
      </header>
      <div className={css.middle}>
        {works === undefined && <Rows count={6} />}
        {works !== undefined && data === undefined && (error || !online) && (
          <p className={`${css.note} ${css.warn}`}>{text('tech.shift.offline')}</p>
        )}
        {works?.length === 0 && (
          <p className={css.note}>{text(day !== '' || search !== '' ? 'tech.history.none' : 'tech.today.empty')}</p>
        )}
        {works !== undefined && works.length > 0 && (
          <ul className={today.list}>
            {works.map((work) => (
              <WorkRow key={work.id} work={work} day past />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button size="glove" shape="wide" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('tech.history.more')}
          </Button>
        )}
      </div>
      <Sought written={written} write={setWritten} day={day} choose={setDay} />
    </div>
  )
}

interface SoughtProps {
  written: string
  write: (words: string) => void
  day: string
  choose: (day: string) => void
}

/** Search bar at the bottom. */
function Sought({ written, write, day, choose }: SoughtProps) {
  return (
    <div className={css.foot} data-over>
      <div className={css.row}>
        <input
          className={fields.input}
          style={half}
          type="search"
          aria-label={text('tech.history.search')}
          placeholder={text('tech.history.search')}
          value={written}
          enterKeyHint="search"
          onChange={({ target }) => write(target.value)}
        />
        <div style={half}>
          <DayInput
            className={fields.input}
            aria-label={text('tech.history.day')}
            value={day}
            onChange={(chosen) => (chosen === '' || isDay(chosen)) && choose(chosen)}
          />
        </div>
      </div>
    </div>
  )
}
