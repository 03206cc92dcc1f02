import { codeForm, ponCode } from '@hilo/domain/inventory.ts'
import { opticClasses } from '@hilo/domain/optics.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { column } from '../../load/column.ts'
import { refused, refusedCells, type BrokenRow, type LoadedRow, type Outcome, type Refusal } from '../../load/part.ts'
import { missingFaults, unknownFault, type RowFault } from '../../load/row-fault.ts'
import { merged, missing, upsert, type Wanted } from './upsert.ts'

/** OLTs and their PON ports, by their codes. */

export const code = z.string().check(z.regex(codeForm))
const words = z.optional(z.string().check(z.maxLength(120)))

export const oltColumns = {
  code: column.code(code, 'código'),
  exchange_code: column.code(z.optional(z.string().check(z.maxLength(20))), 'central', 'código central'),
  name: column.text(words, 'nombre'),
  vendor: column.text(words, 'fabricante'),
  model: column.text(words, 'modelo'),
  optic_class: column.id(z.optional(z.enum(opticClasses)), 'clase óptica'),
}
interface OltValues {
  code: string
  exchange_code?: string | undefined
  name?: string | undefined
  vendor?: string | undefined
  model?: string | undefined
  optic_class?: string | undefined
}
interface OltRow {
  code: string
  exchange_code: string | null
  name: string | null
  vendor: string | null
  model: string | null
  optic_class: string | null
}

const selectOlts = `select id, json_build_object('code', code, 'exchange_code', exchange_code, 'name', name, 'vendor', vendor,
    'model', model, 'optic_class', optic_class) as row
  from olt where code = any($1)`
const oltFields = 'code text, exchange_code text, name text, vendor text, model text, optic_class text'
const insertOlts = `insert into olt (code, exchange_code, name, vendor, model, optic_class)
  select code, exchange_code, name, vendor, model, optic_class from json_to_recordset($1) as r(${oltFields})
  returning id, code as key`
const updateOlts = `update olt o set exchange_code = r.exchange_code, name = r.name, vendor = r.vendor, model = r.model,
    optic_class = r.optic_class, version = version + 1, updated_at = app_now()
  from json_to_recordset($1) as r(id int, ${oltFields}) where o.id = r.id`

const emptyOlt = { code: '', exchange_code: null, name: null, vendor: null, model: null, optic_class: null }

async function oltsOf(sql: Tx, rows: readonly { values: Partial<OltValues> }[]) {
  const codes = rows.flatMap(({ values }) => values.code ?? [])
  const found = await sql.rows<{ id: number; row: OltRow }>(selectOlts, [codes])
  return new Map(found.map((one) => [one.row.code, one]))
}
const oltFaults = (row: OltRow): RowFault[] => missingFaults(missing(row, ['vendor', 'model', 'optic_class']))

export async function applyOlts(sql: Tx, rows: readonly LoadedRow<OltValues>[]): Promise<Outcome[]> {
  const known = await oltsOf(sql, rows)
  const wanted = (values: OltValues): Wanted<OltRow> | Refusal => {
    const before = known.get(values.code) ?? null
    const row = merged<OltRow>(before?.row ?? emptyOlt, values)
    row.exchange_code ??= values.code.split('-')[0] ?? null
    row.name ??= text('load.exchange_name', { code: row.exchange_code ?? '' })
    const faults = oltFaults(row)
    return faults.length > 0 ? refusedCells(faults) : { key: row.code, row, before }
  }
  return (await upsert(sql, rows, { wanted, insert: insertOlts, update: updateOlts })).outcomes
}

export async function checkOlts(sql: Tx, rows: readonly BrokenRow<OltValues>[]): Promise<RowFault[][]> {
  const known = await oltsOf(sql, rows)
  return rows.map(({ values }) => {
    if (values.code === undefined) return []
    return oltFaults(merged<OltRow>(known.get(values.code)?.row ?? emptyOlt, values))
  })
}

const place = (most: number) => z.optional(z.int().check(z.minimum(0), z.maximum(most)))

export const ponColumns = {
  code: column.code(z.optional(code), 'código'),
  olt_code: column.code(z.optional(code), 'código olt', 'olt'),
  slot: column.whole(place(64), 'tarjeta', 'ranura'),
  port: column.whole(place(64), 'puerto pon'),
  tx_dbm: column.number(z.optional(z.number().check(z.minimum(-10), z.maximum(12))), 'potencia', 'potencia dbm'),
}
interface PonValues {
  code?: string | undefined
  olt_code?: string | undefined
  slot?: number | undefined
  port?: number | undefined
  tx_dbm?: number | undefined
}
interface PonRow {
  code: string
  olt_id: number
  slot: number
  port: number
  tx_dbm: number
}

