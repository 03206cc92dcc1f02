import { handMove, portLabel } from '@hilo/domain/inventory.ts'
import { portStateOf, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../db/scope.ts'
import { text } from '../../http/texts.ts'
import type { RowDoubt } from '../../load/cell.ts'
import { column } from '../../load/column.ts'
import type { LoadedRow, Outcome } from '../../load/part.ts'
import { recountBoxes } from '../box.ts'
import { code } from './olts.ts'
import { operatorsNamed } from './operators.ts'
import { contradiction, refusal, unknownCode } from './said.ts'
import { upsert, type Wanted } from './upsert.ts'

/** Ports of boxes by box and number. They are made with their box; a file says how they really are. */

const status = assignmentStatus.is
const promised: readonly number[] = [
  status.assigned,
  status.reserved,
  status.connection_cord_dedication,
  status.reserve_for_inquiry,
  status.technical_reserve,
]
const number = z.int().check(z.minimum(1), z.maximum(32))

export const portColumns = {
  cto_code: column.code(code, 'cto', 'código cto', 'cto.code'),
  number: column.whole(number, 'número', 'puerto'),
  label: column.code(z.optional(code), 'matrícula', 'etiqueta'),
  inventory_status: column.status(
    z.optional(z.literal(inventoryStatus.values)),
    inventoryStatus,
    'inventario',
    'estado de inventario',
  ),
  assignment_status: column.status(
    z.optional(z.literal(assignmentStatus.values)),
    assignmentStatus,
    'asignación',
    'estado de asignación',
  ),
  splitter_leg: column.whole(z.optional(z.int().check(z.minimum(1), z.maximum(64))), 'pata', 'salida del divisor'),
  vno_code: column.id(z.optional(z.string().check(z.maxLength(120))), 'operador', 'código operador'),
}
export interface PortValues {
  cto_code: string
  number: number
  label?: string | undefined
  inventory_status?: number | undefined
  assignment_status?: number | undefined
  splitter_leg?: number | undefined
  vno_code?: string | undefined
}
export const portKey = ({ cto_code, number: of }: PortValues): string => portLabel(cto_code, of)

interface PortRow {
  key: string
  label: string
  state: PortState
  state_before: PortState | null
  inventory_status: number
  assignment_status: number
  splitter_leg: number
  vno_id: number | null
}
interface Found {
  id: number
  cto_id: number
  code: string
  number: number
  row: PortRow
  lit: boolean
  /** A customer or an intervention has it. */
  used: boolean
  /** Nothing ever happened to it: a file may say how it is from the beginning. */
  untouched: boolean
}
interface Known {
  ports: ReadonlyMap<string, Found>
  totals: ReadonlyMap<string, number>
  vnos: ReadonlyMap<string, number>
}

const selectBoxes = `select id, code, ports_total from cto where code = any($1) and removed_at is null`
const selectPorts = `select p.id, p.cto_id, c.code, p.number, p.optical_state = 'online' as lit,
    (a.access_id is not null or exists (select from port_claim k where k.port_id = p.id)) as used,
    p.version = 1 and a.id is null as untouched,
    json_build_object('key', '', 'label', p.label, 'state', p.state, 'state_before', p.state_before, 'inventory_status', p.inventory_status,
      'assignment_status', p.assignment_status, 'splitter_leg', p.splitter_leg, 'vno_id', a.vno_id) as row
  from json_to_recordset($1) as r(code text, number int)
  join cto c on c.code = r.code and c.removed_at is null join port p on p.cto_id = c.id and p.number = r.number
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  order by p.id for no key update of p`
const fields = `id bigint, label text, state int, state_before int, inventory_status int, assignment_status int, splitter_leg int, vno_id int`
const updatePorts = `update port p set label = r.label, state = r.state, state_before = r.state_before, inventory_status = r.inventory_status,
    assignment_status = r.assignment_status, splitter_leg = r.splitter_leg, version = p.version + 1, updated_at = app_now(),
    last_change_at = case when p.state <> r.state then app_now() else p.last_change_at end
  from json_to_recordset($1) as r(${fields}) where p.id = r.id`
const endPromises = `update port_assignment a set ended_at = app_now() from json_to_recordset($1) as r(${fields})
  where a.port_id = r.id and a.ended_at is null and a.vno_id is distinct from r.vno_id`
const makePromises = `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, inventory_status, created_at)
  select p.id, r.vno_id, p.cto_id, p.label, p.state, p.assignment_status, p.inventory_status, app_now()
  from json_to_recordset($1) as r(${fields}) join port p on p.id = r.id
  where r.vno_id is not null and not exists (select from port_assignment a where a.port_id = p.id and a.ended_at is null)`

async function knownOf(sql: Tx, values: readonly PortValues[]): Promise<Known> {
  const codes = [...new Set(values.map(({ cto_code }) => cto_code))]
  const boxes = await sql.rows<{ code: string; ports_total: number }>(selectBoxes, [codes])
  const asked = values.map((one) => ({ code: one.cto_code, number: one.number }))
  const found = await sql.rows<Found>(selectPorts, [JSON.stringify(asked)])
  const vnoCodes = values.flatMap(({ vno_code }) => vno_code ?? [])
  const vnos = await operatorsNamed(sql, vnoCodes, { active: true })
  return {
    ports: new Map(found.map((one) => [portLabel(one.code, one.number), one])),
    totals: new Map(boxes.map(({ code: of, ports_total }) => [of, ports_total])),
    vnos,
  }
}

/** The state that the two low-level values say; null when no hand may take the port there. */
function nextState({ row, lit, used, untouched }: Found, inventory: number, assignment: number): PortState | null {
  if (row.inventory_status === inventory && row.assignment_status === assignment) return row.state
  const live = lit ? 'stranger' : 'dark'
  const { state } = portStateOf({ inventory, assignment, live, last: row.state })
  if (state === row.state || untouched) return state
  if (used && row.state === portState.is.asignado && state === portState.is.disponible) return null
  return handMove(row.state, state, row.state_before) === null ? null : state
}

function wantedPort(known: Known, values: PortValues): Wanted<PortRow> | ReturnType<typeof unknownCode> {
  const { cto_code, number: of, label, splitter_leg, vno_code } = values
  const total = known.totals.get(cto_code)
  if (total === undefined) return unknownCode('cto_code', cto_code)
  const found = known.ports.get(portKey(values))
  if (!found) return contradiction(text('load.port_beyond', { number: of, total }))
  const vnoId = vno_code === undefined ? undefined : known.vnos.get(vno_code)
  if (vno_code !== undefined && vnoId === undefined) return unknownCode('vno_code', vno_code)
  const { row } = found
  const inventory = values.inventory_status ?? row.inventory_status
  const assignment = values.assignment_status ?? row.assignment_status
  const state = nextState(found, inventory, assignment)
  if (state === null || (state === portState.is.ocupado && row.state !== state))
    return refusal('PORT_BAD_STATE', text('load.port_state'))
  if (row.vno_id !== null && vnoId !== undefined && vnoId !== row.vno_id)
    return refusal('PORT_NOT_AVAILABLE', text('load.port_other'))
  const owner =
    state === portState.is.disponible ? null : (row.vno_id ?? (promised.includes(assignment) ? (vnoId ?? null) : null))
  if (state === portState.is.asignado && owner === null) return contradiction(text('load.port_owner'))
  const review = state === portState.is.pendiente_revision
  const wanted = {
    key: '',
    label: label ?? row.label,
    state,
    state_before: review ? (row.state === state ? row.state_before : row.state) : null,
    inventory_status: inventory,
    assignment_status: assignment,
    splitter_leg: splitter_leg ?? row.splitter_leg,
    vno_id: owner,
  }
  const doubts: RowDoubt[] =
    vnoId !== undefined && owner !== vnoId ? [{ column: 'vno_code', code: 'owner_dropped' }] : []
  return { key: '', row: wanted, before: { id: found.id, row }, doubts }
}

/** Brings ports to what a file says, along the moves that a hand may make; boxes are counted again. */
export async function applyPorts(sql: Tx, rows: readonly LoadedRow<PortValues>[]): Promise<Outcome[]> {
  const known = await knownOf(
    sql,
    rows.map(({ values }) => values),
  )
  const wanted = (values: PortValues) => wantedPort(known, values)
  const { outcomes, written } = await upsert(sql, rows, { wanted, insert: '', update: updatePorts })
  if (written.length === 0) return outcomes
  const json = JSON.stringify(written.map(({ id, row }) => ({ ...row, id })))
  await sql.rows(endPromises, [json])
  await sql.rows(makePromises, [json])
  const boxOf = new Map([...known.ports.values()].map(({ id, cto_id }) => [id, cto_id]))
  await recountBoxes(sql, [...new Set(written.flatMap(({ id }) => boxOf.get(id) ?? []))])
  return outcomes
}
