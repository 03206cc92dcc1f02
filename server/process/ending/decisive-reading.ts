import type { Tx } from '../../kernel/sql/scope.ts'
import type { JudgedMarks } from '@hilo/domain/port-look.ts'
import type { Comparison, DiffRow } from '../judging/compare.ts'
import type { EventPatch, EventRow } from '../event-row.ts'
import { followFindings } from '../cases/findings.ts'
import { recordJudgement } from '../judging/record.ts'
import type { DecisiveReading } from './final-reading.ts'
import { faceplateItems, saveSnapshot } from '../opening/snapshot.ts'
import { notifyTree } from '../notices/event-notices.ts'

/** Marks that the faceplate shows in addition to the light. */
const judgedMarks = (diff: readonly DiffRow[]): ReadonlyMap<number, JudgedMarks> =>
  new Map(
    diff.map(({ port, class: findingClass, level, preexisting }) => [
      port,
      { ...(findingClass !== 'igual' && { class: findingClass, level }), ...(preexisting && { preexisting }) },
    ]),
  )

/** Stores the decisive reading with its judgement and returns the part that the intervention shows. */
export async function storeDecisiveReading(
  sql: Tx,
  event: EventRow,
  { reading }: Omit<DecisiveReading, 'facts'>,
  comparison: Comparison,
): Promise<EventPatch> {
  const saved = await saveSnapshot(sql, { eventId: event.id, ctoId: event.cto_id, phase: 'after' }, reading)
  await sql.rows(
    `update event_neighbour n set class = d.class, delta_db = d.delta_db
       from jsonb_to_recordset($2::jsonb) as d(port_id bigint, class text, delta_db numeric)
      where n.event_id = $1 and n.port_id = d.port_id`,
    [event.id, JSON.stringify(comparison.diff)],
  )
  await followFindings(sql, event, comparison.diff, await recordJudgement(sql, event, 'after', comparison))
  if (comparison.upstream) await notifyTree(sql, event)
  return {
    after_snapshot_id: saved.id,
    verdict: comparison.verdict,
    harmed_count: comparison.harmed,
    neighbour_items: faceplateItems(saved.items, event.vno_id, judgedMarks(comparison.diff)),
  }
}
