import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldSteps } from './status.ts'
import { clockDoubt, timesDoubts } from './step-times.ts'

const at = (seconds: number) => new Date(Date.parse('2026-11-20T09:00:00Z') + seconds * 1000)
/** The eight steps, one each `every` seconds by the device's clock; all arrive at `arrival`. */
const paced = (every: number, arrival?: number) =>
  fieldSteps.map((step, index) => {
    const done = at((index + 1) * every)
    const recorded = { started_at: at(index * every).toISOString(), done_at: done.toISOString(), clock_s: null }
    const heard = (arrival === undefined ? done : at(arrival)).toISOString()
    return { step, status: 'done' as const, started_at: heard, done_at: heard, recorded }
  })
const codes = (steps: ReturnType<typeof paced>) => fieldSteps.flatMap((step) => timesDoubts(steps, step))

test('eight steps in 25 s are implausible', () => {
  const doubts = codes(paced(25 / 8))
  assert.deepEqual(doubts.at(-1), { code: 'times_fast', value: 22, limit: 8 })
  assert.deepEqual(codes(paced(45)), [])
})

test("steps that arrive together are judged by the device's recorded times", () => {
  assert.deepEqual(codes(paced(45, 9000)), [])
  const untold = paced(45, 9000).map(({ recorded: _, ...step }) => step)
  assert.equal(timesDoubts(untold, 'final_report')[0]?.code, 'times_fast')
  assert.equal(codes(paced(2, 9000)).at(-1)?.code, 'times_fast')
})

test('a step done before it was begun is implausible', () => {
  const [first] = paced(45)
  assert.ok(first)
  const back = { ...first, recorded: { ...first.recorded, started_at: at(600).toISOString() } }
  assert.deepEqual(timesDoubts([back], 'initial'), [{ code: 'times_order', value: 555, limit: 0 }])
})

test("a device time ahead of the server's, or before the work was requested, is doubtful", () => {
  const doubt = (said: number) => clockDoubt({ said: at(said), now: at(100), since: at(0) })
  assert.deepEqual([50, 130, -60, 4000, -4000].map(doubt), [null, null, null, 3900, 4000])
})
