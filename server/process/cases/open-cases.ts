/** Cases that are still open after their intervention ended: light that comes back closes them too. */
import type { Tx } from '../../kernel/sql/scope.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { closeCase } from './cases.ts'
import { lockEvent } from '../event-row.ts'
import { watchedEvent } from '../watching/watched-ports.ts'

/** Cases whose light is still awaited, as SQL on `k`. */
export const awaitedCase = `k.state in ('abierto', 'escalado') and k.detected_at > app_now() - interval '7 days'`

interface Lasting {
  eventId: number
  portId: number
  /** Of the ONT that was there when the intervention began. */
  serial: string | null
  detectedAt: Date
}

const selectLasting = `
  select k.event_id as "eventId", k.port_id as "portId", n.serial, k.detected_at as "detectedAt"
  from neighbour_case k join event e on e.id = k.event_id
  left join event_neighbour n on n.event_id = k.event_id and n.port_id = k.port_id
  where k.cto_id = $1::bigint and ${awaitedCase} and not (${watchedEvent}) order by k.event_id, k.port_id`

/** Closes the cases of closed interventions whose customers have light again. In the scope of all operators. */
export async function closeLasting(sql: Tx, { ctoId, readings }: Pick<BoxAnswer, 'ctoId' | 'readings'>): Promise<void> {
  const byPort = new Map(readings.map((one) => [one.portId, one]))
  for (const { eventId, portId, serial, detectedAt } of await sql.rows<Lasting>(selectLasting, [ctoId])) {
    const reading = byPort.get(portId)
    if (reading?.state !== 'online' || (serial !== null && reading.serial !== serial)) continue
    const { lastUpAt, readAt, rxDbm } = reading
    if (readAt <= detectedAt) continue
    const event = await lockEvent(sql, eventId)
    const restoredAt = lastUpAt && lastUpAt > detectedAt && lastUpAt <= readAt ? lastUpAt : readAt
    if (event) await closeCase(sql, event, portId, restoredAt, rxDbm)
  }
}
