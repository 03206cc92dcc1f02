import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Problem } from '@hilo/domain/problem.ts'
import { crsOfCode, crsOfWkt, type Crs } from './crs.ts'
import { featureTable, type Feature } from './features.ts'
import { geopackageFile, type GeopackageFile } from './geopackage-file.ts'
import { badTable, severalLayers, tableLimits, type ReadTable } from './table.ts'
import { typedProperties } from './typed-number.ts'
import { geometryOf } from './wkb.ts'

/**
 * The only layer of a GeoPackage, which is an SQLite database. The file is untrusted and a running SQLite query cannot be
 * stopped, so only plain tables are read: no views, virtual tables or computed columns, which could run for ever.
 */

type Row = Record<string, unknown>
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const step = 1000

/** A value of the database as text. */
const cellOf = (value: unknown) => (value === null || value instanceof Uint8Array ? '' : String(value).trim())

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'

class GeoPackage {
  readonly #db: DatabaseSync

  constructor({ path, hasLog }: GeopackageFile) {
    const url = pathToFileURL(path)
    // Nothing is written beside the file, whatever its journal mode; to read a log SQLite needs an index of it there.
    if (!hasLog) url.search = 'immutable=1'
    this.#db = new DatabaseSync(url, { readOnly: true, allowExtension: false })
  }

  close(): void {
    this.#db.close()
  }

  all(sql: string, ...values: string[]): Row[] {
    return this.#db.prepare(sql).all(...values)
  }

  iterate(sql: string): Iterable<Row> {
    const statement = this.#db.prepare(sql)
    statement.setReadBigInts(true)
    return statement.iterate()
  }

  /** @throws Problem VALIDATION unless it is a plain table without computed columns */
  plain(table: string): string {
    const [found] = this.all('select type, sql from sqlite_master where name = ? limit 1', table)
    const own = found?.['type'] === 'table' && /^\s*create\s+table\b/i.test(String(found['sql']))
    const computed = own && this.all('select 1 from pragma_table_xinfo(?) where hidden <> 0 limit 1', table).length > 0
    if (!own || computed) throw badTable('broken', { line: 0 })
    return quoted(table)
  }
}

interface Layer {
  table: string
  geometry: string
  columns: string[]
  crs: Crs | null
}

function layerOf(db: GeoPackage): Layer {
  const contents = db.plain('gpkg_contents')
  const layers = db.all(`select table_name from ${contents} where data_type = 'features' limit 50`)
  const names = layers.map((row) => String(row['table_name']))
  const [table, ...others] = names
  if (table === undefined) throw badTable('empty')
  if (others.length > 0) throw severalLayers(names)
  db.plain(table)
  const geometries = db.plain('gpkg_geometry_columns')
  const [column] = db.all(`select column_name, srs_id from ${geometries} where table_name = ? limit 1`, table)
  const geometry = String(column?.['column_name'] ?? '')
  const all = db.all('select name, pk from pragma_table_info(?)', table)
  if (!all.some(({ name }) => name === geometry)) throw badTable('broken', { line: 0 })
  // The feature id of a GeoPackage is no network data.
  const columns = all.filter(({ name, pk }) => name !== geometry && pk === 0).map(({ name }) => String(name))
  if (columns.length > tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
  return { table, geometry, columns, crs: systemOf(db, Number(column?.['srs_id'])) }
}

function systemOf(db: GeoPackage, id: number): Crs | null {
  // 0 and -1 mean undefined systems.
  if (id === 0 || id === -1 || Number.isNaN(id)) return null
  const systems = db.plain('gpkg_spatial_ref_sys')
  const [row] = db.all(
    `select organization, organization_coordsys_id as code, srs_name, substr(definition, 1, 100000) as wkt from ${systems} where srs_id = cast(? as integer) limit 1`,
    String(id),
  )
  const known = String(row?.['organization']).toUpperCase() === 'EPSG' ? crsOfCode(Number(row?.['code'])) : null
  const crs = known ?? crsOfWkt(String(row?.['wkt'] ?? '')).crs
  if (!crs) throw badTable('crs', { name: String(row?.['srs_name'] ?? `EPSG:${id}`).slice(0, 100) })
  return crs
}

function* rowsOf(db: GeoPackage, { table, geometry, columns }: Layer): Generator<Feature[]> {
  const bounded = (name: string, most: number) => `case when length(${name}) > ${most} then '' else ${name} end`
  const cells = columns.map((name, i) => `${bounded(quoted(name), tableLimits.cellChars)} as c${i}`)
  const place = `${bounded(quoted(geometry), tableLimits.rowChars)} as place`
  let some: Feature[] = []
  for (const row of db.iterate(`select ${[...cells, place].join(', ')} from ${quoted(table)}`)) {
    const { place: bytes } = row
    const known = bytes === null || bytes instanceof Uint8Array ? geometryOf(bytes) : { type: 'GeometryCollection' }
    const cells = typedProperties(
      columns.map((name, i) => [name, cellOf(row[`c${i}`]), isNumber(row[`c${i}`])] as const),
    )
    some.push({ ...cells, geometry: known })
    if (some.length < step) continue
    yield some
    some = []
  }
  yield some
}

/** SQLite's errors on a damaged file are the file's fault. */
function withReadFault<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw code === 'ERR_SQLITE_ERROR' ? badTable('broken', { line: 0 }) : error
  }
}

/** What is missing may be in the log. */
function withoutLog(error: unknown): unknown {
  const code = error instanceof Problem ? error.extra.details?.[0]?.code : undefined
  return code === 'broken' || code === 'empty' ? badTable('wal') : error
}

async function layerTable(file: GeopackageFile): Promise<ReadTable> {
  const layer = withReadFault(() => {
    const db = new GeoPackage(file)
    try {
      return layerOf(db)
    } finally {
      db.close()
    }
  })
  async function* features(): AsyncGenerator<Feature[]> {
    const db = withReadFault(() => new GeoPackage(file))
    try {
      const rows = rowsOf(db, layer)
      for (let next = withReadFault(() => rows.next()); next.done !== true; next = withReadFault(() => rows.next()))
        yield await Promise.resolve(next.value)
    } finally {
      db.close()
    }
  }
  const notes = () => (file.lacksLog ? [['wal', {}] as const] : [])
  return await featureTable({ features, crs: () => layer.crs, notes })
}

/** @throws Problem VALIDATION for several layers, none, or an unsupported system */
export async function readGeopackage(path: string): Promise<ReadTable> {
  const file = await geopackageFile(path)
  try {
    return await layerTable(file)
  } catch (error) {
    throw file.lacksLog ? withoutLog(error) : error
  }
}
