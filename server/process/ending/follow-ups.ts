import { eventTimes } from '@hilo/domain/event.ts'
import type { Tx } from '../../db/scope.ts'
import { schedule, type EventRow } from '../event-row.ts'

/** What follows a closed intervention by itself: its report as a file, the operator's systems, two more looks at the box. */
export async function scheduleAfterwards(sql: Tx, event: EventRow, reportId: number): Promise<void> {
  await schedule(sql, 'process.report_pdf', event.id, { report_id: reportId })
  await schedule(sql, 'process.acknowledge', event.id, {}, { key: `acknowledge:${event.id}` })
  await scheduleControls(sql, event)
}

/** Two looks at the box after the end. A work that was given up before its first reading has them too: its technician was there. */
export async function scheduleControls(sql: Tx, event: Pick<EventRow, 'id' | 'degraded'>): Promise<void> {
  if (event.degraded) return
  for (const [phase, afterMs] of Object.entries(eventTimes.controls))
    await schedule(sql, 'process.control', event.id, { phase }, { at: { afterMs }, key: `${phase}:${event.id}` })
}
