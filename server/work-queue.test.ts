import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '@hilo/domain/problem.ts'
import { workQueue, workQueues } from './work-queue.ts'

/** Work that ends on the test's command. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}
const busy = (error: unknown) => error instanceof Problem && error.code === 'UNAVAILABLE'
const named = (name: string) => async () => name

describe('a line', () => {
  it('refuses when the queue is full', async () => {
    const inLine = workQueue(1, 1)
    const first = held()
    const [running, waiting] = [inLine(first.work), inLine(async () => 'second')]
    await assert.rejects(inLine(named('third')), busy)
    first.end()
    await running
    assert.equal(await waiting, 'second')
  })
  it('refuses after the longest wait, and the next in the queue goes on', async () => {
    const inLine = workQueue(1, 5, 30)
    const first = held()
    const running = inLine(first.work)
    await assert.rejects(inLine(named('late')), busy)
    const next = inLine(async () => 'next')
    first.end()
    await running
    assert.equal(await next, 'next')
    assert.equal(await inLine(async () => 'free'), 'free')
  })
  it('of one key does not hold up another', async () => {
    const byPerson = workQueues<number>(() => workQueue(1, 0))
    const first = held()
    const running = byPerson(1, first.work)
    await assert.rejects(byPerson(1, named('same')), busy)
    assert.equal(await byPerson(2, async () => 'other'), 'other')
    first.end()
    await running
    assert.equal(await byPerson(1, async () => 'again'), 'again')
  })
})
