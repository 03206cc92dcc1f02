import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Files as GIS programs write them, generated from the format specifications. */

export async function zipped(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return await buffer(zip.outputStream)
}

type Point = readonly [x: number, y: number]
/** One point, the parts of a line, an area, a surface in space (of a shapefile only), or nothing. */
export type Shape = Point | { parts: readonly (readonly Point[])[] } | 'area' | 'surface' | null

function doubles(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(8 * numbers.length)
  for (const [i, number] of numbers.entries()) bytes.writeDoubleLE(number, 8 * i)
  return bytes
}
function ints(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [i, number] of numbers.entries()) bytes.writeInt32LE(number, 4 * i)
  return bytes
}

function shapeBytes(shape: Shape): Buffer {
  if (shape === null) return ints(0)
  if (shape === 'area') return Buffer.concat([ints(5), doubles(0, 0, 0, 0), ints(0, 0)])
  if (shape === 'surface') return Buffer.concat([ints(31), doubles(-3, 40, -2, 41), ints(0, 0)])
  if (!('parts' in shape)) return Buffer.concat([ints(1), doubles(...shape)])
  const points = shape.parts.flat()
  const starts = shape.parts.map((_, i) => shape.parts.slice(0, i).flat().length)
  return Buffer.concat([
    ints(3),
    doubles(0, 0, 0, 0),
    ints(starts.length, points.length, ...starts),
    doubles(...points.flat()),
  ])
}

/** The geometries of a shapefile; `kind` is 1 for points, 3 for lines. */
export function shpOf(kind: number, shapes: readonly Shape[]): Buffer {
  const head = Buffer.alloc(100)
  head.writeInt32BE(9994, 0)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(kind, 32)
  const records = shapes.map((shape, i) => {
    const bytes = shapeBytes(shape)
    const before = Buffer.alloc(8)
    before.writeInt32BE(i + 1, 0)
    before.writeInt32BE(bytes.length / 2, 4)
    return Buffer.concat([before, bytes])
  })
  const whole = Buffer.concat([head, ...records])
  whole.writeInt32BE(whole.length / 2, 24)
  return whole
}

export interface DbfField {
  name: string | Buffer
  type: 'C' | 'N' | 'F' | 'D' | 'L' | 'I' | 'O'
  length: number
  decimals?: number
}

/** The properties of a shapefile; a row that begins with `null` is deleted. */
export function dbfOf(
  fields: readonly DbfField[],
  rows: readonly (readonly (string | Buffer | null)[])[],
  page = 0,
): Buffer {
  const size = 1 + fields.reduce((sum, { length }) => sum + length, 0)
  const head = Buffer.alloc(32)
  head[0] = 3
  head.writeUInt32LE(rows.length, 4)
  head.writeUInt16LE(32 + 32 * fields.length + 1, 8)
  head.writeUInt16LE(size, 10)
  head[29] = page
  const heads = fields.map(({ name, type, length, decimals = 0 }) => {
    const bytes = Buffer.alloc(32)
    Buffer.from(name).copy(bytes, 0, 0, 10)
    bytes.write(type, 11, 'latin1')
    bytes[16] = length
    bytes[17] = decimals
    return bytes
  })
  const records = rows.map((row) => {
    const bytes = Buffer.alloc(size, ' ')
    if (row[0] === null) bytes[0] = 0x2a
    let at = 1
    for (const [i, { length }] of fields.entries()) {
      const cell = row[i] ?? ''
      Buffer.from(cell).copy(bytes, at, 0, length)
      at += length
    }
    return bytes
  })
  return Buffer.concat([head, ...heads, Buffer.from([0x0d]), ...records, Buffer.from([0x1a])])
}

/** Geometry of a GeoPackage: without bounding box, then well-known binary. */
export function blobOf(shape: Shape, big = false): Buffer | null {
  if (shape === null) return null
  const head = Buffer.from([0x47, 0x50, 0, 1, 0, 0, 0, 0])
  const wkb = (kind: number, more: Buffer) => Buffer.concat([Buffer.from([1]), ints(kind), more])
  if (shape === 'area' || shape === 'surface') return Buffer.concat([head, wkb(3, ints(0))])
  if (!('parts' in shape)) {
    if (!big) return Buffer.concat([head, wkb(1001, doubles(...shape, 640))])
    const swapped = [...shape].map((one) => doubles(one).swap64())
    return Buffer.concat([head, Buffer.from([0, 0, 0, 0, 1]), ...swapped])
  }
  const lines = shape.parts.map((part) => wkb(2, Buffer.concat([ints(part.length), doubles(...part.flat())])))
  return Buffer.concat([head, wkb(5, Buffer.concat([ints(lines.length), ...lines]))])
}

/** A GeoPackage whose layer is created by SQL; `srs` is its system in `gpkg_spatial_ref_sys`. */
export async function geopackageOf(
  srs: number,
  layers: readonly string[],
  fill: (db: DatabaseSync) => void,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-gpkg-'))
  const path = join(folder, 'a.gpkg')
  try {
    const db = new DatabaseSync(path)
    db.exec(`pragma application_id = 1196444487;
      create table gpkg_spatial_ref_sys (srs_name text, srs_id integer primary key, organization text, organization_coordsys_id integer, definition text);
      insert into gpkg_spatial_ref_sys values ('Undefined', -1, 'NONE', -1, ''), ('WGS 84', 4326, 'EPSG', 4326, ''),
        ('ETRS89 / UTM zone 30N', 25830, 'EPSG', 25830, ''), ('Lisboa', 20790, 'EPSG', 20790, '');
      create table gpkg_contents (table_name text primary key, data_type text, srs_id integer);
      create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer, z integer, m integer);`)
    for (const layer of layers) {
      db.prepare(`insert into gpkg_contents values (?, 'features', ?)`).run(layer, srs)
      db.prepare(`insert into gpkg_geometry_columns values (?, 'geom', 'GEOMETRY', ?, 2, 0)`).run(layer, srs)
    }
    fill(db)
    db.close()
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
