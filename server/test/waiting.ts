import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until it holds; fails after `limitMs`. */
export async function untilTrue(holds: () => Promise<boolean>, limitMs = 15_000): Promise<void> {
  for (const end = performance.now() + limitMs; !(await holds());) {
    assert.ok(performance.now() < end, `still not so after ${limitMs} ms`)
    await sleep(40)
  }
}

/** Work that goes on until it is told to stop. */
export function during(count: number, work: () => Promise<unknown>): () => Promise<void> {
  let on = true
  const all = Array.from({ length: count }, async () => {
    while (on) await work()
  })
  return async () => {
    on = false
    await Promise.all(all)
  }
}
