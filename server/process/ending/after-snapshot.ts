import type { Tx } from '../../db/scope.ts'
import type { Comparison } from '../judging/compare.ts'
import type { EventPatch, EventRow } from '../event-row.ts'
import { followFindings } from '../cases/findings.ts'
import { recordJudgement } from '../judging/record.ts'
import type { Decisive } from './final-reading.ts'
import { faceplateItems, saveSnapshot } from '../opening/snapshot.ts'
import { tellTree } from '../notices/event-notices.ts'

/** Keeps the reading that decides and what it says of each neighbour; answers what the intervention shows of it. */
export async function keepReading(
  sql: Tx,
  event: EventRow,
  { reading }: Omit<Decisive, 'facts'>,
  comparison: Comparison,
): Promise<EventPatch> {
  const saved = await saveSnapshot(sql, { eventId: event.id, ctoId: event.cto_id, phase: 'after' }, reading)
  await sql.rows(
    `update event_neighbour n set class = d.class, delta_db = d.delta_db
       from jsonb_to_recordset($2::jsonb) as d(port_id bigint, class text, delta_db numeric)
      where n.event_id = $1 and n.port_id = d.port_id`,
    [event.id, JSON.stringify(comparison.diff)],
  )
  await followFindings(sql, event, await recordJudgement(sql, event, 'after', comparison))
  if (comparison.upstream) await tellTree(sql, event)
  return {
    after_snapshot_id: saved.id,
    verdict: comparison.verdict,
    harmed_count: comparison.harmed,
    neighbour_items: faceplateItems(saved.items, event.vno_id),
  }
}
