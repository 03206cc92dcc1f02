/** Readers of every format. They run in the process of `reader-process.ts`, never in the server's. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { readCsv } from './csv.ts'
import { readGeojson } from './geojson.ts'
import { readGeopackage } from './geopackage.ts'
import { readKml, readKmz } from './kml.ts'
import { readShapefile } from './shapefile.ts'
import { badStranger, rootOf, strangerOf } from './signatures.ts'
import { badTable, tableLimits, type ReadTable } from './table.ts'
import { readXlsx } from './xlsx.ts'
import { extractEntry, openArchive, type Archive } from './zip.ts'

/** Each takes the path of a file of its format. @throws Problem VALIDATION for an unreadable file, also while iterating */
const readers = {
  csv: readCsv,
  xlsx: readXlsx,
  geojson: readGeojson,
  kml: readKml,
  kmz: readKmz,
  shapefile: readShapefile,
  geopackage: readGeopackage,
} as const satisfies Record<string, (path: string) => Promise<ReadTable>>

export type TableKind = keyof typeof readers | 'zip'

/** A picture in an archive, by entry name. */
export interface ListedPicture {
  entry: string
  name: string
  bytes: number
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Old and encrypted workbooks share one container format; its directory distinguishes them. */
async function compoundKind(path: string, head: Buffer): Promise<'xls' | 'password'> {
  const sectorBytes = 1 << Math.min(head.readUInt16LE(30), 16)
  const directory = (head.readInt32LE(48) + 1) * sectorBytes
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, Math.max(directory, 0))
    return buffer.subarray(0, bytesRead).includes('EncryptedPackage', 0, 'utf16le') ? 'password' : 'xls'
  } finally {
    await file.close()
  }
}

const sqliteMark = 'SQLite format 3\0'
/** SQLite application ids, since version 1.2 and before. */
const geopackageMarks = ['GPKG', 'GP10', 'GP11']

/** Decodes the beginning of a text, to find its first character. */
function textOf(head: Buffer): string {
  if (head[0] === 0xff || head[1] === 0) return head.toString('utf16le')
  if (head[0] === 0xfe || head[0] === 0)
    return Buffer.from(head.subarray(0, head.length & ~1))
      .swap16()
      .toString('utf16le')
  return head.toString('utf8')
}

/** Detects the format by content; the name is ignored. */
async function kindOf(path: string, kinds: readonly TableKind[]): Promise<TableKind> {
  const head = await firstBytes(path)
  if (head.subarray(0, 8).equals(compoundMark)) throw badTable(await compoundKind(path, head))
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    const { entries } = await openArchive(path)
    const names = new Set(entries.map(({ fileName }) => fileName))
    if (names.has('mimetype') && names.has('content.xml')) throw badTable('ods')
    if (names.has('Index/Document.iwa')) throw badTable('numbers')
    if (names.has('[Content_Types].xml') || names.has('xl/workbook.xml')) return 'xlsx'
    return [...names].some((name) => /\.shp$/i.test(name))
      ? 'shapefile'
      : [...names].some((name) => /\.kml$/i.test(name))
        ? 'kmz'
        : 'zip'
  }
  if (head.toString('latin1').startsWith(sqliteMark) && geopackageMarks.includes(head.toString('latin1', 68, 72)))
    return 'geopackage'
  if (rootOf(head) === 'kml') return 'kml'
  const stranger = strangerOf(head)
  if (stranger !== null) throw badStranger(stranger, kinds.includes('geojson'))
  return /^[\x1E\uFEFF\s]*\{/.test(textOf(head)) ? 'geojson' : 'csv'
}

/** @throws Problem VALIDATION with the fault of the file; also while iterating its rows */
export async function openTable(
  path: string,
  kinds: readonly TableKind[],
): Promise<ReadTable & { pictures: ListedPicture[] }> {
  const kind = await kindOf(path, kinds)
  if (!kinds.includes(kind)) throw badTable('format')
  if (kind === 'zip') return await openPacked(path, kinds)
  return { ...(await readers[kind](path)), pictures: [] }
}

const isTable = (name: string) => /\.(csv|txt|xlsx|xlsm)$/i.test(name)
const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)
/** Folders, and metadata files of some systems. */
const isNoise = (name: string) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(name)

/** A table and pictures in one archive. */
async function openPacked(
  path: string,
  kinds: readonly TableKind[],
): Promise<ReadTable & { pictures: ListedPicture[] }> {
  const archive = await openArchive(path)
  const real = archive.entries.filter(({ fileName }) => !isNoise(fileName))
  const [table, ...others] = real.filter(({ fileName }) => isTable(fileName))
  if (!table || others.length > 0) throw badTable('no_table')
  const inner = `${path}.table`
  await extractEntry(archive, table, inner, tableLimits.sharedBytes)
  const inside = kinds.filter((kind) => kind !== 'zip')
  return { ...(await openTable(inner, inside)), pictures: picturesOf(archive) }
}

function picturesOf({ entries }: Archive): ListedPicture[] {
  return entries
    .filter(({ fileName }) => !isNoise(fileName) && isPicture(fileName))
    .map(({ fileName, uncompressedSize }) => ({ entry: fileName, name: basename(fileName), bytes: uncompressedSize }))
}
