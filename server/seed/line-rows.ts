import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { labelOf, placeOf } from './box-place.ts'
import { opticsOf, planBox } from './box.ts'
import type { PortPlan } from './box.ts'
import { accessCode, dropLabel, ontOf } from './codes.ts'
import type { Row } from './copy.ts'
import type { Network } from './network.ts'
import { builtAt, readAt } from './network-rows.ts'
import { at, mix } from './rng.ts'
import { hasAccess, hasDrop } from './survey.ts'
import type { Survey } from './survey.ts'
import { tenants } from './tenants.ts'
import { day, hour } from './time.ts'

const status = assignmentStatus.is

/** One position with its ids; null if it has none. */
interface Position {
  box: number
  plan: PortPlan
  portId: number
  accessId: number | null
  dropId: number | null
  assignmentId: number | null
}

/** Every position with a present or former customer, in survey order. */
function* positions(network: Network, survey: Survey): Generator<Position> {
  for (let box = 0; box < network.boxes; box++) {
    let access = at(survey.accessBefore, box)
    let drop = at(survey.dropBefore, box)
    let assignment = at(survey.assignmentBefore, box)
    const first = at(network.firstPort, box)
    for (const plan of planBox(network, box)) {
      if (plan.tenant < 0) continue
      yield {
        box,
        plan,
        portId: first + plan.number - 1,
        accessId: hasAccess(plan) ? ++access : null,
        dropId: hasDrop(plan) ? ++drop : null,
        assignmentId: ++assignment,
      }
    }
  }
}

function accessState(plan: PortPlan): string {
  if (plan.past) return 'baja'
  if (plan.assignment === status.to_be_withdrawn) return plan.optical === 'online' ? 'en_baja' : 'baja'
  if (plan.assignment === status.assigned) return 'en_alta'
  return plan.state === portState.is.asignado ? 'reservado' : 'activo'
}

const speeds = [
  [300, 300],
  [600, 600],
  [600, 600],
  [1000, 1000],
  [1000, 1000],
  [10_000, 10_000],
] as const
const doors = ['1.º A', '1.º B', '2.º Izda.', '2.º Dcha.', '3.º A', '3.º C', '4.º B', 'Bajo', '5.º D', 'Local 2']

/** When a line was activated: by its intervention, or long ago. */
function activatedAt(survey: Survey, accessId: number, now: number): number {
  const known = at(survey.activated, accessId - 1)
  return known > 0 ? known : now - (731 + (mix(61, accessId) % 1200)) * day
}

export const accessColumns =
  'id, code, vno_id, cto_id, port_id, home, product, state, ont_serial, ont_model, ont_sw, ont_mac, vlan, customer_ref, activated_at, ' +
  'ceased_at, version, created_at, updated_at'
export function* accessRows(network: Network, survey: Survey, now: number): Generator<Row> {
  let boxOfPlace = -1
  let place = placeOf(network, 0)
  for (const { box, plan, portId, accessId } of positions(network, survey)) {
    if (accessId === null) continue
    const pon = at(network.pons, at(network.pon, box))
    if (box !== boxOfPlace) place = placeOf(network, box)
    boxOfPlace = box
    const state = accessState(plan)
    const planned = state === 'reservado' || state === 'en_alta'
    const [down, up] = at(speeds, mix(62, accessId) % speeds.length)
    const ont = ontOf(accessId)
    const live = !planned || plan.optical === 'online'
    const since = planned ? now - (mix(64, accessId) % (6 * day)) - hour : activatedAt(survey, accessId, now)
    const ceased = state === 'baja' || state === 'en_baja' ? now - (1 + (mix(65, accessId) % 120)) * day : null
    const address = `${place.street} ${place.streetNumber}, ${at(doors, mix(66, accessId) % doors.length)}, ${place.postalCode} ${pon.olt.place.name}`
    const mac = mix(67, accessId).toString(16).padStart(8, '0')
    yield [
      accessId,
      accessCode(pon.olt.place.ine.slice(0, 2), accessId),
      plan.tenant + 1,
      box + 1,
      portId,
      JSON.stringify({ uuii_id: `UI${pon.olt.place.ine}${String(mix(68, accessId)).padStart(10, '0')}`, address }),
      JSON.stringify({ code: `FTTH${down}`, down_mbps: down, up_mbps: up }),
      state,
      live ? ont.serial : null,
      live ? ont.model : null,
      live ? ont.software : null,
      live ? `00:1e:${mac.slice(0, 2)}:${mac.slice(2, 4)}:${mac.slice(4, 6)}:${mac.slice(6)}` : null,
      JSON.stringify({ s: 100 + plan.tenant, c: 100 + (mix(69, accessId) % 3900) }),
      `${at(tenants, plan.tenant).prefix}-C${String(300_000 + accessId).padStart(8, '0')}`,
      planned ? null : since,
      ceased,
      planned ? 1 : 2 + (accessId % 4),
      since - (planned ? 0 : 5 * day),
      ceased ?? since,
    ]
  }
}

