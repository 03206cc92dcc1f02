import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { ReadContext, ReadHandler } from '../../kernel/handler.ts'
import { compare, judgedReading, type Reading } from '../../process/judging/compare.ts'
import { loadFacts } from '../../process/judging/facts.ts'
import { withControls } from '../../process/reports/control-findings.ts'

const view = 'select report_view($1, $2)'
const { finalized, cancelled, finalizedSync, canceledSync, wronglyCancelled } = processState.is
/** Version 1 stored no readings. */
const keptVersion = 2
const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]

/**
 * The report computed from `live`, else the frozen one; null if there is none yet, undefined if the session has no part in the
 * intervention.
 */
async function shown(
  { db, sql }: ReadContext,
  eventId: number,
  live: object | null = null,
): Promise<{ record: Report } | null | undefined> {
  const record = await sql.json(view, [eventId, live && JSON.stringify(live)])
  if (record === null) return undefined
  return record === 'null' ? null : { record: await withControls(db, sql, JSON.parse(record) as Report) }
}

/** The box now; the last reading if its OLT does not answer. */
async function seenNow({ plant }: ReadContext, ctoId: number): Promise<Reading | null> {
  try {
    return await plant.readBox(ctoId, { purpose: 'demand' })
  } catch (error) {
    const silent = error instanceof Problem && (error.code === 'OLT_UNREACHABLE' || error.code === 'OLT_BUSY')
    if (!silent) throw error
    return await plant.lastReading(ctoId)
  }
}

/** An intervention's effect on its neighbours: live and frozen. */
export const qualityReports = {
  'admin_vno/neighbors/qualityReport': (async (context, { event_id }) => {
    const facts = await loadFacts(context.db, context.sql, event_id)
    // Changes in the box after the end do not belong to the intervention.
    if (facts === null || closed.includes(facts.process_state)) {
      const report = await shown(context, event_id)
      if (report) return report
    }
    if (facts === null) throw new Problem('NOT_FOUND')
    const judged = judgedReading(facts)
    const now = closed.includes(facts.process_state) ? null : await seenNow(context, facts.cto_id)
    const reading = now !== null && now.takenAt > judged.takenAt ? now : judged
    // A work being cancelled must leave its own customer unchanged.
    const { diff, verdict } = compare(facts, reading, { cancels: facts.process_state === wronglyCancelled })
    const { before_id, after_id } = facts
    const report = await shown(context, event_id, { before_id, after_id, diff, verdict })
    if (!report) throw new Error(`whoever has the facts of ${event_id} does not see its report`)
    return report
  }) satisfies ReadHandler<'admin_vno/neighbors/qualityReport'>,

  'admin_vno/neighbors/persistedqualityreport': (async (context, { event_id, version }) => {
    const report = await shown(context, event_id)
    if (report === undefined) throw new Problem('NOT_FOUND')
    const other = version !== undefined && version !== keptVersion
    if (report === null || other) throw new Problem('REPORT_NOT_PERSISTED')
    return report
  }) satisfies ReadHandler<'admin_vno/neighbors/persistedqualityreport'>,
}
