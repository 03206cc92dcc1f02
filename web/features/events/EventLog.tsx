import type { Event } from '@hilo/contract/events.ts'
import type { Report } from '@hilo/contract/neighbors.ts'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { saveFile } from '../../lists/download/save-file.ts'
import { formatStamp } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useMinute } from '../../lists/use-minute.ts'
import styles from './event-log.module.css'
import { logCsv, logOf } from './log.ts'

const first = 12

/** What happened, the newest first. */
export function EventLog({ event, report }: { event: Event; report: Report | undefined }) {
  useMinute()
  const pictures = useCall('admin_vno/enrollments/pictures/get', { event_id: event.id }).data?.records ?? []
  const [all, setAll] = useState(false)
  const entries = logOf(event, report, pictures, serverNow())
  const shown = all ? entries : entries.slice(0, first)
  const save = () => saveFile(new Blob([logCsv(entries)], { type: 'text/csv;charset=utf-8' }), `${event.code}.csv`)
  return (
    <section className={styles.card} aria-label={text('event.log')}>
      <header className={styles.head}>
        <h2>{text('event.log')}</h2>
        <span>{text('event.log.clock')}</span>
      </header>
      <ol className={styles.log}>
        {shown.map((entry) => (
          <li key={`${entry.at} ${entry.text}`} data-loud={entry.loud}>
            <time dateTime={entry.at}>{formatStamp(entry.at)}</time>
            <Shape kind={entry.shape} tone={entry.tone} size={9} />
            <span>{entry.text}</span>
          </li>
        ))}
      </ol>
      <footer className={styles.foot}>
        {entries.length > first && (
          <button type="button" onClick={() => setAll(!all)}>
            {all ? text('event.log.fewer') : text('event.log.all', { count: entries.length })}
          </button>
        )}
        <button type="button" onClick={save}>
          {text('event.log.csv')}
        </button>
      </footer>
    </section>
  )
}