export const dropColumns =
  'id, vno_id, label, access_id, port_id, type, length_m, connection_type, fibre_no, state, version, created_at, updated_at'
export function* dropRows(network: Network, survey: Survey, now: number): Generator<Row> {
  for (const { box, plan, portId, accessId, dropId } of positions(network, survey)) {
    if (dropId === null || accessId === null) continue
    const province = at(network.pons, at(network.pon, box)).olt.place.ine.slice(0, 2)
    const connection = mix(71, dropId) % 3 === 0 ? 0 : 1
    const since = activatedAt(survey, accessId, now)
    const state = plan.past
      ? 'retirada'
      : plan.state === portState.is.cesado
        ? 'reutilizable'
        : plan.state === portState.is.defectuoso
          ? 'averiada'
          : 'instalada'
    yield [
      dropId,
      plan.tenant + 1,
      dropLabel(province, dropId),
      accessId,
      plan.past ? null : portId,
      mix(72, dropId) % 4 === 0 ? 'exterior' : 'interior',
      15 + (mix(73, dropId) % 130),
      connection,
      1 + (mix(74, dropId) % 2),
      state,
      1 + (dropId % 3),
      since,
      since,
    ]
  }
}

export const assignmentColumns =
  'id, port_id, vno_id, cto_id, label, state, assignment_status, inventory_status, access_id, drop_id, reserved_until, ont_state, rx_dbm, ' +
  'tx_dbm, olt_rx_dbm, distance_m, read_at, rx_p50_30d, rx_stddev_30d, ended_at, created_at, port_created_at'
export function* assignmentRows(network: Network, survey: Survey, now: number): Generator<Row> {
  for (const { box, plan, portId, accessId, dropId, assignmentId } of positions(network, survey)) {
    const label = `${labelOf(network, box)}/${String(plan.number).padStart(2, '0')}`
    const light = plan.drop ? opticsOf(network, box, plan.number, plan.optical) : null
    const known = light !== null && !plan.past
    const holds = plan.assignment === status.reserved ? 1 : plan.assignment === status.reserve_for_inquiry ? 72 : 0
    const since = accessId === null ? now - (mix(75, portId) % (3 * day)) : activatedAt(survey, accessId, now) - 5 * day
    yield [
      assignmentId,
      portId,
      plan.tenant + 1,
      box + 1,
      label,
      plan.state,
      plan.assignment,
      plan.inventory,
      accessId,
      dropId,
      holds > 0 ? now + holds * hour - (mix(76, portId) % (30 * 60_000)) : null,
      plan.past ? 'unknown' : plan.optical,
      light?.rx ?? null,
      light?.tx ?? null,
      light?.oltRx ?? null,
      light?.metres ?? null,
      readAt(now, box),
      known ? light.median : null,
      known ? light.deviation : null,
      plan.past ? now - (1 + (mix(65, accessId ?? 0) % 120)) * day : null,
      since,
      builtAt(now, at(network.pon, box) + 1),
    ]
  }
}
