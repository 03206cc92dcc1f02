import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { Press } from '../../kit/Button.tsx'
import { saveFile } from '../../lists/download/save-file.ts'
import { formatStamp } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useMinute } from '../../lists/use-minute.ts'
import styles from './event-log.module.css'
import { logCsv, logOf, type LogEntry } from './log.ts'

const first = 12

/** Entries of a log. */
export function LogLines({ entries }: { entries: readonly LogEntry[] }) {
  return (
    <ol className={styles.log}>
      {entries.map((entry) => (
        <li className="grid gap-8 baseline small" key={`${entry.at} ${entry.text}`} data-loud={entry.loud}>
          <time className="nowrap ink-2 phone-column-2" dateTime={entry.at}>
            {formatStamp(entry.at)}
          </time>
          <Shape kind={entry.shape} tone={entry.tone} size={9} />
          <span>{entry.text}</span>
        </li>
      ))}
    </ol>
  )
}

/** Log of the intervention, newest first. */
export function EventLog({ event, report }: { event: Event; report: Report | undefined }) {
  useMinute()
  const pictures = useCall('admin_vno/enrollments/pictures/get', { event_id: event.id }).data?.records ?? []
  const [all, setAll] = useState(false)
  const entries = logOf(event, report, pictures, serverNow())
  const shown = all ? entries : entries.slice(0, first)
  const save = () => saveFile(new Blob([logCsv(entries)], { type: 'text/csv;charset=utf-8' }), `${event.code}.csv`)
  return (
    <section className="edge surface" aria-label={text('event.log')}>
      <header className={`flex gap-12 between ${styles.head}`}>
        <h2>{text('event.log')}</h2>
        <span className="lines-xs ink-2">{text('event.log.clock')}</span>
      </header>
      <LogLines entries={shown} />
      <footer className={`flex line-top ${styles.foot} p-8-14`}>
        {entries.length > first && (
          <Press className="small ink-2 phone-min-h-48" onClick={() => setAll(!all)}>
            {all ? text('event.log.fewer') : text('event.log.all', { count: entries.length })}
          </Press>
        )}
        <Press className="small ink-2 phone-min-h-48" onClick={save}>
          {text('event.log.csv')}
        </Press>
      </footer>
    </section>
  )
}
