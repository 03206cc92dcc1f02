import { codeForm, ponCode } from '@hilo/domain/inventory.ts'
import { opticClasses } from '@hilo/domain/optics.ts'
import * as z from 'zod/mini'
import type { Tx } from '../../db/scope.ts'
import { text } from '../../http/texts.ts'
import { column } from '../../load/column.ts'
import type { LoadedRow, Outcome } from '../../load/part.ts'
import { contradiction, fieldsMissing, unknownCode } from './said.ts'
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

export async function applyOlts(sql: Tx, rows: readonly LoadedRow<OltValues>[]): Promise<Outcome[]> {
  const codes = rows.map(({ values }) => values.code)
  const found = await sql.rows<{ id: number; row: OltRow }>(selectOlts, [codes])
  const known = new Map(found.map((one) => [one.row.code, one]))
  const wanted = (values: OltValues): Wanted<OltRow> | ReturnType<typeof fieldsMissing> => {
    const before = known.get(values.code) ?? null
    const row = merged<OltRow>(before?.row ?? emptyOlt, values)
    row.exchange_code ??= values.code.split('-')[0] ?? null
    row.name ??= text('load.exchange_name', { code: row.exchange_code ?? '' })
    const lacking = missing(row, ['vendor', 'model', 'optic_class'])
    return lacking.length > 0 ? fieldsMissing(lacking) : { key: row.code, row, before }
  }
  return (await upsert(sql, rows, { wanted, insert: insertOlts, update: updateOlts })).outcomes
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

/** Where a PON is, from its fields or else from its code `VAL01-OLT02/1/7/3`. */
function ponPlace({ code: given, olt_code, slot, port }: PonValues) {
  const [, olt, , codeSlot, codePort] = /^(.+)\/(\d+)\/(\d+)\/(\d+)$/.exec(given ?? '') ?? []
  const at = {
    olt: olt_code ?? olt,
    slot: slot ?? (codeSlot === undefined ? undefined : Number(codeSlot)),
    port: port ?? (codePort === undefined ? undefined : Number(codePort)),
  }
  if (at.olt === undefined || at.slot === undefined || at.port === undefined) return null
  return { olt: at.olt, slot: at.slot, port: at.port, code: given ?? ponCode(at.olt, at.slot, at.port) }
}
type Place = NonNullable<ReturnType<typeof ponPlace>>

/** What a PON is known by in a file. */
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

export async function applyPons(sql: Tx, rows: readonly LoadedRow<PonValues>[]): Promise<Outcome[]> {
  const places = rows.flatMap(({ values }) => ponPlace(values) ?? [])
  const olts = await sql.rows<{ id: number; code: string }>(selectOltIds, [places.map(({ olt }) => olt)])
  const oltIds = new Map(olts.map(({ id, code: of }) => [of, id]))
  const at = places.map(({ olt, slot, port }) => ({ olt_id: oltIds.get(olt) ?? 0, slot, port }))
  const found = await sql.rows<{ id: number; row: PonRow }>(selectPons, [
    places.map((one) => one.code),
    JSON.stringify(at),
  ])
  const wanted = (values: PonValues) => {
    const there = ponPlace(values)
    if (!there) return fieldsMissing(['olt_code', 'slot', 'port'])
    const oltId = oltIds.get(there.olt)
    if (oltId === undefined) return unknownCode('olt_code', there.olt)
    return ponWanted(there, oltId, values.tx_dbm, found)
  }
  return (await upsert(sql, rows, { wanted, insert: insertPons, update: updatePons })).outcomes
}

/** A PON stays where it is: boxes hang on it. */
function ponWanted(there: Place, oltId: number, tx: number | undefined, found: { id: number; row: PonRow }[]) {
  const here = (row: PonRow) => row.olt_id === oltId && row.slot === there.slot && row.port === there.port
  const before = found.find(({ row }) => row.code === there.code) ?? null
  const other = found.find(({ row }) => here(row) && row.code !== there.code)
  if (other) return contradiction(text('load.pon_taken', { code: other.row.code }))
  if (before && !here(before.row)) return contradiction(text('load.pon_moved', { code: there.code }))
  const tx_dbm = tx ?? before?.row.tx_dbm
  if (tx_dbm === undefined) return fieldsMissing(['tx_dbm'])
  const row = { code: there.code, olt_id: oltId, slot: there.slot, port: there.port, tx_dbm }
  return { key: row.code, row, before }
}
