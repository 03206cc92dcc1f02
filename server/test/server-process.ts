/** The real server as a process of its own, for tests that kill it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverEnv, serverWords } from '../node-options.mjs'

export interface ServerProcess {
  pid: number
  address: string
  /** Everything it has printed so far. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<{ code: number | null }>
  /** Resolves when it has ended by itself or otherwise. */
  ended: Promise<{ code: number | null }>
}

/** Starts the server as `npm start` does, without demonstration data unless told; does not wait for it to answer. */
export function spawnServer(env: {
  DATA_DIR: string
  PORT: string
  HILO_SEED?: string | undefined
  PLANT_LIFE?: string
  NODE_OPTIONS?: string
}): ServerProcess {
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

/** Waits until it serves and answers the milliseconds that took. */
export async function untilReady(server: ServerProcess, limitMs = 60_000): Promise<number> {
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return String(typeof address === 'object' ? address?.port : 0)
}
