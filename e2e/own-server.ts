/** A further server with the small demonstration on a database of its own, whose clock and plant are nobody else's. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { wireTypes } from '../server/db/open.ts'
import type { Owner, Served } from './fixtures.ts'
import { freePort } from './free-port.ts'
import { dataDir, root } from './place.ts'

/** What stands between people and a server: where they find it, told where the server itself listens. */
export interface Front {
  address: string
  lead: (address: string) => void
}

type Environment = Record<string, string>
export interface Own extends Served {
  close(): Promise<void>
  /** Nobody answers at its address from now on. */
  stop(): Promise<void>
  /** Answers from now on, with the same data; as another installation where the environment says so. */
  start(env?: Environment): Promise<void>
}

/** Starts a server and waits until it answers. */
async function launch(address: string, env: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  for (let tries = 0; tries < 800 && child.exitCode === null; tries++) {
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

/** @param host by which people find it: passkeys belong to a name, never to an IP address */
export async function startOwn(
  { owner, url }: Owner,
  front: Front | null = null,
  env: Environment = {},
  host = '127.0.0.1',
): Promise<Own> {
  const port = await freePort()
  const address = `http://${host}:${port}`
  const name = `propia_${randomBytes(4).toString('hex')}`
  await owner.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const folder = `${dataDir}-${name}`
  const place = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: own.href,
    HILO_DEMO: '1',
    HILO_SEED: 'small',
    PLANT_LIFE: 'still',
    PUBLIC_URL: front?.address ?? address,
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
