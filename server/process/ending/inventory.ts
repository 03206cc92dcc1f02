/** Inventory changes of a finished work: ports, accesses, drops, and the counts of the box. */
import { portAfter, type PortMove, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { addAccess } from '../access-row.ts'
import { recountBox } from '../box.ts'
import type { Reading } from '../judging/compare.ts'
import { enrollWork, labelsBefore } from '../enrolment/enrollment-work.ts'
import type { EventRow } from '../event-row.ts'
import { endAssignment, writePort } from '../port-row.ts'
import { releaseClaims } from '../opening/reserve.ts'

interface PortRow {
  id: number
  number: number
  state: PortState
  problem: unknown
  /** Operator that holds the port now. */
  vno_id: number | null
  access_id: number | null
  drop_id: number | null
}
interface AccessRow {
  id: number
  port_id: number
  state: string
}

/** Rows that the work changes, all locked; ports in id order, so that two works cannot deadlock. */
export interface Stock {
  ports: PortRow[]
  access: AccessRow | null
}

// Changes of these ports in this transaction are recorded under the intervention.
const selectPorts = `select p.id, p.number, p.state, p.problem, a.vno_id, a.access_id, a.drop_id,
    set_config('app.port_change', json_build_object('event_id', $2::bigint)::text, true)
  from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null
  where p.cto_id = $1 order by p.id for no key update of p`
const selectAccess = 'select id, port_id, state from access where id = $1 for no key update'

/** The data of one step as they were recorded. */
export function recorded<S extends keyof StepData>(event: EventRow, step: S): StepData[S] {
  return event.steps.find((one) => one.step === step)?.data ?? {}
}

export async function lockStock(sql: Tx, event: EventRow): Promise<Stock> {
  const ports = await sql.rows<PortRow>(selectPorts, [event.cto_id, event.id])
  const [access] = event.access_id === null ? [] : await sql.rows<AccessRow>(selectAccess, [event.access_id])
  return { ports, access: access ?? null }
}

/** The port that the customer leaves when the work moves him to another one of the same box. */
function portLeft({ ports, access }: Stock, event: EventRow): PortRow | null {
  if (event.port_id === null || access === null || access.port_id === event.port_id) return null
  return ports.find(({ id }) => id === access.port_id) ?? null
}

/** A work that leaves a customer in service at the intervention's port. */
const serves = ({ work_kind: kind }: EventRow) => kind === 'alta' || kind === 'cambio_pelo'
/** True if the work occupies the intervention's port; includes a repair that ends at another port. */
export const occupies = (event: EventRow, stock: Stock) => serves(event) || portLeft(stock, event) !== null

export type Conflict = 'port' | 'drop' | 'ont' | 'access' | 'lit'

const dropTaken = `select (exists (select from drop_cable d where d.label = $1
    and (d.vno_id <> $2 or (d.access_id is not null and d.access_id is distinct from $3)
      or d.port_id <> all($4::bigint[]))))::text`
const ontTaken = `select (exists (select from access a where a.ont_serial = $1 and a.id is distinct from $2
    and a.state in ('activo', 'en_alta')))::text`

/** Conflicts between the work and the inventory; empty if it can be stored. */
export async function conflicts(sql: Tx, event: EventRow, stock: Stock, reading: Reading): Promise<Conflict[]> {
  const found: Conflict[] = []
  const mine = stock.ports.find(({ id }) => id === event.port_id)
  if (event.work_kind === 'baja') {
    const lit = reading.readings.some((one) => one.portId === mine?.id && one.state === 'online')
    if (!mine || mine.vno_id !== event.vno_id) found.push('port')
    if (mine?.state === portState.is.cesado && lit) found.push('lit')
    return found
  }
  if (!occupies(event, stock)) return found
  const settled = mine?.state === portState.is.ocupado && mine.access_id === event.access_id
  const taken = mine !== undefined && portAfter(mine.state, 'finalize') !== null && mine.vno_id === event.vno_id
  if (!settled && !taken) found.push('port')
  if (stock.access?.state === 'baja' || stock.access?.state === 'en_baja') found.push('access')
  const left = portLeft(stock, event)
  const { drop_label_read: label } = recorded(event, 'drop_enrollment')
  const ports = [event.port_id, left?.id].filter((id) => id != null)
  if (label && (await sql.json(dropTaken, [label, event.vno_id, event.access_id, ports])) === 'true') found.push('drop')
  const { ont_serial: serial } = recorded(event, 'final_report')
  if (serial && (await sql.json(ontTaken, [serial, event.access_id])) === 'true') found.push('ont')
  return found
}

/** Stores the work and returns the access that it served. Requires that `conflicts` returned none. */
export async function commitInventory(
  sql: Tx,
  event: EventRow,
  stock: Stock,
  reading: Reading,
): Promise<number | null> {
  const labels = await labelsBefore(sql, event)
  const accessId = await commitWork(sql, event, stock, reading)
  await enrollWork(sql, event, labels)
  // Releases ports promised to the work that it did not occupy.
  await releaseClaims(sql, event)
  await sql.rows('update cto set last_visit_at = app_now() where id = $1', [event.cto_id])
  await recountBox(sql, event.cto_id)
  return accessId
}

async function commitWork(sql: Tx, event: EventRow, stock: Stock, reading: Reading): Promise<number | null> {
  const mine = stock.ports.find(({ id }) => id === event.port_id)
  if (event.work_kind === 'baja' && mine) return await withdraw(sql, event, mine)
  if (!occupies(event, stock) || !mine) return event.access_id
  const left = portLeft(stock, event)
  if (left) await leave(sql, left)
  const accessId = await putInService(sql, event, mine)
  const dropId = (await layDrop(sql, event, accessId, mine.id)) ?? left?.drop_id ?? mine.drop_id
  if (mine.state === portState.is.asignado) {
    await movePort(sql, mine, ['finalize'], assignmentStatus.is.occupied)
  }
  const seen = reading.readings.find(({ portId }) => portId === mine.id)
  await sql.rows(occupyPort, [
    mine.id,
    accessId,
    dropId,
    seen?.state ?? 'unknown',
    seen?.rxDbm,
    seen?.oltRxDbm,
    seen?.readAt,
  ])
  if (dropId !== null) await sql.rows('update drop_cable set port_id = $2 where id = $1', [dropId, mine.id])
  return accessId
}

const occupyPort = `update port_assignment set access_id = $2, drop_id = $3, reserved_until = null, ont_state = $4, rx_dbm = $5,
    olt_rx_dbm = $6, read_at = $7 where port_id = $1 and ended_at is null`

/** Changes the state of a port if the state machine allows it. */
async function movePort(
  sql: Tx,
  port: PortRow,
  moves: readonly PortMove[],
  assignment: number,
  inventory: number = inventoryStatus.is.available,
): Promise<void> {
  const to = moves.reduce<PortState | null>(
    (state, move) => (state === null ? null : portAfter(state, move)),
    port.state,
  )
  if (to === null) throw new Error(`port ${port.id} cannot move from ${port.state} by ${moves.join(', ')}`)
  const before = to === portState.is.pendiente_revision ? portState.is.disponible : null
  const patch = { state: to, assignment_status: assignment, inventory_status: inventory, state_before: before }
  await writePort(sql, port.id, patch)
}

/** Releases the port that the customer no longer uses: to review if a problem was reported, else free. */
async function leave(sql: Tx, port: PortRow): Promise<void> {
  await endAssignment(sql, port.id)
  const { available } = assignmentStatus.is
  if (port.state === portState.is.pendiente_revision || port.state === portState.is.defectuoso)
    return void (await sql.rows(emptyReview, [port.id, available]))
  if (port.problem !== null) {
    await movePort(sql, port, ['report'], available, inventoryStatus.is.inventory_review)
    return
  }
  await movePort(sql, port, port.state === portState.is.asignado ? ['release'] : freeing(port.state), available)
}

// The customer is gone, so the state to return to after the review is free.
const emptyReview = `update port set state_before = case when state = ${portState.is.pendiente_revision} then ${portState.is.disponible} end,
    assignment_status = case when state = ${portState.is.pendiente_revision} then $2 else assignment_status end where id = $1`

const freeing = (state: PortState): PortMove[] =>
  state === portState.is.cesado ? ['withdraw'] : ['unsubscribe', 'withdraw']

const ceaseAccess = `update access set state = 'baja', ceased_at = coalesce(ceased_at, app_now()), version = version + 1,
    updated_at = app_now() where id = $1`
const retireDrops = `update drop_cable set state = 'retirada', port_id = null, version = version + 1, updated_at = app_now()
  where port_id = $1 and state <> 'retirada'`

/** A ceased customer: the port waits for the removal of its drop, or is free if the removal had been ordered before. */
async function withdraw(sql: Tx, event: EventRow, port: PortRow): Promise<number | null> {
  const accessId = event.access_id ?? port.access_id
  if (recorded(event, 'drop_enrollment').action === 'B') await sql.rows(retireDrops, [port.id])
  if (accessId !== null) await sql.rows(ceaseAccess, [accessId])
  if (port.state === portState.is.cesado) {
    await endAssignment(sql, port.id)
    await movePort(sql, port, ['withdraw'], assignmentStatus.is.available)
  } else {
    await movePort(sql, port, ['unsubscribe'], assignmentStatus.is.to_be_withdrawn)
  }
  return accessId
}

const activate = `update access set state = 'activo', port_id = $2, cto_id = $3, ont_serial = coalesce($4, ont_serial),
    activated_at = coalesce(activated_at, app_now()), version = version + 1, updated_at = app_now() where id = $1`
async function putInService(sql: Tx, event: EventRow, port: PortRow): Promise<number> {
  const serial = recorded(event, 'final_report').ont_serial ?? null
  const known = event.access_id ?? port.access_id
  if (known !== null) {
    await sql.rows(activate, [known, port.id, event.cto_id, serial])
    return known
  }
  const made = await addAccess(sql, {
    vno_id: event.vno_id,
    cto_id: event.cto_id,
    port_id: port.id,
    state: 'activo',
    ont_serial: serial,
  })
  if (made === null) throw new Error('an access without its code')
  return made
}

const insertDrop = `insert into drop_cable (vno_id, label, access_id, port_id, type, length_m, connection_type, fibre_no, state, installed_event_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'instalada', $9)
  on conflict (label) do update set access_id = excluded.access_id, port_id = excluded.port_id, state = 'instalada',
    length_m = coalesce(excluded.length_m, drop_cable.length_m), version = drop_cable.version + 1, updated_at = app_now()
  returning id`
const relabelDrop = `update drop_cable set label = $3, port_id = $4, version = version + 1, updated_at = app_now()
  where id = (select id from drop_cable where vno_id = $1 and access_id = $2 and state = 'instalada' order by id desc limit 1)
  returning id`
const retireDrop = `update drop_cable set state = 'retirada', port_id = null, version = version + 1, updated_at = app_now()
  where vno_id = $1 and label = $2`

/** The drop as step 7 recorded it; null when it recorded none. */
async function layDrop(sql: Tx, event: EventRow, accessId: number, portId: number): Promise<number | null> {
  const data = recorded(event, 'drop_enrollment')
  const { action, drop_label_read: label, replaced_label: replaced } = data
  if (!label || action === 'B') return null
  if (action === 'M') {
    const [kept] = await sql.rows<{ id: number }>(relabelDrop, [event.vno_id, accessId, label, portId])
    if (kept) return kept.id
  }
  if (action === 'R' && replaced) await sql.rows(retireDrop, [event.vno_id, replaced])
  const { drop_type: type, length_m: length, connection_type: connection, fibre_no: fibre } = data
  const cable = [type ?? 'interior', length ?? null, connection ?? 0, fibre ?? null]
  const [laid] = await sql.rows<{ id: number }>(insertDrop, [event.vno_id, label, accessId, portId, ...cable, event.id])
  return laid?.id ?? null
}
