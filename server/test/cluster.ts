/** One PostgreSQL for the tests: passed by the test run, or started by this process for a single file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCluster } from '../db/embedded.ts'
import { silentLog } from '../log.ts'

/** Environment variable: owner's URL of any database on a cluster for tests. */
export const handedOver = 'HILO_TEST_SERVER'

let own: Promise<{ url: string; close(): Promise<void> }> | undefined
let closes = false

/** Owner's URL on the tests' cluster. A cluster started by this process ends with it, after its last test. */
export async function testCluster(): Promise<string> {
  const given = process.env[handedOver]
  if (given) return given
  own ??= startCluster()
  const { url, close } = await own
  if (!closes) process.once('beforeExit', () => void close())
  closes = true
  return url
}

/** A fresh cluster in its own folder, removed on close. */
export async function startCluster(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
  const cluster = await openCluster(folder, silentLog, (error) => {
    throw error
  })
  const close = async () => {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: cluster.url, close }
}
