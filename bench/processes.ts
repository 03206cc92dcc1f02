/** The compared processes, and the load generator. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as ServerBuild from '../scripts/server-build.mjs'
import type * as NodeOptions from '../server/node-options.mjs'
import type { Sample, Slice } from './slice.ts'

const startDeadlineMs = 30_000
const file = (name: string) => new URL(name, import.meta.url)

export interface Product {
  pid: number
  port: number
  stop(): Promise<void>
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/**
 * The product as by `npm start`, on the given database. Its output goes to a file of the folder.
 * @param root folder of the checkout to run; this one by default
 */
export async function startServer(
  url: string,
  port: number,
  folder: string,
  node: readonly string[],
  { root = file('..').pathname, env = {} }: { root?: string; env?: Record<string, string> } = {},
): Promise<Product> {
  const { serverEnv, serverWords } = (await import(join(root, 'server/node-options.mjs'))) as typeof NodeOptions
  const { buildServer } = (await import(join(root, 'scripts/server-build.mjs'))) as typeof ServerBuild
  if (!buildServer(process.execPath)) throw new Error(`the server of ${root} could not be bundled`)
  const out = openSync(join(folder, 'server.log'), 'a')
  const child = spawn(process.execPath, [...node, ...serverWords], {
    cwd: root,
    env: {
      ...serverEnv,
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      PORT: String(port),
      DATA_DIR: join(folder, 'files'),
      HILO_DEMO: '0',
      // Only requests are measured; their jobs are left to other processes.
      HILO_JOBS: '0',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', out, out],
  })
  const giveUp = performance.now() + startDeadlineMs
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    if (child.exitCode !== null || performance.now() > giveUp)
      throw new Error(`the server does not start: ${folder}/server.log`)
    await sleep(50)
  }
  return { pid: child.pid ?? 0, port, stop: () => end(child, 'SIGTERM') }
}

export async function startLimit(
  url: string,
  port: number,
  statements: Readonly<Record<string, string>>,
): Promise<Product> {
  const child = fork(file('limit.ts'), {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, PORT: String(port), NODE_ENV: 'production' },
  })
  await once(child, 'message')
  child.send(statements)
  await once(child, 'message')
  return { pid: child.pid ?? 0, port, stop: () => end(child, 'SIGKILL') }
}

export interface Load {
  run(slice: Slice): Promise<Sample>
  stop(): Promise<void>
}

export function startLoad(): Load {
  const child = fork(file('load.ts'))
  return {
    run: async (slice) => {
      const answer = once(child, 'message')
      child.send(slice)
      const [sample] = (await answer) as [Sample]
      return sample
    },
    stop: () => end(child, 'SIGKILL'),
  }
}
