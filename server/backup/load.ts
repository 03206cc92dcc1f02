/** Restores a backup of dump.ts into an empty installation of the same version. */
import { createReadStream, existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { keepErased, keepingErased } from '../auth/erased-list.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { sameVersion } from '../db/squashed.ts'
import { fileStore } from '../files/open.ts'
import type { Log } from '../log.ts'
import { makePrivate } from '../files/private.ts'
import { columnList, quoted, readMigrations, readTables, type Side, type Table } from './catalog.ts'
import { withSides, type Sides } from './connect.ts'
import { summing, tableFile, type Manifest } from './dump.ts'

interface LoadOptions {
  /** Overwrites existing data. */
  force?: boolean
}

/**
 * Restores a backup; people erased after it was made are erased again at the server's start, and all sessions end. One
 * transaction each for product and queue; a damaged backup changes nothing.
 * @throws {Error} in Spanish: no backup, another version, target in use or not empty, damaged
 */
export async function load(
  config: Config,
  source: string,
  log: Log,
  { force = false }: LoadOptions = {},
): Promise<Manifest> {
  const folder = resolve(source)
  const manifest = await readManifest(folder)
  const store = fileStore(config)
  const copied = join(folder, 'files')
  if (config.s3 && existsSync(copied))
    throw new Error(
      `La copia trae ficheros y esta instalación los guarda en S3. Súbelos a S3_BUCKET con los mismos nombres y aparta ${copied}.`,
    )
  const db = await openDatabase(config, log)
  try {
    await withSides({ owner: db.ownerUrl, jobs: db.jobsUrl }, async (sides) => {
      await refuseInUse(sides.owner)
      await refuseOtherVersion(sides.owner, manifest)
      if (!force) await refuseFull(sides)
      await keepErased(db.owner, store)
      await loadTables(sides, manifest, folder, log)
    })
  } finally {
    await db.close()
  }
  // The backup's list of erased people may be the older one.
  await keepingErased(store, async () => {
    if (!existsSync(copied)) return
    const files = join(config.dataDir, 'files')
    await cp(copied, files, { recursive: true, preserveTimestamps: true })
    await makePrivate(files)
  })
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`No hay una copia completa en ${folder}.`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw new Error('Esta copia es de un formato que esta versión de Hilo no conoce.')
  return manifest
}

async function refuseInUse(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = 'hilo_app'`,
  )
  if (rows[0]?.n) throw new Error('Hay un servidor de Hilo usando esta base de datos. Deténlo antes de restaurar.')
}

async function refuseOtherVersion(owner: pg.Client, { migrations, version }: Manifest): Promise<void> {
  if (sameVersion(await readMigrations(owner), migrations)) return
  throw new Error(`La copia es de otra versión de Hilo (${version}). Restáurala con esa versión y actualiza después.`)
}

/** Tables with rows in a new installation. */
const bornFull = ['app_release', 'audit_head', 'demo_clock', 'product_feature', 'rights_clock', 'role', 'secret']

async function refuseFull(sides: Sides): Promise<void> {
  for (const table of await readTables(sides.owner, 'owner')) {
    if (bornFull.includes(table.name)) continue
    const found = await sides.owner.query(`select 1 from ${quoted(table)} limit 1`)
    if (found.rowCount) throw new Error('El destino ya tiene datos. Para sustituirlos, repite con --force.')
  }
}

async function loadTables(sides: Sides, manifest: Manifest, folder: string, log: Log): Promise<void> {
  for (const side of ['jobs', 'owner'] as const) {
    await sides[side].query('begin')
    const tables = manifest.tables.filter((table) => table.side === side)
    await sides[side].query(`truncate ${tables.map(quoted).join(', ')}`)
  }
  for (const { parent, name, bound } of manifest.partitions)
    await sides.owner.query(`create table if not exists "${name}" partition of "${parent}" ${bound}`)
  for (const [done, table] of manifest.tables.entries()) {
    log.progress('Se restaura la base de datos', `tabla ${done + 1} de ${manifest.tables.length}`)
    await loadTable(sides, table, join(folder, 'tables', tableFile(table)), manifest.sums[tableFile(table)])
  }
  for (const { schema, name, value, called } of manifest.sequences)
    await sides[schema === 'public' ? 'owner' : 'jobs'].query('select setval($1::regclass, $2, $3)', [
      quoted({ schema, name }),
      value,
      called,
    ])
  await sides.owner.query(endSessions)
  for (const side of ['jobs', 'owner'] as const satisfies Side[]) await sides[side].query('commit')
}

/** Sessions that ended after the backup would be valid again: all people sign in again. API keys stay. */
const endSessions = `update session set revoked_at = now(), id_token = null
  where revoked_at is null and not exists (select from api_key k where k.session_id = session.id)`

/** Disables our triggers: their rows are in the backup already. */
async function loadTable(sides: Sides, table: Table, path: string, expected: string | undefined): Promise<void> {
  const client = sides[table.side]
  const name = quoted(table)
  await client.query(`alter table ${name} disable trigger user`)
  const sum = summing()
  const rows = client.query(copyFrom(`copy ${name} (${columnList(table)}) from stdin`))
  await pipeline(createReadStream(path), createZstdDecompress(), sum.stream, rows)
  await client.query(`alter table ${name} enable trigger user`)
  if (sum.digest() !== expected) throw new Error(`La copia está dañada: ${tableFile(table)} no coincide con su suma.`)
}
