/** Connections for copying: beside a running server, or with a cluster that is started only for this. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { openCluster, runningCluster } from '../db/embedded.ts'
import { roleUrl } from '../db/roles.ts'
import type { Log } from '../log.ts'
import type { Side } from './catalog.ts'

export type Sides = Record<Side, pg.Client>

/** Connects to wherever this installation's data are, reading only: works while the server runs. */
export async function withRunningOrStarted<T>(
  config: Config,
  log: Log,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl)
  if (!existsSync(join(config.dataDir, 'pg'))) throw new Error(`No hay datos en ${config.dataDir}.`)
  const running = await runningCluster(config.dataDir)
  if (running) return work(running)
  const cluster = await openCluster(config.dataDir, log, (error) => log.error(error.message))
  try {
    return await work(cluster.url)
  } finally {
    await cluster.close()
  }
}

/** One connection of the owner and one of the queue's owner, each in a transaction of its own that `work` ends. */
export async function withSides<T>(ownerUrl: string, work: (sides: Sides) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, options: '-c app.scope=all' })
  const jobs = new pg.Client({ connectionString: roleUrl(ownerUrl, 'hilo_jobs') })
  for (const client of [owner, jobs]) client.on('error', () => {})
  try {
    await Promise.all([owner.connect(), jobs.connect()])
    return await work({ owner, jobs })
  } finally {
    await Promise.all([owner.end(), jobs.end()])
  }
}
