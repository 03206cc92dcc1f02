import { handMove, portLabel } from '@hilo/domain/inventory.ts'
import { portStateOf, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/sql/scope.ts'
import { updatePorts } from '../port-row.ts'
import { text } from '../../kernel/texts.ts'
import type { RowDoubt } from '../../load/cell.ts'
import { column } from '../../load/column.ts'
import { refused, refusedCells, type BrokenRow, type LoadedRow, type Outcome, type Refusal } from '../../load/part.ts'
import { unknownFault, type RowFault } from '../../load/row-fault.ts'
import { recountBoxes } from '../box.ts'
import { code } from './olts.ts'
import { operatorsNamed } from './operators.ts'
import { upsert, type Wanted } from './upsert.ts'

/** Ports of boxes by box and number. Ports are created with their box; a file sets their real state. */

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
interface PortValues {
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
  /** A customer or an intervention holds it. */
  used: boolean
  /** Never used: a file may set its initial state. */
  untouched: boolean
}
interface Known {
  ports: ReadonlyMap<string, Found>
  totals: ReadonlyMap<string, number>
  vnos: ReadonlyMap<string, number>
}

const selectBoxes = `select id, code, ports_total from cto where code = any($1) and removed_at is null`
/** Codes of the boxes that are named by the label printed on them, where only one box bears it. */
const selectLabels = `select label, min(code) as code from cto where label = any($1) and removed_at is null
  group by label having count(*) = 1`
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
const endPromises = `update port_assignment a set ended_at = app_now() from json_to_recordset($1) as r(${fields})
  where a.port_id = r.id and a.ended_at is null and a.vno_id is distinct from r.vno_id`
const makePromises = `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, inventory_status, created_at)
  select p.id, r.vno_id, p.cto_id, p.label, p.state, p.assignment_status, p.inventory_status, app_now()
  from json_to_recordset($1) as r(${fields}) join port p on p.id = r.id
  where r.vno_id is not null and not exists (select from port_assignment a where a.port_id = p.id and a.ended_at is null)`

/** Rows with the codes of their boxes, where they name labels. */
async function withCodes<R extends { values: Partial<PortValues> }>(sql: Tx, rows: readonly R[]): Promise<R[]> {
  const named = [...new Set(rows.flatMap(({ values }) => values.cto_code ?? []))]
  const found = await sql.rows<{ label: string; code: string }>(selectLabels, [named])
  const codes = new Map(found.map(({ label, code }) => [label, code]))
  return rows.map((row) => {
    const code = codes.get(row.values.cto_code ?? '')
    return code === undefined ? row : { ...row, values: { ...row.values, cto_code: code } }
  })
}

async function knownOf(sql: Tx, values: readonly Partial<PortValues>[]): Promise<Known> {
  const codes = [...new Set(values.flatMap(({ cto_code }) => cto_code ?? []))]
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

/** The state given by the two inventory values; null if it cannot be set by hand. */
function nextState({ row, lit, used, untouched }: Found, inventory: number, assignment: number): PortState | null {
  if (row.inventory_status === inventory && row.assignment_status === assignment) return row.state
  const live = lit ? 'stranger' : 'dark'
  const { state } = portStateOf({ inventory, assignment, live, last: row.state })
  if (state === row.state || untouched) return state
  if (used && row.state === portState.is.asignado && state === portState.is.disponible) return null
  return handMove(row.state, state, row.state_before) === null ? null : state
}

function portFaults({ ports, totals, vnos }: Known, values: Partial<PortValues>): RowFault[] {
  const { cto_code, number: of, vno_code } = values
  const faults: RowFault[] = []
  const total = totals.get(cto_code ?? '')
  if (cto_code !== undefined && total === undefined) faults.push(unknownFault('cto_code', cto_code))
  if (cto_code !== undefined && of !== undefined && total !== undefined && !ports.has(portLabel(cto_code, of)))
    faults.push({ column: 'number', code: 'range', message: text('load.port_beyond', { number: of, total }) })
  if (vno_code !== undefined && !vnos.has(vno_code)) faults.push(unknownFault('vno_code', vno_code))
  return faults
}

function wantedPort(known: Known, values: PortValues): Wanted<PortRow> | Refusal {
  const { label, splitter_leg, vno_code } = values
  const found = known.ports.get(portKey(values))
  const faults = portFaults(known, values)
  if (faults.length > 0 || !found) return refusedCells(faults)
  const vnoId = vno_code === undefined ? undefined : known.vnos.get(vno_code)
  const { row } = found
  const inventory = values.inventory_status ?? row.inventory_status
  const assignment = values.assignment_status ?? row.assignment_status
  const state = nextState(found, inventory, assignment)
  if (state === null || (state === portState.is.ocupado && row.state !== state))
    return refused('PORT_BAD_STATE', text('load.port_state'))
  if (row.vno_id !== null && vnoId !== undefined && vnoId !== row.vno_id)
    return refused('PORT_NOT_AVAILABLE', text('load.port_other'))
  const owner =
    state === portState.is.disponible ? null : (row.vno_id ?? (promised.includes(assignment) ? (vnoId ?? null) : null))
  if (state === portState.is.asignado && owner === null) return refused('VALIDATION', text('load.port_owner'))
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

/** Sets ports to the state given by a file, along moves allowed by hand; recounts the boxes. */
export async function applyPorts(sql: Tx, loaded: readonly LoadedRow<PortValues>[]): Promise<Outcome[]> {
  const rows = await withCodes(sql, loaded)
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

export async function checkPorts(sql: Tx, broken: readonly BrokenRow<PortValues>[]): Promise<RowFault[][]> {
  const rows = await withCodes(sql, broken)
  const known = await knownOf(
    sql,
    rows.map(({ values }) => values),
  )
  return rows.map(({ values }) => portFaults(known, values))
}
