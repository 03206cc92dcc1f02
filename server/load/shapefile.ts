import { basename } from 'node:path'
import { crsOfWkt, type Crs } from './crs.ts'
import { decoded, EncodingEvidence, type SingleByte } from './encoding.ts'
import { featureTable, type Feature } from './features.ts'
import { badTable, tableLimits, type ReadTable } from './table.ts'
import { openArchive, readEntry } from './zip.ts'

/**
 * A shapefile in a ZIP: `.shp` holds geometries, `.dbf` properties, `.prj` the system, `.cpg` the encoding. Texts and numbers
 * are taken as written; records marked as deleted are skipped.
 */

/** Geometry of one record by the format's shape types; measures and heights are ignored. */
function geometryOf(record: DataView): unknown {
  const kind = record.getInt32(0, true) % 10
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

interface Field {
  name: string
  type: string
  from: number
  to: number
}

/** Code pages by number in the header of a `.dbf`, and by name in a `.cpg`. */
const codePages: readonly (readonly [RegExp, readonly number[], SingleByte])[] = [
  [/850|437/, [0x01, 0x02], 'cp850'],
  [/mac/i, [0x04], 'macintosh'],
  [/1252|8859-?1|latin/i, [0x03, 0x57], 'windows-1252'],
]

class Properties {
  readonly #dbf: Buffer
  readonly #fields: Field[] = []
  readonly #start: number
  readonly #size: number
  readonly #encoding: SingleByte | 'utf-8'
  readonly count: number

  constructor(dbf: Buffer, cpg: string) {
    if (dbf.length < 33) throw badTable('broken', { line: 0 })
    this.#dbf = dbf
    this.#start = dbf.readUInt16LE(8)
    this.#size = dbf.readUInt16LE(10)
    const room = Math.floor((dbf.length - this.#start) / Math.max(this.#size, 1))
    this.count = Math.min(dbf.readUInt32LE(4), Math.max(room, 0))
    this.#encoding = this.#encodingBy(cpg, dbf[29] ?? 0)
    let from = 1
    for (let at = 32; at + 32 <= this.#start && dbf[at] !== 0x0d; at += 32) {
      if (this.#fields.length === tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
      const name = dbf.subarray(at, at + 11)
      const end = name.indexOf(0)
      const to = from + (dbf[at + 16] ?? 0)
      const type = String.fromCharCode(dbf[at + 11] ?? 0)
      this.#fields.push({ name: this.#text(name.subarray(0, end === -1 ? 11 : end)).trim(), type, from, to })
      from = to
    }
  }

  #encodingBy(cpg: string, page: number): SingleByte | 'utf-8' {
    if (/utf-?8|65001/i.test(cpg)) return 'utf-8'
    const named = codePages.find(([name, numbers]) => (cpg === '' ? numbers.includes(page) : name.test(cpg)))
    if (named) return named[2]
    const evidence = new EncodingEvidence()
    for (let i = 0; i < this.count; i++) evidence.add(this.#record(i))
    return evidence.best
  }

  #record(i: number): Buffer {
    const at = this.#start + i * this.#size
    return this.#dbf.subarray(at, at + this.#size)
  }

  /** Drops a character cut in two by the end of its field. */
  #text(bytes: Buffer): string {
    return this.#encoding === 'utf-8'
      ? bytes
          .toString('utf8')
          .trimEnd()
          .replace(/\uFFFD{1,3}$/, '')
      : decoded(bytes, this.#encoding)
  }

  /** Properties of a record; null if deleted. */
  of(i: number): Feature['properties'] | null {
    const record = this.#record(i)
    if (record[0] === 0x2a) return null
    return this.#fields.map(({ name, type, from, to }) => [name, this.#cell(record.subarray(from, to), type)] as const)
  }

  #cell(bytes: Buffer, type: string): string {
    const written = this.#text(bytes).replaceAll('\0', '').trim()
    if (type === 'D') return written.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    if (type === 'L') return /^[yt]$/i.test(written) ? 'true' : /^[nf]$/i.test(written) ? 'false' : ''
    // Asterisks mark a value that overflowed its field.
    return /^\*+$/.test(written) ? '' : written
  }
}

const step = 1000

/** @throws Problem VALIDATION without properties, with several layers, or for an unsupported system */
export async function readShapefile(path: string): Promise<ReadTable> {
  const archive = await openArchive(path)
  const real = archive.entries.filter(({ fileName }) => !/(^|\/)(__MACOSX\/|\.)/.test(fileName))
  const layers = real.filter(({ fileName }) => /\.shp$/i.test(fileName)).map(({ fileName }) => fileName.slice(0, -4))
  const [layer = '', ...others] = layers
  if (others.length > 0)
    throw badTable('layers', {
      names: layers
        .map((one) => basename(one))
        .join(', ')
        .slice(0, 200),
    })
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
      const record = i < properties.count ? properties.of(i) : []
      i += 1
      if (record) some.push({ properties: record, geometry })
      if (some.length < step) continue
      yield await Promise.resolve(some)
      some = []
    }
    yield some
  }
  return await featureTable({ features, crs: () => crs })
}

function systemOf(prj: string): Crs | null {
  if (prj.trim() === '') return null
  const { crs, name } = crsOfWkt(prj)
  if (!crs) throw badTable('crs', { name })
  return crs
}
