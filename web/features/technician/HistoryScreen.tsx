import { useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Failed, Rows } from './Faces.tsx'
import css from './phone.module.css'
import today from './today.module.css'
import { useHistory } from './use-work.ts'
import { WorkRow } from './WorkRow.tsx'

/** What a page of the list takes at most. */
const most = 200
const few = 30

/** Everything that the technician has done, newest first. */
export function HistoryScreen() {
  const [limit, setLimit] = useState(few)
  const { data, error, refetch } = useHistory(limit)
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.history')}</h1>
        <p className={css.sub}>
          {data?.total
            ? text('tech.history.count', { count: data.total.value, total: formatNumber(data.total.value) })
            : ' '}
        </p>
      </header>
      <div className={css.middle}>
        {data === undefined && <Rows count={6} />}
        {data?.records.length === 0 && <p className={css.note}>{text('tech.today.empty')}</p>}
        {data !== undefined && data.records.length > 0 && (
          <ul className={today.list}>
            {data.records.map((work) => (
              <WorkRow key={work.id} work={work} day />
            ))}
          </ul>
        )}
        {data?.next_cursor != null && limit < most && (
          <button type="button" className={`${css.second} ${css.wide}`} onClick={() => setLimit(most)}>
            {text('tech.history.more')}
          </button>
        )}
      </div>
    </div>
  )
}
