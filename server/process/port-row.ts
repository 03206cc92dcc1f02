/** The one writer of a port's state; its box has to be counted again afterwards (`recountBox`). */
import type { PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import type { Tx } from '../kernel/sql/scope.ts'

/** Columns to write; those left out stay as they are. */
interface PortPatch {
  state?: PortState
  assignment_status?: number
  inventory_status?: number
  /** State that a cleared review returns to. */
  state_before?: PortState | null
  problem?: object | null
  label?: string
  splitter_leg?: number
}
/** Why a port changes, as its history keeps it. */
interface PortCause {
  event_id?: number | undefined
  cause?: string | undefined
  readings?: object | undefined
}

/** @param why recorded in the history of the port; if left out, the cause set earlier in the transaction, if any */
export async function writePort(sql: Tx, portId: number, patch: PortPatch, why?: PortCause): Promise<void> {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
  const places = new Map(entries.map(([name], index) => [name, `$${index + 2}`]))
  const sets = [...places].map(([name, place]) => `${name} = ${place}`)
  const state = places.get('state')
  if (state !== undefined)
    sets.push(`last_change_at = case when state <> ${state} then app_now() else last_change_at end`)
  const reason = why && JSON.stringify(why)
  const because =
    reason === undefined ? '' : ` and set_config('app.port_change', $${entries.length + 2}, true) is not null`
  await sql.rows(
    `update port set ${sets.join(', ')}, updated_at = app_now(), version = version + 1 where id = $1${because}`,
    [
      portId,
      ...entries.map(([name, value]: [string, unknown]) =>
        name === 'problem' && value ? JSON.stringify(value) : value,
      ),
      ...(reason === undefined ? [] : [reason]),
    ],
  )
}

/** Of a load: `$1` is a JSON array with every column of each port. */
export const updatePorts = `update port p set label = r.label, state = r.state, state_before = r.state_before, inventory_status = r.inventory_status,
    assignment_status = r.assignment_status, splitter_leg = r.splitter_leg, version = p.version + 1, updated_at = app_now(),
    last_change_at = case when p.state <> r.state then app_now() else p.last_change_at end
  from json_to_recordset($1) as r(id bigint, label text, state int, state_before int, inventory_status int, assignment_status int,
    splitter_leg int) where p.id = r.id`

/** Ends whatever assignment the port has. */
export async function endAssignment(sql: Tx, portId: number): Promise<void> {
  await sql.rows('update port_assignment set ended_at = app_now() where port_id = $1 and ended_at is null', [portId])
}

/** Of a port with nothing to review. */
export const sound = {
  inventory_status: inventoryStatus.is.available,
  state_before: null,
  problem: null,
} as const satisfies PortPatch

const { disponible, pendiente_revision } = portState.is
const { available, inventory_review } = inventoryStatus.is
const free = assignmentStatus.is.available
const touched = 'last_change_at = app_now(), updated_at = app_now(), version = version + 1'
const hang = `update port set state = ${disponible}, state_before = null, inventory_status = ${available}, assignment_status = ${free},
    removed_at = null, ${touched}
  where cto_id = any($1) and state = ${pendiente_revision} and state_before = ${disponible} and problem is null
    and inventory_status = ${inventory_review}`
const takeDown = `update port set state = ${pendiente_revision}, state_before = ${disponible}, inventory_status = ${inventory_review},
    ${touched} where cto_id = any($1) and state = ${disponible}`
const remove = `update port set removed_at = app_now(), state = ${pendiente_revision}, state_before = ${disponible}, problem = null,
    inventory_status = ${inventory_review}, assignment_status = ${free}, ${touched} where cto_id = any($1)`

/** The positions of boxes that are hung again: those that only waited for it are free. */
export const hangPorts = async (sql: Tx, ctoIds: readonly number[]): Promise<void> =>
  void (await sql.rows(hang, [ctoIds]))
/** The free positions of boxes that are taken down wait in review. */
export const takeDownPorts = async (sql: Tx, ctoIds: readonly number[]): Promise<void> =>
  void (await sql.rows(takeDown, [ctoIds]))
/** Free once the box is hung again, and not before. */
export const removePorts = async (sql: Tx, ctoIds: readonly number[]): Promise<void> =>
  void (await sql.rows(remove, [ctoIds]))
