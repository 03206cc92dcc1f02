import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ReceivedFile } from '../http/handler.ts'
import { readCsv } from './csv.ts'
import { derivedHeads, readGeojson } from './geojson.ts'
import { badTable, tableLimits, type PackedFile, type Table } from './table.ts'
import { readXlsx } from './xlsx.ts'
import { extractEntry, openArchive, readEntry, type Archive } from './zip.ts'

export type TableKind = 'csv' | 'xlsx' | 'geojson' | 'zip'

const none: ReadonlyMap<string, PackedFile> = new Map()

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** What a file is, by what stands in it; its name says nothing. */
async function kindOf(path: string): Promise<TableKind> {
  const head = await firstBytes(path)
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    const { entries } = await openArchive(path)
    return entries.some(({ fileName }) => fileName === 'xl/workbook.xml') ? 'xlsx' : 'zip'
  }
  return /^\uFEFF?\s*\{/.test(head.toString('utf8')) ? 'geojson' : 'csv'
}

const readers = { csv: readCsv, xlsx: readXlsx, geojson: readGeojson } as const

/**
 * A table of any of the formats that are taken, whatever the file's name; rows are read when they are gone through.
 * @throws Problem VALIDATION whose detail says what is wrong with the file; the same while its rows are gone through
 */
export async function readTable(file: Pick<ReceivedFile, 'path'>, kinds: readonly TableKind[]): Promise<Table> {
  const kind = await kindOf(file.path)
  if (!kinds.includes(kind)) throw badTable('format')
  if (kind === 'zip') return await readPacked(file.path)
  const derived = kind === 'geojson' ? derivedHeads : []
  return { ...(await readers[kind](file.path)), derived, pictures: none }
}

const isTable = (name: string) => /\.(csv|txt|xlsx)$/i.test(name)
const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)
/** Folders, and what archives of some systems bring along. */
const isNoise = (name: string) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(name)

async function readPacked(path: string): Promise<Table> {
  const archive = await openArchive(path)
  const real = archive.entries.filter(({ fileName }) => !isNoise(fileName))
  const tables = real.filter(({ fileName }) => isTable(fileName))
  const [table] = tables
  if (!table || tables.length > 1) throw badTable('no_table')
  const inner = `${path}.table`
  await extractEntry(archive, table, inner, tableLimits.sharedBytes)
  return { ...(await readTable({ path: inner }, ['csv', 'xlsx'])), pictures: picturesOf(archive) }
}

function picturesOf(archive: Archive): Map<string, PackedFile> {
  const found = new Map<string, PackedFile>()
  for (const entry of archive.entries) {
    const name = basename(entry.fileName)
    if (isNoise(entry.fileName) || !isPicture(name)) continue
    const read = () => readEntry(archive, entry, tableLimits.pictureBytes)
    found.set(name, { name, bytes: entry.uncompressedSize, read })
  }
  return found
}
