import { dropMayBecome } from '@hilo/domain/inventory.ts'
import { connectionType, dropStates, dropTypes, portState, type DropState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { column } from '../../load/column.ts'
import { refused, refusedCells, type BrokenRow, type LoadedRow, type Outcome, type Refusal } from '../../load/part.ts'
import { missingFaults, unknownFault, type RowFault } from '../../load/row-fault.ts'
import { code } from './olts.ts'
import { operatorsNamed } from './operators.ts'
import { upsert, type Upserted, type Wanted } from './upsert.ts'

/** Drops by label, with box, port and access. */

const length = z.optional(z.int().check(z.minimum(0), z.maximum(5000)))
export const dropColumns = {
  label: column.code(code, 'matrícula', 'acometida', 'etiqueta'),
  vno_code: column.text(z.optional(z.string().check(z.maxLength(120))), 'operador', 'código operador'),
  access_code: column.code(z.optional(code), 'acceso', 'access.code'),
  port_label: column.code(z.optional(code), 'puerto', 'port.code'),
  type: column.choice(z.optional(z.enum(dropTypes)), dropTypes, 'drop_type', 'tipo'),
  length_m: column.whole(length, 'longitud', 'metros'),
  connection_type: column.status(z.optional(z.literal(connectionType.values)), connectionType, 'conexión'),
  fibre_no: column.whole(z.optional(z.int().check(z.minimum(1), z.maximum(288))), 'fibra', 'número de fibra'),
  state: column.choice(z.optional(z.enum(dropStates)), dropStates, 'drop_state', 'estado'),
}
type Optional<T> = { [K in keyof T]?: T[K] | undefined }
/** Given values of a drop; owner and place by code in a file, by id in a call. Null clears. */
export interface DropValues extends Optional<{
  new_label: string
  vno_code: string
  vno_id: number
  access_code: string
  access_id: number | null
  port_label: string
  port_id: number | null
  type: string
  length_m: number | null
  connection_type: number
  fibre_no: number | null
  state: DropState
}> {
  label: string
}
interface DropRow {
  label: string
  vno_id: number
  access_id: number | null
  port_id: number | null
  type: string | null
  length_m: number | null
  connection_type: number | null
  fibre_no: number | null
  state: DropState
}
interface Access {
  id: number
  code: string
  vno_id: number
  port_id: number
}
/** An assigned port; `drop_id`: its drop. */
interface Port {
  id: number
  label: string
  vno_id: number
  access_id: number | null
  drop_id: number | null
  state: number
}
interface Known {
  drops: ReadonlyMap<string, { id: number; row: DropRow }>
  accesses: readonly Access[]
  ports: readonly Port[]
  vnos: ReadonlyMap<string, number>
}

// `$2`: the session's operator, null for the neutral one; other operators' rows count as missing.
const mine = (name: string) => `($2::int is null or ${name}.vno_id = $2)`
const selectDrops = `select id, json_build_object('label', label, 'vno_id', vno_id, 'access_id', access_id, 'port_id', port_id, 'type', type,
    'length_m', length_m, 'connection_type', connection_type, 'fibre_no', fibre_no, 'state', state) as row
  from drop_cable d where label = any($1) and ${mine('d')} order by id for no key update`
const selectAccesses = `select id, code, vno_id, port_id from access x
  where (code = any($1) or id = any($3)) and state <> 'baja' and ${mine('x')}`
const selectPorts = `select a.port_id as id, a.label, a.vno_id, a.access_id, a.drop_id, a.state from port_assignment a
  where (a.label = any($1) or a.port_id = any($3)) and a.ended_at is null and ${mine('a')} order by a.port_id for no key update`
const fields = `label text, vno_id int, access_id bigint, port_id bigint, type text, length_m int, connection_type int, fibre_no int, state text`
const insertDrops = `insert into drop_cable (label, vno_id, access_id, port_id, type, length_m, connection_type, fibre_no, state, created_by,
    created_at, updated_at)
  select label, vno_id, access_id, port_id, type, length_m, connection_type, fibre_no, state, created_by, app_now(), app_now()
  from json_to_recordset($1) as r(${fields}, created_by json) returning id, label as key`
const updateDrops = `update drop_cable d set label = r.label, access_id = r.access_id, port_id = r.port_id, type = r.type,
    length_m = r.length_m, connection_type = r.connection_type, fibre_no = r.fibre_no, state = r.state, version = d.version + 1,
    updated_at = app_now()
  from json_to_recordset($1) as r(id bigint, ${fields}) where d.id = r.id`
const leavePorts = `update port_assignment a set drop_id = null from json_to_recordset($1) as r(id bigint, port_id bigint)
  where a.drop_id = r.id and a.ended_at is null and a.port_id is distinct from r.port_id`
const takePorts = `update port_assignment a set drop_id = r.id from json_to_recordset($1) as r(id bigint, port_id bigint)
  where a.port_id = r.port_id and a.ended_at is null and a.drop_id is distinct from r.id`
const tell = `select count(changed('drops', id, version, vno_id)) from drop_cable where id = any($1)`

/** Placeholder for the id of a drop to be inserted. */
const newDrop = -1

const there = <T>(values: readonly (T | null | undefined)[]): T[] => values.flatMap((one) => one ?? [])

async function knownOf(sql: Tx, values: readonly Partial<DropValues>[], vnoId: number | null): Promise<Known> {
  const named = there(values.map(({ label }) => label))
  const drops = await sql.rows<{ id: number; row: DropRow }>(selectDrops, [named, vnoId])
  const accessIds = there([...values.map((one) => one.access_id), ...drops.map(({ row }) => row.access_id)])
  const codes = there(values.map((one) => one.access_code))
  const accesses = await sql.rows<Access>(selectAccesses, [codes, vnoId, accessIds])
  const portIds = there([
    ...values.map((one) => one.port_id),
    ...accesses.map((one) => one.port_id),
    ...drops.map(({ row }) => row.port_id),
  ])
  const labels = there(values.map((one) => one.port_label))
  const ports = await sql.rows<Port>(selectPorts, [labels, vnoId, portIds])
  const vnoCodes = there(values.map((one) => one.vno_code))
  const vnos = await operatorsNamed(sql, vnoCodes, { active: false })
  return {
    drops: new Map(drops.map((one) => [one.row.label, one])),
    accesses,
    ports,
    vnos,
  }
}

/** The access that is named; null if none is named or it is cleared, undefined if there is none of that name. */
function accessOf(
  { accesses }: Known,
  { access_id: id, access_code: name }: Partial<DropValues>,
  before: number | null,
) {
  const asked = name !== undefined || id !== undefined
  const wanted = asked ? id : before
  const found = accesses.find((one) => one.id === wanted || one.code === name) ?? null
  if (found || (!asked && before === null) || id === null) return found
  return asked ? undefined : null
}

/** The port that is named, else the port of a newly named access; undefined if there is none of that name. */
function portOf(known: Known, values: Partial<DropValues>, access: Access | null, before: DropRow | undefined) {
  const { port_id: id, port_label: label } = values
  if (id === null) return null
  const asked = id !== undefined || label !== undefined
  const moved = access !== null && access.id !== before?.access_id
  const wanted = asked ? id : moved ? access.port_id : before?.port_id
  const found = known.ports.find((one) => one.id === wanted || (label !== undefined && one.label === label)) ?? null
  return found ?? (asked ? undefined : null)
}

/** What a row names, and the faults of its cells. */
function namedBy(known: Known, values: Partial<DropValues>) {
  const { label, access_code, access_id, port_label, port_id, vno_code } = values
  const before = known.drops.get(label ?? '') ?? null
  const stands = before?.row
  const access = accessOf(known, values, stands?.access_id ?? null)
  const port = portOf(known, values, access ?? null, stands)
  const owner = values.vno_id ?? (vno_code === undefined ? undefined : known.vnos.get(vno_code))
  const vno = stands?.vno_id ?? owner ?? access?.vno_id ?? port?.vno_id
  const faults: RowFault[] = []
  if (access === undefined) faults.push(unknownFault('access_code', access_code ?? String(access_id)))
  if (port === undefined) faults.push(unknownFault('port_label', port_label ?? String(port_id)))
  if (vno_code !== undefined && owner === undefined) faults.push(unknownFault('vno_code', vno_code))
  // The operator follows from the access and the port.
  const lacking = vno === undefined && faults.length === 0 ? ['vno_code'] : []
  if (label !== undefined)
    lacking.push(...(['type', 'connection_type'] as const).filter((name) => (values[name] ?? stands?.[name]) == null))
  return { before, access, port, owner, vno, faults: [...faults, ...missingFaults(lacking)] }
}

function wantedDrop(known: Known, values: DropValues): Wanted<DropRow> | Refusal {
  const { before, access, port, owner, vno, faults } = namedBy(known, values)
  const stands = before?.row
  if (faults.length > 0 || access === undefined || port === undefined || vno === undefined) return refusedCells(faults)
  if ([owner, access?.vno_id, port?.vno_id].some((one) => one !== undefined && one !== vno))
    return refused('VALIDATION', text('load.drop_operator'))
  const state = values.state ?? stands?.state ?? 'instalada'
  if (stands && !dropMayBecome(stands.state, state)) return refused('DROP_BAD_STATE')
  const isRetired = state === 'retirada'
  const row: DropRow = {
    label: values.new_label ?? values.label,
    vno_id: vno,
    access_id: access?.id ?? null,
    port_id: isRetired ? null : (port?.id ?? null),
    type: values.type ?? stands?.type ?? null,
    length_m: values.length_m === undefined ? (stands?.length_m ?? null) : values.length_m,
    connection_type: values.connection_type ?? stands?.connection_type ?? null,
    fibre_no: values.fibre_no === undefined ? (stands?.fibre_no ?? null) : values.fibre_no,
    state,
  }
  const taken = checkPort(known, row, before, port)
  if (taken) return taken
  // Later rows of the same batch find the port taken.
  if (port && row.port_id !== null) port.drop_id = before?.id ?? newDrop
  const left = isRetired && (values.port_label ?? values.port_id) != null
  return { key: row.label, row, before, doubts: left ? [{ column: 'port_label', code: 'port_dropped' }] : [] }
}

/** A customer in service keeps the drop, and a port has one drop. */
function checkPort(
  { ports }: Known,
  row: DropRow,
  before: Wanted<DropRow>['before'],
  port: Port | null,
): Refusal | null {
  const left = before && ports.find(({ drop_id }) => drop_id === before.id)
  if (left && left.id !== row.port_id && left.state === portState.is.ocupado)
    return refused('IN_USE', text('load.drop_in_use'))
  if (row.port_id === null || port === null || port.drop_id === before?.id) return null
  if (port.drop_id !== null) return refused('PORT_NOT_AVAILABLE', text('load.drop_there'))
  const stranger = port.access_id !== null && row.access_id !== null && port.access_id !== row.access_id
  return stranger ? refused('VALIDATION', text('load.drop_access')) : null
}

/** Writes drops and their places. `vnoId`: the session's operator; null for the neutral one. `by`: author of new drops. */
export async function writeDrops(
  sql: Tx,
  rows: readonly LoadedRow<DropValues>[],
  { vnoId, by }: { vnoId: number | null; by: object },
): Promise<Upserted<DropRow>> {
  const values = rows.map((one) => one.values)
  const known = await knownOf(sql, values, vnoId)
  const wanted = (one: DropValues) => wantedDrop(known, one)
  const done = await upsert(sql, rows, { wanted, insert: insertDrops, update: updateDrops, fresh: { created_by: by } })
  if (done.written.length === 0) return done
  const json = JSON.stringify(done.written.map(({ id, row }) => ({ id, port_id: row.port_id })))
  await sql.rows(leavePorts, [json])
  await sql.rows(takePorts, [json])
  await sql.rows(tell, [done.written.map(({ id }) => id)])
  return done
}

export async function applyDrops(sql: Tx, rows: readonly LoadedRow<DropValues>[], by: object): Promise<Outcome[]> {
  return (await writeDrops(sql, rows, { vnoId: null, by })).outcomes
}

export async function checkDrops(sql: Tx, rows: readonly BrokenRow<DropValues>[]): Promise<RowFault[][]> {
  const known = await knownOf(
    sql,
    rows.map(({ values }) => values),
    null,
  )
  // An operator is not missing where a broken cell may name it.
  const mayName = (broken: ReadonlySet<string>) => broken.has('access_code') || broken.has('port_label')
  return rows.map(({ values, broken }) =>
    namedBy(known, values).faults.filter(
      ({ column, code }) => code !== 'required' || column !== 'vno_code' || !mayName(broken),
    ),
  )
}
