import { boxLabel } from '@hilo/domain/inventory.ts'
import { placeDoubts } from '@hilo/domain/province.ts'
import { ctoState } from '@hilo/domain/status.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { withStoredZeros } from '../../load/lost-zeros.ts'
import { refused, refusedCells, type BrokenRow, type LoadedRow, type Outcome, type Refusal } from '../../load/part.ts'
import { missingFaults, unknownFault, type RowFault } from '../../load/row-fault.ts'
import { recountBoxes } from '../box.ts'
import type { CtoValues } from './cto-columns.ts'
import { fitPorts } from './box-ports.ts'
import { merged, missing, upsert, type Upserted, type Wanted } from './upsert.ts'

/** A box as stored, without the columns derived from its ports. */
interface CtoRow {
  code: string
  label: string
  type: string | null
  model: string | null
  connection_type: number | null
  ports_total: number | null
  street: string | null
  street_number: string | null
  floor: string | null
  stair: string | null
  postal_code: string | null
  municipality: string | null
  ine_code: string | null
  province: string | null
  lat: number | null
  lon: number | null
  accuracy_m: number | null
  position_source: string
  access_notes: string | null
  key_needed: boolean
  height_m: number | null
  pon_id: number | null
  splitter1_code: string | null
  splitter_level: number
  splitter_ratio: string | null
  feeder_m: number | null
  conditions: { code: number; since: string; event_id: number | null }[]
  installed: boolean
  removed: boolean
}

const empty: CtoRow = {
  code: '',
  label: '',
  type: null,
  model: null,
  connection_type: null,
  ports_total: null,
  street: null,
  street_number: null,
  floor: null,
  stair: null,
  postal_code: null,
  municipality: null,
  ine_code: null,
  province: null,
  lat: null,
  lon: null,
  accuracy_m: null,
  position_source: 'inventory',
  access_notes: null,
  key_needed: false,
  height_m: null,
  pon_id: null,
  splitter1_code: null,
  splitter_level: 2,
  splitter_ratio: null,
  feeder_m: null,
  conditions: [],
  installed: true,
  removed: false,
}
const needed = [
  'type',
  'connection_type',
  'ports_total',
  'street',
  'postal_code',
  'municipality',
  'ine_code',
  'province',
  'lat',
  'lon',
  'pon_id',
  'splitter1_code',
  'feeder_m',
] as const satisfies (keyof CtoRow)[]

const plain = `code, label, type, model, connection_type, ports_total, street, street_number, floor, stair, postal_code, municipality,
  ine_code, province, lat, lon, accuracy_m, position_source, access_notes, key_needed, height_m, pon_id, splitter1_code, splitter_level,
  splitter_ratio, feeder_m, conditions`
const fields = `code text, label text, type text, model text, connection_type int, ports_total int, street text, street_number text,
  floor text, stair text, postal_code text, municipality text, ine_code text, province text, lat numeric, lon numeric, accuracy_m int,
  position_source text, access_notes text, key_needed boolean, height_m numeric, pon_id int, splitter1_code text, splitter_level int,
  splitter_ratio text, feeder_m int, conditions jsonb, installed boolean`
const set = plain
  .split(',')
  .map((name) => `${name.trim()} = r.${name.trim()}`)
  .join(', ')
const notInstalled = ctoState.is.no_instalada

const selectCtos = `select id, ${plain}, state <> ${notInstalled} as installed, removed_at is not null as removed
  from cto where code = any($1) order by id for no key update`
const selectPons = 'select id, code from pon where code = any($1)'
const insertCtos = `insert into cto (${plain}, ports_free, state, created_by, created_at, updated_at)
  select ${plain}, 0, case when installed then ${ctoState.is.disponible} else ${notInstalled} end, created_by, app_now(), app_now()
  from json_to_recordset($1) as r(${fields}, created_by json) returning id, code as key`
const updateCtos = `update cto c set ${set}, state = case when not r.installed then ${notInstalled}
      when c.state = ${notInstalled} then ${ctoState.is.disponible} else c.state end,
    removed_at = null, version = version + 1, updated_at = app_now()
  from json_to_recordset($1) as r(id bigint, ${fields}) where c.id = r.id`
const tell = `select count(changed('ctos', id, version, null)) from cto where id = any($1)`

function conditionsOf(codes: readonly number[] | undefined, before: CtoRow['conditions'], since: string) {
  if (codes === undefined) return before
  const unique = [...new Set(codes)].toSorted((a, b) => a - b)
  return unique.map((code) => before.find((one) => one.code === code) ?? { code, since, event_id: null })
}

