import { open } from 'node:fs/promises'
import { badTable, severalLayers, tableLimits } from './table.ts'
import { extractEntry, filesIn, openArchive } from './zip.ts'

/**
 * A GeoPackage and its log: while a program has the file open, SQLite keeps the last changes in a second file, `-wal`, beside
 * it. Both may come in a ZIP.
 */
export interface GeopackageFile {
  path: string
  /** True if the log is there, and is read as well. */
  hasLog: boolean
  /** True if the file was copied while open, without its log. */
  lacksLog: boolean
}

/** True if the header says that changes are written to a log first. */
export const isLogged = (head: Buffer): boolean => head[18] === 2 || head[19] === 2

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Unpacks the only GeoPackage of an archive, and its log if it is there, beside the archive. */
async function unpacked(path: string): Promise<GeopackageFile> {
  const archive = await openArchive(path)
  const real = filesIn(archive)
  const [entry, ...others] = real.filter(({ fileName }) => /\.gpkg$/i.test(fileName))
  if (!entry) throw badTable('broken', { line: 0 })
  if (others.length > 0) throw severalLayers([entry, ...others].map(({ fileName }) => fileName))
  const to = `${path}.gpkg`
  await extractEntry(archive, entry, to, tableLimits.sheetBytes)
  const log = real.find(({ fileName }) => fileName === `${entry.fileName}-wal`)
  if (log) await extractEntry(archive, log, `${to}-wal`, tableLimits.sheetBytes)
  return { path: to, hasLog: log !== undefined, lacksLog: log === undefined && isLogged(await headOf(to)) }
}

/** A GeoPackage by itself, or in a ZIP. */
export async function geopackageFile(path: string): Promise<GeopackageFile> {
  const head = await headOf(path)
  if (head.toString('latin1', 0, 2) === 'PK') return await unpacked(path)
  return { path, hasLog: false, lacksLog: isLogged(head) }
}
