import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { Problem } from '@hilo/domain/problem.ts'
import { DecodeTurns } from './decode-turns.ts'

const limits = { atOnce: 2, person: 8, operator: 12, all: 20, patienceMs: 60_000, retryAfter: 5 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends on the test's command; `begun` lists the names in starting order. */
function stage(turns: DecodeTurns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, vno: number, user: number, patient = false) => {
    const result = turns.run({ vno, user, patient }, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
    result.catch(() => {})
    return result
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, add, end }
}

const isUnavailable = (error: unknown) =>
  error instanceof Problem && error.code === 'UNAVAILABLE' && error.extra.retryAfter === 5

describe('turns at decoding pictures', () => {
  it('one person has one picture decoded at a time, and further ones wait behind other people', async () => {
    const { begun, add, end } = stage(new DecodeTurns(limits))
    for (let i = 0; i < 6; i++) void add(`a${i}`, 1, 1)
    assert.deepEqual(begun, ['a0'], 'one place stays free for others')
    void add('b0', 2, 2)
    void add('c0', 3, 3)
    assert.deepEqual(begun, ['a0', 'b0'])
    await end('a0')
    assert.deepEqual(begun, ['a0', 'b0', 'c0'], 'before the second one of the first person')
    await end('b0')
    assert.deepEqual(begun.at(-1), 'a1')
  })

  it('an operator with many people takes turns with one that has a single person', async () => {
    const { begun, add, end } = stage(new DecodeTurns({ ...limits, atOnce: 1 }))
    for (let user = 1; user <= 5; user++) void add(`many${user}`, 1, user)
    for (let i = 1; i <= 2; i++) void add(`single${i}`, 2, 99)
    for (let i = 0; i < 7; i++) await end(begun.at(-1) ?? '')
    assert.deepEqual(begun, ['many1', 'single1', 'many2', 'single2', 'many3', 'many4', 'many5'])
  })

  it('too many waiting of one person, of one operator or in total are refused with Retry-After', async () => {
    const { add, begun, end } = stage(new DecodeTurns(limits))
    for (let i = 0; i <= limits.person; i++) void add(`a${i}`, 1, 1)
    await assert.rejects(add('one more', 1, 1), isUnavailable)
    for (let i = 0; i < 5; i++) void add(`b${i}`, 1, 2)
    await assert.rejects(add('one more of the operator', 1, 3), isUnavailable)
    for (let user = 10; user < 18; user++) void add(`c${user}`, user, user)
    await assert.rejects(add('one more of all', 50, 50), isUnavailable)
    void add('background', 50, 50, true)
    for (let i = 0; i < 100 && begun.at(-1) !== 'background'; i++) for (const name of begun.slice(-2)) await end(name)
    assert.ok(begun.includes('background'), 'background work waits instead')
  })

  it('a turn that does not come in time is refused, and work that fails gives its place back', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const turns = new DecodeTurns({ ...limits, atOnce: 1 })
      const { add, begun, end } = stage(turns)
      void add('first', 1, 1)
      const late = add('late', 2, 2)
      mock.timers.tick(limits.patienceMs)
      await assert.rejects(late, isUnavailable)
      await end('first')
      const failing = turns.run({ vno: 3, user: 3 }, () => Promise.reject(new Error('broken')))
      await assert.rejects(failing, /broken/)
      void add('next', 3, 3)
      assert.deepEqual(begun, ['first', 'next'])
    } finally {
      mock.timers.reset()
    }
  })
})
