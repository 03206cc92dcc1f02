import { eventTimes } from '@hilo/domain/event.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'

/** Follow-ups of a closed intervention: report file, webhook to the operator, two controls of the box. */
export async function scheduleAfterwards(sql: Tx, event: EventRow, reportId: number): Promise<void> {
  await schedule(sql, 'process.report_pdf', event.id, { report_id: reportId })
  await schedule(sql, 'process.acknowledge', event.id, {}, { key: `acknowledge:${event.id}` })
  await scheduleControls(sql, event)
}

/** Schedules the two controls. A work cancelled before its first reading has them too: its technician was at the box. */
export async function scheduleControls(sql: Tx, event: Pick<EventRow, 'id' | 'degraded'>): Promise<void> {
  if (event.degraded) return
  for (const [phase, afterMs] of Object.entries(eventTimes.controls))
    await schedule(sql, 'process.control', event.id, { phase }, { at: { afterMs }, key: `${phase}:${event.id}` })
}

/**
 * Follow-up readings of the box of a work that ended in an error: the OLT may have been silent while a neighbour was left
 * dark. They freeze no report: the work may still be closed, and has its own controls then.
 */
export async function scheduleLooks(sql: Tx, event: Pick<EventRow, 'id' | 'degraded'>): Promise<void> {
  if (event.degraded) return
  for (const [name, afterMs] of Object.entries(eventTimes.controls))
    await schedule(
      sql,
      'process.control',
      event.id,
      { phase: 'live' },
      { at: { afterMs }, key: `error_${name}:${event.id}` },
    )
}
