import type { Readable } from 'node:stream'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { badTable, tableLimits } from './table.ts'

/** Entries of an archive. Sizes are measured while unpacking, never taken from its headers. */
export interface Archive {
  entries: readonly yauzl.Entry[]
  /** @throws Problem VALIDATION, while reading, beyond `limit` bytes */
  open(entry: yauzl.Entry, limit: number): Promise<Readable>
}

/** Files of an archive, without folders and what some systems add. */
export const filesIn = ({ entries }: Archive): yauzl.Entry[] =>
  entries.filter(({ fileName }) => !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(fileName))

async function opened(path: string): Promise<yauzl.ZipFile> {
  return await new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(badTable('broken', { line: 1 }))
      else resolve(zip)
    })
  })
}

async function listed(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  if (zip.entryCount > tableLimits.entries) throw badTable('too_many_files', { limit: tableLimits.entries })
  const entries: yauzl.Entry[] = []
  return await new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(badTable('broken', { line: 1 })))
    zip.readEntry()
  })
}

/** @param packed compressed bytes of the entry */
function measured(limit: number, packed: number): Transform {
  const { ratio, ratioFromBytes } = tableLimits
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > limit) done(badTable('too_large'))
      else if (bytes > ratioFromBytes && bytes > packed * ratio) done(badTable('ratio'))
      else done(null, chunk)
    },
  })
}

async function unpacked(path: string, entry: yauzl.Entry, limit: number): Promise<Readable> {
  if (entry.uncompressedSize > limit) throw badTable('too_large')
  const zip = await opened(path)
  const source = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(badTable('broken', { line: 1 }))
      else resolve(stream)
    })
  }).catch((error: unknown) => {
    zip.close()
    throw error
  })
  const out = measured(limit, entry.compressedSize)
  out.on('close', () => zip.close())
  pipeline(source, out).catch((error: unknown) => {
    if (!out.destroyed) out.destroy(error instanceof Error ? error : new Error('archive'))
  })
  return out
}

/** @throws Problem VALIDATION for no archive, or too many entries */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await opened(path)
  try {
    return { entries: await listed(zip), open: (entry, limit) => unpacked(path, entry, limit) }
  } finally {
    zip.close()
  }
}

/** Whole content of one entry. */
export async function readEntry(archive: Archive, entry: yauzl.Entry, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await archive.open(entry, limit)) chunks.push(chunk as Buffer)
  } catch (error) {
    throw asFault(error)
  }
  return Buffer.concat(chunks)
}

export async function extractEntry(archive: Archive, entry: yauzl.Entry, to: string, limit: number): Promise<void> {
  try {
    await pipeline(await archive.open(entry, limit), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    throw asFault(error)
  }
}

/** Damage inside an archive is the sender's mistake; a full disk is not. */
export function asFault(error: unknown): unknown {
  const ours = error instanceof Error && ('syscall' in error || error.name === 'Problem')
  return ours ? error : badTable('broken', { line: 1 })
}
