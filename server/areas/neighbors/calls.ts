import { isNeutral } from '../../kernel/principal.ts'
import { withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { normalCode } from '@hilo/domain/text.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import { Json, type ReadHandler } from '../../kernel/handler.ts'
import { readOrRemember } from '../../process/own-state.ts'
import { onlyOne } from './only-one.ts'
import { prepare } from './prepare.ts'
import { qualityReports } from './report-calls.ts'
import { findBox, keptReading, liveReading } from './queries.ts'

/** Neighbours of a box, as read by their OLT. */
export const neighbors = {
  ...qualityReports,
  ...prepare,
  'admin_vno/neighbors/queryState': (async (context, { cto_code, cto_id, port_id, event_id, phase }) => {
    onlyOne({ cto_code, cto_id, port_id })
    if (phase !== undefined && phase !== 'live' && event_id === undefined) onlyOne({ event_id })
    const { sql, plant, principal } = context
    const all = isNeutral(principal)
    if (all && withholds(principal.privileges, 'neightborState.all_view')) throw new Problem('PRIVILEGE_DENIED')
    const { vnoId, technicalId } = viewerOf(principal)
    const code = cto_code === undefined ? null : normalCode(cto_code)
    const isStored = event_id !== undefined && phase !== undefined
    const asked = [code, cto_id ?? null, port_id ?? null, event_id ?? null, vnoId, technicalId, isStored]
    const box = JSON.parse((await sql.json(findBox, asked)) ?? 'null') as { ctoId: number } | null
    if (!box) throw new Problem('NOT_FOUND')
    if (isStored) {
      const text = await sql.json(keptReading, [event_id, phase])
      if (text === null) throw new Problem('NOT_FOUND')
      return new Json(text)
    }
    const { answer } = await readOrRemember(plant, box.ctoId)
    const readings = answer.readings.map(({ port, state, rxDbm, oltRxDbm, readAt }) => ({
      port,
      state,
      rx_dbm: rxDbm,
      olt_rx_dbm: oltRxDbm,
      read_at: readAt.toISOString(),
    }))
    const { takenAt, source, completePct, ageS } = answer
    const values = [box.ctoId, event_id ?? null, takenAt, source, completePct, ageS, JSON.stringify(readings)]
    return new Json((await sql.json(liveReading, values)) ?? '')
  }) satisfies ReadHandler<'admin_vno/neighbors/queryState'>,
}