interface Known {
  boxes: ReadonlyMap<string, { id: number; row: CtoRow }>
  pons: ReadonlyMap<string, number>
  now: string
}

async function knownOf(sql: Tx, values: readonly Partial<CtoValues>[]): Promise<Known> {
  const boxCodes = values.flatMap(({ code }) => code ?? [])
  const found = await sql.rows<CtoRow & { id: number }>(selectCtos, [boxCodes])
  const codes = values.flatMap(({ pon_code }) => pon_code ?? [])
  const pons = await sql.rows<{ id: number; code: string }>(selectPons, [codes])
  return {
    boxes: new Map(found.map(({ id, ...row }) => [row.code, { id, row: { ...empty, ...row } }])),
    pons: new Map(pons.map(({ id, code }) => [code, id])),
    now: (await businessNow(sql)).toISOString(),
  }
}

/** The box as stored; a removed one comes back as a new one. */
function standingBox({ boxes }: Known, code: string): CtoRow {
  const row = boxes.get(code)?.row
  return row && !row.removed ? row : { ...empty, code, label: boxLabel(code) }
}

function boxFaults(known: Known, values: Partial<CtoValues>): RowFault[] {
  const { code, pon_code, conditions: _, ...rest } = values
  const faults = pon_code !== undefined && !known.pons.has(pon_code) ? [unknownFault('pon_code', pon_code)] : []
  if (code === undefined) return faults
  const row = merged<CtoRow>(standingBox(known, code), { ...rest, pon_id: pon_code && (known.pons.get(pon_code) ?? 0) })
  const lacking = missing(row, needed).map((name) => (name === 'pon_id' ? 'pon_code' : name))
  return [...faults, ...missingFaults(lacking)]
}

function wantedBox(known: Known, values: CtoValues): Wanted<CtoRow> | Refusal {
  const faults = boxFaults(known, values)
  if (faults.length > 0) return refusedCells(faults)
  const stands = standingBox(known, values.code)
  const { model, street_number, floor, stair, splitter1_code } = stands
  const { values: whole, doubts } = withStoredZeros(values, { model, street_number, floor, stair, splitter1_code })
  const { code, pon_code, conditions, ...rest } = whole
  const before = known.boxes.get(code) ?? null
  const pon_id = pon_code === undefined ? undefined : known.pons.get(pon_code)
  const half = (rest.lat === undefined) !== (rest.lon === undefined)
  const moved = (rest.lat ?? stands.lat) !== stands.lat || (rest.lon ?? stands.lon) !== stands.lon
  if (half && moved) return refused('VALIDATION', text('load.position_pair'))
  const row = merged<CtoRow>(stands, { ...rest, pon_id })
  row.conditions = conditionsOf(conditions, stands.conditions, known.now)
  row.splitter_ratio ??= row.ports_total === null ? null : `1:${row.ports_total}`
  row.removed = false
  const { lat, lon } = row
  if (lat === 0 && lon === 0) return refused('VALIDATION', text('load.no_place'))
  return { key: code, row, before, doubts: [...doubts, ...placeDoubts(row)] }
}

/** Writes boxes with their ports; state and free ports follow in the same transaction. `by`: author of new boxes. */
export async function writeCtos(sql: Tx, rows: readonly LoadedRow<CtoValues>[], by: object): Promise<Upserted<CtoRow>> {
  const known = await knownOf(
    sql,
    rows.map(({ values }) => values),
  )
  const wanted = (values: CtoValues) => wantedBox(known, values)
  const done = await upsert(sql, rows, { wanted, insert: insertCtos, update: updateCtos, fresh: { created_by: by } })
  await fitPorts(sql, done.written)
  const ids = done.written.map(({ id }) => id)
  await recountBoxes(sql, ids)
  if (ids.length > 0) await sql.rows(tell, [ids])
  return done
}

export async function applyCtos(sql: Tx, rows: readonly LoadedRow<CtoValues>[], by: object): Promise<Outcome[]> {
  return (await writeCtos(sql, rows, by)).outcomes
}

export async function checkCtos(sql: Tx, rows: readonly BrokenRow<CtoValues>[]): Promise<RowFault[][]> {
  const known = await knownOf(
    sql,
    rows.map(({ values }) => values),
  )
  return rows.map(({ values }) => boxFaults(known, values))
}
