/** A further server with the small demonstration on its own database, with its own clock and plant. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { wireTypes } from '../server/db/open.ts'
import { serverEnv, serverWords } from '../server/node-options.mjs'
import { freePort } from '../server/test/free-port.ts'
import type { Owner, Served } from './fixtures.ts'
import { dataDir, demonstration, patience, root } from './place.ts'

/** A proxy in front of a server: its public address, given the server's own. */
export interface Front {
  address: string
  lead: (address: string) => void
}

type Environment = Record<string, string>
/** An installation without the demonstration. */
export const bare = { HILO_SEED: 'none', HILO_DEMO: '0' }
export interface Own extends Served {
  close(): Promise<void>
  /** Stops the server. */
  stop(): Promise<void>
  /** Starts it again, with the same data; as another installation with another environment. */
  start(env?: Environment): Promise<void>
}

/** Starts a server and waits until it is ready. */
async function launch(address: string, env: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...serverWords], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...serverEnv, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  for (const end = Date.now() + 240_000; Date.now() < end && child.exitCode === null;) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return child
    await wait(100)
  }
  await end(child)
  throw new Error(`the server of the test did not start: ${said}`)
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

interface OwnOptions {
  front?: Front | null
  env?: Environment
  /** Public host name: passkeys need a name, not an IP address. */
  host?: string
}

async function startOwn({ owner, url }: Owner, options: OwnOptions): Promise<Own> {
  const { front = null, env = {}, host = '127.0.0.1' } = options
  const port = await freePort()
  const address = `http://${host}:${port}`
  const name = `propia_${randomBytes(4).toString('hex')}`
  const folder = `${dataDir}-${name}`
  const isDemonstration = env['HILO_SEED'] === undefined
  await owner.query(`create database ${name}${isDemonstration ? ` template ${demonstration.database}` : ''}`)
  if (isDemonstration) await cp(demonstration.filesIn(dataDir), join(folder, 'files'), { recursive: true })
  const own = new URL(url)
  own.pathname = `/${name}`
  const place = {
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: folder,
    DATABASE_URL: own.href,
    HILO_DEMO: '1',
    HILO_SEED: 'small',
    PLANT_LIFE: 'still',
    PUBLIC_URL: front?.address ?? address,
    ...patience,
  }
  const pool = new pg.Pool({ connectionString: own.href, max: 2, types: wireTypes, options: '-c app.scope=all' })
  let child: ChildProcess | null = null
  let running = env
  const stop = async () => {
    await end(child)
    child = null
  }
  const start = async (other: Environment = env) => {
    if (child !== null && running === other) return
    await stop()
    running = other
    child = await launch(address, { ...place, ...other })
    front?.lead(address)
  }
  const close = async () => {
    await pool.end()
    await stop()
    await owner.query(`drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { owner: pool, url: own.href, address: front?.address ?? address, close, stop, start }
}

/** For fixtures: a server of a worker, beside the shared one. */
export async function useOwn(shared: Owner, use: (own: Own) => Promise<void>, options: OwnOptions = {}): Promise<void> {
  const own = await startOwn(shared, options)
  await use(own)
  await own.close()
}
/** How long such a fixture lives, and how long it may take to start. */
export const lasting = { scope: 'worker', timeout: 600_000 } as const
