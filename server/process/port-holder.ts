/** Who holds a port that is already taken. */
import { zoneOfPlace } from '@hilo/domain/place-clock.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { text } from '../kernel/texts.ts'
import type { EventRow } from './event-row.ts'

/** Only within the same operator; another operator's work is not disclosed. */
const holder = `select u.name, coalesce(a.created_at, e.created_at) as since, b.ine_code
  from port_claim k join event e on e.id = k.event_id join technical_account t on t.id = e.technical_id
  join app_user u on u.id = t.user_id join cto b on b.id = e.cto_id
  left join port_assignment a on a.port_id = k.port_id and a.ended_at is null and a.reserved_until is not null
  where k.port_id = $1 and k.vno_id = $2 and k.event_id <> $3`

interface Holder {
  name: string
  since: Date
  ine_code: string
}

/** Problem for a taken port, naming holder and time if the caller may know. */
export async function portTaken(sql: Tx, { id, vno_id }: EventRow, portId: number): Promise<Problem> {
  const [found] = await sql.rows<Holder>(holder, [portId, vno_id, id])
  if (!found) return new Problem('PORT_NOT_AVAILABLE')
  const timeZone = zoneOfPlace(found)
  const shape = { hour: 'numeric', minute: '2-digit', hour12: true, timeZone } as const
  const time = new Intl.DateTimeFormat('es-ES', shape).format(found.since)
  const message = text('validation.port_taken', { who: found.name, time })
  return new Problem('PORT_NOT_AVAILABLE', { details: [{ field: 'data.port_number', code: 'taken', message }] })
}
