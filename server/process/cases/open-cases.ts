/** Cases that are still open after their intervention ended: light that is back as before closes them too, however old they are. */
import type { NeighbourClass } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { closeCase } from './cases.ts'
import { lockEvent } from '../event-row.ts'
import { watchedEvent } from '../watching/watched-ports.ts'

/** Cases whose light is still awaited, as SQL on `k`. */
export const awaitedCase = `k.state in ('abierto', 'escalado')`

interface Lasting {
  eventId: number
  portId: number
  /** Of the ONT that was there when the intervention began. */
  serial: string | null
  class: NeighbourClass
  detectedAt: Date
}

// The board of an open intervention shows when light came back, and closes the case; it does not look at powers.
const selectLasting = `
  select k.event_id as "eventId", k.port_id as "portId", n.serial, k.class, k.detected_at as "detectedAt"
  from neighbour_case k join event e on e.id = k.event_id
  left join event_neighbour n on n.event_id = k.event_id and n.port_id = k.port_id
  where k.cto_id = $1::bigint and ${awaitedCase} and (k.class = 'degradado' or not (${watchedEvent})) order by k.event_id, k.port_id`

/** Closes the cases of a box whose customers have their light, or their power, again. In the scope of all operators. */
export async function closeLasting(sql: Tx, { ctoId, readings }: Pick<BoxAnswer, 'ctoId' | 'readings'>): Promise<void> {
  const byPort = new Map(readings.map((one) => [one.portId, one]))
  for (const { eventId, portId, serial, detectedAt, ...one } of await sql.rows<Lasting>(selectLasting, [ctoId])) {
    const reading = byPort.get(portId)
    if (reading?.state !== 'online' || (serial !== null && reading.serial !== serial)) continue
    const { lastUpAt, readAt, rxDbm } = reading
    if (readAt <= detectedAt) continue
    const event = await lockEvent(sql, eventId)
    // A weak line had light all the time, or long before it had its power again.
    const isUpSince = lastUpAt && lastUpAt > detectedAt && lastUpAt <= readAt && one.class !== 'degradado'
    const restoredAt = isUpSince ? lastUpAt : readAt
    if (event) await closeCase(sql, event, portId, restoredAt, rxDbm)
  }
}
