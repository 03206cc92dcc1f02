import type { Tx } from '../../kernel/sql/scope.ts'
import { schedule } from '../schedule.ts'

const drawn = 'select max(id)::text from quality_report where event_id = $1 and pdf_file_id is not null'

/**
 * Schedules another drawing of the report's paper: a control was made, or the code withdrawn, after it was drawn. One that is
 * still to be drawn says it anyway: jobs of one intervention run one after another. The sealed row stays as it is.
 */
export async function redrawReport(sql: Tx, eventId: number): Promise<void> {
  const id = await sql.json(drawn, [eventId])
  if (id === null) return
  const payload = { report_id: Number(id), anew: true }
  await schedule(sql, 'process.report_pdf', eventId, payload, { key: `report_pdf:${eventId}` })
}
