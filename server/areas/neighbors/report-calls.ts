import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import { Json, type ReadContext, type ReadHandler } from '../../http/handler.ts'
import { compare, judgedReading, type Reading } from '../../process/judging/compare.ts'
import { loadFacts } from '../../process/judging/facts.ts'

const view = 'select report_view($1, $2)'
const { finalized, cancelled, finalizedSync, canceledSync } = processState.is
/** The first version kept nothing. */
const keptVersion = 2
const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]

/** The report as it was frozen; null while there is none, undefined for whoever has no part in the intervention. */
async function frozen({ sql }: ReadContext, eventId: number): Promise<Json | null | undefined> {
  const record = await sql.json(view, [eventId, null])
  if (record === null) return undefined
  return record === 'null' ? null : new Json(`{"record":${record}}`)
}

/** The box as it is now; as it was last read when its OLT does not answer. */
async function seenNow({ plant }: ReadContext, ctoId: number): Promise<Reading | null> {
  try {
    return await plant.readBox(ctoId, { purpose: 'demand' })
  } catch (error) {
    const silent = error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')
    if (!silent) throw error
    return await plant.lastReading(ctoId)
  }
}

/** What an intervention did to its neighbours: as it stands now, and as it was frozen. */
export const qualityReports = {
  'admin_vno/neighbors/qualityReport': (async (context, { event_id }) => {
    const facts = await loadFacts(context.db, context.sql, event_id)
    // What happens in the box after the end is not the intervention's.
    if (facts === null || closed.includes(facts.process_state)) {
      const kept = await frozen(context, event_id)
      if (kept) return kept
    }
    if (facts === null) throw new Problem('NOT_FOUND')
    const judged = judgedReading(facts)
    const now = closed.includes(facts.process_state) ? null : await seenNow(context, facts.cto_id)
    const reading = now !== null && now.takenAt > judged.takenAt ? now : judged
    const { diff, verdict } = compare(facts, reading)
    const { before_id, after_id } = facts
    const record = await context.sql.json(view, [event_id, JSON.stringify({ before_id, after_id, diff, verdict })])
    if (record === null) throw new Error(`whoever has the facts of ${event_id} does not see its report`)
    return new Json(`{"record":${record}}`)
  }) satisfies ReadHandler<'admin_vno/neighbors/qualityReport'>,

  'admin_vno/neighbors/persistedqualityreport': (async (context, { event_id, version }) => {
    const kept = await frozen(context, event_id)
    if (kept === undefined) throw new Problem('NOT_FOUND')
    const other = version !== undefined && version !== keptVersion
    if (kept === null || other) throw new Problem('REPORT_NOT_PERSISTED')
    return kept
  }) satisfies ReadHandler<'admin_vno/neighbors/persistedqualityreport'>,
}
