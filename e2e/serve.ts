/** Server of the browser tests: always fresh demonstration data, so that "today" is today and nothing remains. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildServer } from '../scripts/server-build.mjs'
import { readConfig } from '../server/config.ts'
import { openCluster } from '../server/db/embedded.ts'
import { openDatabase } from '../server/db/open.ts'
import { silentLog } from '../server/log.ts'
import { seedInProcess } from '../server/seed/seed-process.ts'
import { onServer } from '../server/test/database.ts'
import { demonstration } from './place.ts'

const dataDir = process.env['DATA_DIR']
if (!dataDir) throw new Error('DATA_DIR says where the data of the browser tests go')

/** A killed run may leave its database running: it must be stopped before its files are deleted. */
async function stopLeftover(folder: string): Promise<void> {
  const note = join(folder, 'pg', 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0])
  try {
    process.kill(pid, 'SIGQUIT')
    for (let tries = 0; tries < 100; tries++) {
      process.kill(pid, 0)
      await wait(50)
    }
  } catch {
    return
  }
}

/** Loads the demonstration once, and keeps it as a template: loading it takes ten seconds of processor time. */
async function loadDemonstration(folder: string): Promise<void> {
  const config = readConfig(process.env)
  const cluster = await openCluster(folder, silentLog, (error) => {
    throw error
  })
  const db = await openDatabase({ ...config, databaseUrl: cluster.url }, silentLog)
  await seedInProcess(db, config, process.env).done
  await db.close()
  const source = new URL(cluster.url).pathname.slice(1)
  await onServer(cluster.url, (client) => client.query(`create database ${demonstration.database} template ${source}`))
  await cluster.close()
  cpSync(join(folder, 'files'), demonstration.filesIn(folder), { recursive: true })
}

const mark = join(dataDir, 'e2e')
if (existsSync(dataDir) && !existsSync(mark) && basename(dataDir) !== 'e2e-data')
  throw new Error(`${dataDir} holds something that no browser test put there, so it is not emptied`)
// What the tests start beside this server runs the bundle.
if (!buildServer(process.execPath)) throw new Error('the server could not be bundled')
await stopLeftover(dataDir)
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true, mode: 0o711 })
writeFileSync(mark, '')
await loadDemonstration(dataDir)
await import('../server/main.ts')
