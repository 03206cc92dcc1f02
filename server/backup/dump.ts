/**
 * Backup of database and files as a folder: every table as COPY text from one snapshot, the sequences, the referenced files,
 * and a manifest with hashes. The folder gets its name last, so that an existing one is complete.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { makePrivate } from '../files/private.ts'
import {
  columnList,
  quoted,
  readMigrations,
  readPartitions,
  readSequences,
  readTables,
  refuseHiddenRows,
} from './catalog.ts'
import type { Catalog, Table } from './catalog.ts'
import { withRunningOrStarted, withSides, type Sides } from './connect.ts'
import { urlsOf } from '../db/open.ts'

export interface Manifest extends Catalog {
  format: 1
  version: string
  taken_at: string
  /** SHA-256 of each table's uncompressed text, by file name. */
  sums: Record<string, string>
  files: number
}

export function tableFile({ schema, name }: Table): string {
  return `${schema}.${name}.copy.zst`
}

/**
 * Backs up everything into a new folder, with or without a running server.
 * @throws {Error} in Spanish if the folder exists, there are no data, or the backup would be incomplete
 */
export async function dump(config: Config, target: string, log: Log): Promise<Manifest> {
  const folder = resolve(target)
  if (existsSync(folder)) throw new Error(`${folder} ya existe. Indica una carpeta nueva.`)
  const draft = `${folder}.partial`
  await rm(draft, { recursive: true, force: true })
  await mkdir(dirname(draft), { recursive: true })
  // Private before the first byte is written.
  await mkdir(draft, { mode: 0o700 })
  await mkdir(join(draft, 'tables'), { mode: 0o700 })
  const manifest = await withRunningOrStarted(config, log, (url) =>
    withSides(urlsOf(config, url), (sides) => dumpTables(sides, config, draft, log)),
  )
  // After the rows: a file is stored before the transaction that references it, so none of the snapshot's is missing.
  manifest.files = await copyFiles(config, draft)
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest, null, 2))
  await makePrivate(draft)
  await syncAll(draft)
  await rename(draft, folder)
  await syncPath(dirname(folder))
  return manifest
}

async function dumpTables(sides: Sides, config: Config, draft: string, log: Log): Promise<Manifest> {
  const { owner, jobs } = sides
  const begin = 'begin isolation level repeatable read read only'
  await owner.query(begin)
  await refuseHiddenRows(owner)
  const shared = await owner.query<{ id: string }>('select pg_export_snapshot() as id')
  await jobs.query(begin)
  await jobs.query(`set transaction snapshot '${shared.rows[0]?.id}'`)
  const tables = [...(await readTables(owner, 'owner')), ...(await readTables(jobs, 'jobs'))]
  const sums: Record<string, string> = {}
  for (const [done, table] of tables.entries()) {
    log.progress('Se copia la base de datos', `tabla ${done + 1} de ${tables.length}`)
    sums[tableFile(table)] = await dumpTable(sides, table, join(draft, 'tables', tableFile(table)))
  }
  const manifest: Manifest = {
    format: 1,
    version: config.version,
    taken_at: new Date().toISOString(),
    tables,
    partitions: await readPartitions(owner),
    sequences: [...(await readSequences(owner, 'owner')), ...(await readSequences(jobs, 'jobs'))],
    migrations: await readMigrations(owner),
    sums,
    files: 0,
  }
  await Promise.all([owner.query('commit'), jobs.query('commit')])
  return manifest
}

async function dumpTable(sides: Sides, table: Table, path: string): Promise<string> {
  const sum = summing()
  const rows = sides[table.side].query(copyTo(`copy (select ${columnList(table)} from ${quoted(table)}) to stdout`))
  await pipeline(rows, sum.stream, createZstdCompress(), createWriteStream(path, { mode: 0o600 }))
  return sum.digest()
}

/** Passes a stream through and hashes it. */
export function summing(): { stream: Transform; digest(): string } {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, digest: () => hash.digest('hex') }
}

/** Files in a bucket are not copied: the bucket has its own backups. */
async function copyFiles(config: Config, draft: string): Promise<number> {
  if (config.s3) return 0
  const from = join(config.dataDir, 'files')
  if (!existsSync(from)) return 0
  await cp(from, join(draft, 'files'), { recursive: true, preserveTimestamps: true })
  const copied = await readdir(join(draft, 'files'), { recursive: true, withFileTypes: true })
  return copied.filter((entry) => entry.isFile()).length
}

async function syncAll(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await syncPath(join(folder, name))
  await syncPath(folder)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
