import { conditionsOf, labelOf, placeOf } from './box-place.ts'
import { planBox } from './box.ts'
import type { PortPlan } from './box.ts'
import type { Row } from './copy.ts'
import type { Network } from './network.ts'
import { portState } from '@hilo/domain/status.ts'
import { at, mix } from './rng.ts'
import { boxState, roleOf } from './survey.ts'
import { day, hour, minute, stamp } from './time.ts'

/** When the network around a PON was built. */
export function builtAt(now: number, ponId: number): number {
  return now - (800 + (mix(51, ponId) % 1500)) * day
}
/** When the OLT of a box was last read: within the last hours. */
export function readAt(now: number, box: number): number {
  return now - 2 * minute - (mix(52, box) % (4 * hour))
}

export const oltColumns = 'id, code, exchange_code, name, vendor, model, optic_class, created_at'
export function* oltRows({ olts }: Network, now: number): Generator<Row> {
  for (const { id, code, exchange, place, vendor, model, opticClass } of olts) {
    yield [
      id,
      code,
      exchange,
      `Central ${exchange} de ${place.name}`,
      vendor,
      model,
      opticClass,
      stamp(now - 2400 * day),
    ]
  }
}

export const ponColumns = 'id, olt_id, slot, port, code, tx_dbm'
export function* ponRows({ pons }: Network): Generator<Row> {
  for (const { id, olt, slot, port, code, tx } of pons) yield [id, olt.id, slot, port, code, tx]
}

export const ctoColumns =
  'id, code, label, type, model, connection_type, ports_total, ports_free, state, conditions, street, street_number, floor, stair, ' +
  'postal_code, municipality, ine_code, province, lat, lon, accuracy_m, position_source, access_notes, key_needed, height_m, pon_id, ' +
  'splitter1_code, splitter_level, splitter_ratio, feeder_m, last_visit_at, version, created_at, updated_at'
export function* ctoRows(network: Network, now: number): Generator<Row> {
  for (let box = 0; box < network.boxes; box++) {
    const pon = at(network.pons, at(network.pon, box))
    const size = at(network.size, box)
    const role = roleOf(network, box)
    const { state, free } = boxState(role, planBox(network, box))
    const place = placeOf(network, box)
    const built = builtAt(now, pon.id)
    const visited = now - (mix(53, box) % (90 * day)) - hour
    const visit = role === 'planned' ? null : stamp(visited)
    const since = stamp(visited)
    const conditions = conditionsOf(network, box, place.type).map((code) => ({ code, since, event_id: null }))
    const connection = size <= 8 ? 1 : mix(54, box) % 5 === 0 ? 1 : 0
    yield [
      box + 1,
      place.code,
      place.label,
      place.type,
      `CTO-${size}${connection ? ' PC' : ''}`,
      connection,
      size,
      free,
      state,
      JSON.stringify(conditions),
      place.street,
      String(place.streetNumber),
      place.floor,
      place.stair,
      place.postalCode,
      pon.olt.place.name,
      pon.olt.place.ine,
      pon.olt.place.province,
      place.lat.toFixed(7),
      place.lon.toFixed(7),
      place.accuracy,
      mix(55, box) % 3 === 0 ? 'field' : 'inventory',
      place.notes,
      place.keyNeeded,
      place.height,
      pon.id,
      `${pon.olt.exchange}-${pon.tree}-D${String(pon.port).padStart(2, '0')}`,
      pon.ratio === 64 ? 1 : 2,
      `1:${pon.ratio}`,
      pon.metres,
      visit,
      1 + (mix(56, box) % 9),
      stamp(built),
      visit ?? stamp(built),
    ]
  }
}

/** Why a port is out of use: without names or interventions, because every operator may read it. */
function problemOf(plan: PortPlan, since: number): string | null {
  if (plan.state === portState.is.defectuoso)
    return JSON.stringify({ reason: 2, code: 801, reported_by: null, event_id: null, at: stamp(since) })
  if (plan.state !== portState.is.pendiente_revision || plan.before === null) return null
  const occupied = plan.before === portState.is.disponible && plan.optical === 'online'
  return JSON.stringify({
    reason: occupied ? 3 : 1,
    code: occupied ? 800 : 802,
    reported_by: null,
    event_id: null,
    at: stamp(since),
  })
}

export const portColumns =
  'id, cto_id, number, label, state, state_before, inventory_status, assignment_status, splitter_leg, problem, optical_state, read_at, ' +
  'last_change_at, version, created_at, updated_at'
export function* portRows(network: Network, now: number): Generator<Row> {
  for (let box = 0; box < network.boxes; box++) {
    const ponId = at(network.pon, box) + 1
    const installed = builtAt(now, ponId)
    const first = at(network.firstPort, box)
    const label = labelOf(network, box)
    const read = roleOf(network, box) === 'planned' ? null : readAt(now, box)
    for (const plan of planBox(network, box)) {
      const id = first + plan.number - 1
      const changed = now - hour - (mix(57, id) % (700 * day))
      const free = plan.state === portState.is.disponible
      yield [
        id,
        box + 1,
        plan.number,
        `${label}/${String(plan.number).padStart(2, '0')}`,
        plan.state,
        plan.before,
        plan.inventory,
        plan.assignment,
        plan.number,
        problemOf(plan, changed),
        plan.optical,
        read,
        free && !plan.past ? null : changed,
        free ? 1 : 2 + (id % 5),
        installed,
        free && !plan.past ? installed : changed,
      ]
    }
  }
}
