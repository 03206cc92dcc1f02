/** Readers of every format. They run in the process of `reader-process.ts`, never in the server's. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Entry } from 'yauzl'
import { readCsv } from './csv.ts'
import { readGeojson } from './geojson.ts'
import { readGeopackage } from './geopackage.ts'
import { isLogged } from './geopackage-file.ts'
import { readKml, readKmz } from './kml.ts'
import { readShapefile } from './shapefile.ts'
import { badStranger, isFlatOds, packedStrangerOf, rootOf, strangerOf } from './signatures.ts'
import { badTable, tableLimits, type PackedFile, type ReadTable } from './table.ts'
import { readXlsx } from './xlsx.ts'
import { extractEntry, filesIn, openArchive } from './zip.ts'

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

/** A picture in an archive. */
export type ListedPicture = Omit<PackedFile, 'read'>

/** Long enough for the names of a root element in front of what tells it. */
const headBytes = 8192

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
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

/** What an archive is, by the names in it. */
const packedKinds = [
  [/\.shp$/i, 'shapefile'],
  [/\.kml$/i, 'kmz'],
  [/\.gpkg$/i, 'geopackage'],
] as const

/** Also a database whose mark is still in its log: one page, which is empty. */
function isGeopackage(head: Buffer): boolean {
  if (head.length < 100 || !head.toString('latin1').startsWith(sqliteMark)) return false
  const isEmpty = isLogged(head) && head.readUInt32BE(28) <= 1
  return geopackageMarks.includes(head.toString('latin1', 68, 72)) || (isEmpty && head.readUInt32BE(68) === 0)
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
    const kind = packedKinds.find(([form]) => [...names].some((name) => form.test(name)))?.[1]
    const stranger = kind === undefined && kinds.includes('geojson') ? packedStrangerOf(names) : null
    if (stranger !== null) throw badStranger(stranger, true)
    return kind ?? 'zip'
  }
  if (isGeopackage(head)) return 'geopackage'
  if (isFlatOds(head)) throw badTable('ods')
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
  if (kind === 'zip') return await openPacked(path, kinds)
  return { ...(await readTableOf(kind, path, kinds)), pictures: [] }
}

async function readTableOf(kind: TableKind, path: string, kinds: readonly TableKind[]): Promise<ReadTable> {
  if (kind === 'zip' || !kinds.includes(kind)) throw badTable('format')
  return await readers[kind](path)
}

const isTable = (name: string) => /\.(csv|tsv|txt|xlsx|xlsm|geojson)$/i.test(name)
const isAccepted = (name: string) => /\.(jpe?g|jfif|png|webp)$/i.test(name)
/** Also the formats in which people send pictures of labels and that are not accepted. */
const isPicture = (name: string) => isAccepted(name) || /\.(hei[cf]|tiff?|bmp|gif|avif|dng|svg|pdf)$/i.test(name)
/** A table in an archive, with pictures where they are accepted. An archive inside it is none. */
async function openPacked(
  path: string,
  kinds: readonly TableKind[],
): Promise<ReadTable & { pictures: ListedPicture[] }> {
  const archive = await openArchive(path)
  const real = filesIn(archive)
  const [table, ...others] = real.filter(({ fileName }) => isTable(fileName))
  const isAlone = kinds.includes('zip') || real.length === 1
  if (!table || others.length > 0 || !isAlone) throw badTable('no_table')
  const inner = `${path}.table`
  await extractEntry(archive, table, inner, tableLimits.sharedBytes)
  return { ...(await readTableOf(await kindOf(inner, kinds), inner, kinds)), pictures: picturesOf(real) }
}

function picturesOf(files: readonly Entry[]): ListedPicture[] {
  return files
    .filter(({ fileName }) => isPicture(fileName))
    .map(({ fileName, uncompressedSize: bytes }) => ({
      entry: fileName,
      name: basename(fileName),
      accepted: isAccepted(fileName),
      bytes,
    }))
}
