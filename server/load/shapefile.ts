import { basename } from 'node:path'
import { text } from '../kernel/texts.ts'
import { crsOfWkt, type Crs } from './crs.ts'
import { Properties } from './dbf.ts'
import { featureTable, type Feature } from './features.ts'
import { badTable, severalLayers, tableLimits, type ReadTable } from './table.ts'
import { filesIn, openArchive, readEntry } from './zip.ts'

/**
 * A shapefile in a ZIP: `.shp` holds geometries, `.dbf` properties, `.prj` the system, `.cpg` the encoding. Texts and numbers
 * are taken as written; records marked as deleted are skipped.
 */

/** Shape type of areas and what else is no point and no line. */
const surface = 5

/** Geometry of one record by the format's shape types; measures and heights are ignored. */
function geometryOf(record: DataView): unknown {
  const type = record.getInt32(0, true)
  // Heights and measures add tens, up to two; 31 is a surface in space.
  const kind = type < 30 ? type % 10 : surface
  if (kind === 0) return null
  const point = (at: number) => [record.getFloat64(at, true), record.getFloat64(at + 8, true)]
  if (kind === 1) return { type: 'Point', coordinates: point(4) }
  if (kind === 8) {
    const count = record.getInt32(36, true)
    return {
      type: 'MultiPoint',
      coordinates: Array.from({ length: fitting(record, count, 16) }, (_, i) => point(40 + 16 * i)),
    }
  }
  if (kind !== 3) return { type: 'Polygon' }
  const parts = fitting(record, record.getInt32(36, true), 4)
  const points = fitting(record, record.getInt32(40, true), 16)
  const starts = Array.from({ length: parts }, (_, i) => record.getInt32(44 + 4 * i, true))
  const all = Array.from({ length: points }, (_, i) => point(44 + 4 * parts + 16 * i))
  return { type: 'MultiLineString', coordinates: starts.map((from, i) => all.slice(from, starts[i + 1])) }
}

/** A count that fits into the record. @throws RangeError */
function fitting(record: DataView, count: number, bytes: number): number {
  if (count < 0 || count * bytes > record.byteLength) throw new RangeError('a count beyond its record')
  return count
}

function* geometries(shp: Buffer): Generator<unknown> {
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength)
  for (let at = 100; at + 12 <= shp.length;) {
    const length = view.getInt32(at + 4) * 2
    if (length < 4 || at + 8 + length > shp.length) throw badTable('broken', { line: 0 })
    yield torn(new DataView(shp.buffer, shp.byteOffset + at + 8, length))
    at += 8 + length
  }
}

/** A record with invalid counts has no geometry, and affects no other. */
function torn(record: DataView): unknown {
  try {
    return geometryOf(record)
  } catch (error) {
    if (error instanceof RangeError) return { type: 'Point', coordinates: [NaN, NaN] }
    throw error
  }
}

const step = 1000

/** @throws Problem VALIDATION without properties, with several layers, or for an unsupported system */
export async function readShapefile(path: string): Promise<ReadTable> {
  const archive = await openArchive(path)
  const real = filesIn(archive)
  const layers = real.filter(({ fileName }) => /\.shp$/i.test(fileName)).map(({ fileName }) => fileName.slice(0, -4))
  const [layer = '', ...others] = layers
  if (others.length > 0) throw severalLayers(layers.map((one) => basename(one)))
  const part = async (extension: string) => {
    const entry = real.find(({ fileName }) => fileName.toLowerCase() === `${layer}.${extension}`.toLowerCase())
    return entry ? await readEntry(archive, entry, tableLimits.sharedBytes) : Buffer.alloc(0)
  }
  const shp = await part('shp')
  const dbf = await part('dbf')
  if (dbf.length === 0) throw badTable('no_dbf')
  const properties = new Properties(dbf, (await part('cpg')).toString('latin1'))
  const crs = systemOf((await part('prj')).toString('latin1'))
  async function* features(): AsyncGenerator<Feature[]> {
    let some: Feature[] = []
    let i = 0
    for (const geometry of geometries(shp)) {
      const record = i < properties.count ? properties.of(i) : { properties: [] }
      i += 1
      if (record) some.push({ ...record, geometry })
      if (some.length < step) continue
      yield await Promise.resolve(some)
      some = []
    }
    yield some
  }
  const { misdeclared, cut } = properties
  const name = (encoding: string) => text(`load.encoding.${encoding}`)
  const notes = () =>
    misdeclared ? [['declared', { said: name(misdeclared.said), name: name(misdeclared.found) }] as const] : []
  return await featureTable({ features, crs: () => crs, cut, notes })
}

function systemOf(prj: string): Crs | null {
  if (prj.trim() === '') return null
  const { crs, name } = crsOfWkt(prj)
  if (!crs) throw badTable('crs', { name })
  return crs
}
