/** A further server with the small demonstration on a database of its own, whose clock and plant are nobody else's. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { wireTypes } from '../server/db/open.ts'
import type { Owner, Served } from './fixtures.ts'
import { freePort } from './free-port.ts'
import { dataDir, root } from './place.ts'

export async function startOwn({ owner, url }: Owner): Promise<Served & { close(): Promise<void> }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const name = `propia_${randomBytes(4).toString('hex')}`
  await owner.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const folder = `${dataDir}-${name}`
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: own.href,
      HILO_DEMO: '1',
      HILO_SEED: 'small',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const pool = new pg.Pool({ connectionString: own.href, max: 2, types: wireTypes, options: '-c app.scope=all' })
  const close = async () => {
    await pool.end()
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    await owner.query(`drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return { owner: pool, url: own.href, address, close }
    await wait(100)
  }
  await close()
  throw new Error(`the server of the test did not start: ${said}`)
}
