/** Connections for backups: beside a running server, or with a cluster started for this purpose. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { openCluster, runningCluster } from '../db/embedded.ts'
import { DatabaseClient, linked } from '../kernel/sql/client.ts'
import { ownerSession, type Urls } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Side } from './catalog.ts'
import { patient } from '../kernel/patience.ts'

export type Sides = Record<Side, pg.Client>

/** Connects to the installation's data, read-only: works while the server runs. */
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

/** Statement timeout for copying whole tables, ms. */
const silenceMs = patient(10 * 60_000)

/** One connection of the owner and one of the queue's owner, each in a transaction that `work` ends. */
export async function withSides<T>(urls: Pick<Urls, 'owner' | 'jobs'>, work: (sides: Sides) => Promise<T>): Promise<T> {
  const owner = new DatabaseClient(linked(urls.owner, { session: ownerSession, silenceMs }))
  const jobs = new DatabaseClient(linked(urls.jobs, { silenceMs }))
  try {
    await Promise.all([owner.connect(), jobs.connect()])
    return await work({ owner, jobs })
  } finally {
    await Promise.all([owner.end(), jobs.end()])
  }
}
