/** Runs one job in a process of its own, which kills itself at a failpoint. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestServer } from './harness.ts'

const runner = new URL('./run-job.ts', import.meta.url).pathname

export async function dieAt(
  { db, store }: Pick<TestServer, 'db' | 'store'>,
  point: string,
  task: string,
  payload: object,
): Promise<void> {
  const child = spawn(process.execPath, [runner, db.ownerUrl, store.root, task, JSON.stringify(payload)], {
    env: { ...process.env, HILO_FAILPOINT: `${point}:kill` },
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  assert.equal(signal, 'SIGKILL', point)
}
