/** Port of the ONT that an alarm names, by the inventory: an OLT knows serials, not ports of a box. */
import type { Tx } from '../../kernel/sql/scope.ts'
import type { PlantAlarm } from '../../plant/plant.ts'

/** An alarm of an ONT whose port is known. */
export interface PlacedAlarm extends PlantAlarm {
  ctoId: number
  portId: number
  /** When it was received: an OLT's own clock may be wrong by hours. */
  at: Date
}

interface Place {
  serial: string
  pon_id: number
  cto_id: number
  port_id: number
}

const selectPlaces = `
  select x.ont_serial as serial, c.pon_id, a.cto_id, a.port_id
    from access x join port_assignment a on a.access_id = x.id and a.ended_at is null
    join cto c on c.id = a.cto_id join pon n on n.id = c.pon_id
   where x.ont_serial = any($1::text[]) and n.olt_id = $2`

const key = (ponId: number, serial: string) => `${ponId} ${serial}`

/**
 * Alarms of ONTs that the inventory has on the PON of the alarm, in order. Others concern no port of a box. Runs in the scope
 * of all operators.
 */
export async function placeAlarms(sql: Tx, oltId: number, alarms: readonly PlantAlarm[]): Promise<PlacedAlarm[]> {
  const serials = [...new Set(alarms.flatMap(({ serial }) => serial ?? []))]
  const places = serials.length > 0 ? await sql.rows<Place>(selectPlaces, [serials, oltId]) : []
  const known = Map.groupBy(places, ({ pon_id, serial }) => key(pon_id, serial))
  return alarms.flatMap((alarm) => {
    const found = alarm.serial === null || alarm.ponId === null ? [] : (known.get(key(alarm.ponId, alarm.serial)) ?? [])
    return found.map(({ cto_id, port_id }) => ({ ...alarm, ctoId: cto_id, portId: port_id, at: alarm.receivedAt }))
  })
}