/** Place of a PON as far as it is given, by its fields or else by its code `VAL01-OLT02/1/7/3`. */
function ponPlaceGiven({ code: writtenCode, olt_code, slot, port }: PonValues) {
  const [, olt, , codeSlot, codePort] = /^(.+)\/(\d+)\/(\d+)\/(\d+)$/.exec(writtenCode ?? '') ?? []
  return {
    olt_code: olt_code ?? olt,
    slot: slot ?? (codeSlot === undefined ? undefined : Number(codeSlot)),
    port: port ?? (codePort === undefined ? undefined : Number(codePort)),
  }
}

function ponPlace(values: PonValues) {
  const { olt_code: olt, slot, port } = ponPlaceGiven(values)
  if (olt === undefined || slot === undefined || port === undefined) return null
  return { olt, slot, port, code: values.code ?? ponCode(olt, slot, port) }
}
type Place = NonNullable<ReturnType<typeof ponPlace>>

/** Key of a PON in a file. */
export const ponKey = (values: PonValues): string => ponPlace(values)?.code ?? values.code ?? ''

const selectOltIds = 'select id, code from olt where code = any($1)'
const selectPons = `select id, json_build_object('code', code, 'olt_id', olt_id, 'slot', slot, 'port', port, 'tx_dbm', tx_dbm) as row
  from pon where code = any($1) or (olt_id, slot, port) in
    (select olt_id, slot, port from json_to_recordset($2) as r(olt_id int, slot int, port int))`
const ponFields = 'code text, olt_id int, slot int, port int, tx_dbm numeric'
const insertPons = `insert into pon (code, olt_id, slot, port, tx_dbm)
  select code, olt_id, slot, port, tx_dbm from json_to_recordset($1) as r(${ponFields}) returning id, code as key`
const updatePons = `update pon p set tx_dbm = r.tx_dbm, version = version + 1
  from json_to_recordset($1) as r(id int, ${ponFields}) where p.id = r.id`

interface KnownPons {
  olts: ReadonlyMap<string, number>
  pons: readonly { id: number; row: PonRow }[]
}

async function ponsOf(sql: Tx, rows: readonly { values: PonValues }[]): Promise<KnownPons> {
  const places = rows.flatMap(({ values }) => ponPlace(values) ?? [])
  const named = rows.flatMap(({ values }) => ponPlaceGiven(values).olt_code ?? [])
  const found = await sql.rows<{ id: number; code: string }>(selectOltIds, [named])
  const olts = new Map(found.map(({ id, code: of }) => [of, id]))
  const at = places.map(({ olt, slot, port }) => ({ olt_id: olts.get(olt) ?? 0, slot, port }))
  const codes = [...places.map((one) => one.code), ...rows.flatMap(({ values }) => values.code ?? [])]
  return { olts, pons: await sql.rows<KnownPons['pons'][number]>(selectPons, [codes, JSON.stringify(at)]) }
}

function ponFaults({ olts, pons }: KnownPons, values: PonValues): RowFault[] {
  const place = ponPlaceGiven(values)
  const { olt_code: olt } = place
  const lacking = Object.entries(place).flatMap(([name, value]) => (value === undefined ? [name] : []))
  const there = pons.some(({ row }) => row.code === (ponPlace(values)?.code ?? values.code))
  if (values.tx_dbm === undefined && !there) lacking.push('tx_dbm')
  return [...(olt !== undefined && !olts.has(olt) ? [unknownFault('olt_code', olt)] : []), ...missingFaults(lacking)]
}

export async function applyPons(sql: Tx, rows: readonly LoadedRow<PonValues>[]): Promise<Outcome[]> {
  const known = await ponsOf(sql, rows)
  const wanted = (values: PonValues) => {
    const [faults, there] = [ponFaults(known, values), ponPlace(values)]
    return faults.length > 0 || !there ? refusedCells(faults) : ponWanted(known, there, values.tx_dbm)
  }
  return (await upsert(sql, rows, { wanted, insert: insertPons, update: updatePons })).outcomes
}

export async function checkPons(sql: Tx, rows: readonly BrokenRow<PonValues>[]): Promise<RowFault[][]> {
  const known = await ponsOf(sql, rows)
  // The other checks look the PON up by its code; an unreadable code is reported by the reader.
  return rows.map(({ values, broken }) => (broken.has('code') ? [] : ponFaults(known, values)))
}

/** A PON cannot move: boxes are connected to it. */
function ponWanted({ olts, pons }: KnownPons, there: Place, tx: number | undefined): Wanted<PonRow> | Refusal {
  const olt_id = olts.get(there.olt) ?? 0
  const here = (row: PonRow) => row.olt_id === olt_id && row.slot === there.slot && row.port === there.port
  const before = pons.find(({ row }) => row.code === there.code) ?? null
  const other = pons.find(({ row }) => here(row) && row.code !== there.code)
  if (other) return refused('VALIDATION', text('load.pon_taken', { code: other.row.code }))
  if (before && !here(before.row)) return refused('VALIDATION', text('load.pon_moved', { code: there.code }))
  const tx_dbm = tx ?? before?.row.tx_dbm ?? 0
  return { key: there.code, row: { code: there.code, olt_id, slot: there.slot, port: there.port, tx_dbm }, before }
}
