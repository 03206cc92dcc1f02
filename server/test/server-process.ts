/** The real server as a separate process, for tests that kill it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildServer } from '../../scripts/server-build.mjs'
import { serverEnv, serverWords } from '../node-options.mjs'

export { freePort } from './free-port.ts'

export interface ServerProcess {
  pid: number
  address: string
  /** Its output so far. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<{ code: number | null }>
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null }>
}

/** Whether the bundle is up to date: looking reads every source, so it is done once per process. */
let isBuilt = false

/** Starts the server like `npm start`, without demonstration data by default; does not wait until it is ready. */
export function spawnServer(env: {
  DATA_DIR: string
  PORT: string
  HILO_SEED?: string | undefined
  PLANT_LIFE?: string
  NODE_OPTIONS?: string
}): ServerProcess {
  isBuilt ||= buildServer(process.execPath)
  assert.ok(isBuilt, 'the server could not be bundled')
  const child = spawn(process.execPath, [...serverWords], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: {
      PATH: process.env['PATH'],
      ...serverEnv,
      HILO_SEED: 'none',
      PLANT_LIFE: 'still',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null }))
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { pid: child.pid ?? 0, address: `http://127.0.0.1:${env.PORT}`, output: () => output, kill, ended }
}

/** Waits until it is ready and returns the time taken, ms. */
export async function untilReady(server: ServerProcess, limitMs = 240_000): Promise<number> {
  const began = performance.now()
  let over = false
  void server.ended.then(() => (over = true))
  for (;;) {
    const ready = await fetch(`${server.address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return performance.now() - began
    if (over || performance.now() - began > limitMs) throw new Error(`the server does not answer:\n${server.output()}`)
    await sleep(20)
  }
}
