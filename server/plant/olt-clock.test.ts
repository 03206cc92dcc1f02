import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { inProcess } from '../kernel/sql/in-process.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { makeBox } from '../test/plant-box.ts'
import {
  byOurClock,
  clockOf,
  datedSince,
  isUnconfirmed,
  keepClock,
  keepRestarts,
  measureClock,
  type OltClock,
} from './olt-clock.ts'
import { uptimeWrapS } from './plant.ts'

const minute = 60_000
const mostOffsetMs = 5 * minute
const start = Date.UTC(2026, 10, 20, 9)
const at = (ms: number) => new Date(start + ms)
const days = (count: number) => count * 86_400

/** The clock after measurements: minutes from the start, lead in ms (null: not reported), and uptime in seconds. */
function measuredAfter(...said: [minutes: number, aheadMs: number | null, uptimeS?: number][]): OltClock | null {
  let clock: OltClock | null = null
  for (const [minutes, ahead, uptimeS] of said) {
    const now = at(minutes * minute)
    const shown = ahead === null ? null : new Date(now.getTime() + ahead)
    clock = measureClock(clock, { at: shown, uptimeS: uptimeS ?? null }, now).clock
  }
  return clock
}

/** True if the last measurement detects a restart. */
function restarts(...said: [minutes: number, uptimeS: number | null][]): boolean {
  const [minutes, uptimeS] = said.at(-1) ?? [0, null]
  const known = measuredAfter(...said.slice(0, -1).map(([m, s]): [number, number, number] => [m, 0, s ?? -1]))
  return measureClock(known, { at: at(minutes * minute), uptimeS }, at(minutes * minute)).restarted
}

const seen = (clock: OltClock | null, deviceMs: number) => {
  const moment = byOurClock(at(deviceMs), clock)
  return moment && moment.getTime() - start
}

test('a moment of the OLT counts once the offset of its clock is taken off', () => {
  assert.equal(seen(measuredAfter([0, 3000]), 10_000), 7000)
  assert.equal(seen(measuredAfter([0, -3000]), 10_000), 13_000)
  assert.equal(byOurClock(null, measuredAfter([0, 0])), null)
  assert.equal(seen(null, 10_000), null)
})

test('measurements within the time of the way to the OLT are the same offset', () => {
  assert.equal(measuredAfter([0, 3000], [1, 3900], [2, 2100])?.offsetMs, 3000)
  assert.deepEqual(measuredAfter([0, 400], [1, 1800])?.jumps, [])
})

test('a clock that is more than five minutes off dates once a second measurement agrees, whichever way', () => {
  for (const ahead of [mostOffsetMs + 1, -mostOffsetMs - 1, 60 * minute, -120 * minute]) {
    const first = measuredAfter([0, ahead])
    assert.deepEqual([isUnconfirmed(first), seen(first, ahead)], [true, null])
    const second = measuredAfter([0, ahead], [1, ahead])
    assert.deepEqual([isUnconfirmed(second), seen(second, ahead + 10_000)], [false, 10_000])
  }
  assert.equal(seen(measuredAfter([0, 60 * minute], [1, 0]), 0), null)
  assert.notEqual(seen(measuredAfter([0, mostOffsetMs]), 0), null)
  assert.equal(
    isUnconfirmed(measuredAfter([0, 3000], [1, null])),
    false,
    'a clock that is not reported has none to confirm',
  )
})

test('across a change of zone only moments after it count: what was dated before may be reported by either', () => {
  for (const by of [60 * minute, -60 * minute]) {
    const clock = measuredAfter([0, 0], [90, 0], [100, by], [101, by])
    assert.equal(seen(clock, 50 * minute), null, 'before it, by the zone of then')
    assert.equal(seen(clock, 50 * minute + by), null, 'before it, by the new zone')
    assert.equal(seen(clock, 200 * minute + by), 200 * minute)
  }
})

test('a clock that has jumped is not trusted until it has stayed where it is once', () => {
  assert.equal(measuredAfter([0, 0], [1, 30_000])?.trusted, false)
  assert.equal(measuredAfter([0, 0], [1, 30_000], [2, 30_000])?.trusted, true)
  assert.equal(measuredAfter([0, 0], [1, 30_000], [2, 90_000])?.trusted, false)
})

test('times from before a jump use the offset of that time', () => {
  const ahead = measuredAfter([0, 0], [10, 120_000], [11, 120_000])
  assert.equal(seen(ahead, -5 * minute), -5 * minute)
  assert.equal(seen(ahead, 20 * minute), 18 * minute)
  const back = measuredAfter([0, 0], [10, -120_000], [11, -120_000])
  assert.equal(seen(back, -5 * minute), -5 * minute)
  assert.equal(seen(back, 20 * minute), 22 * minute)
})

test('a time that may be of before or after a jump back is dropped', () => {
  const back = measuredAfter([0, 0], [1, -120_000], [2, -120_000])
  assert.equal(seen(back, 0), null)
})

test('without a valid answer the last offset is kept but not trusted', () => {
  assert.equal(measuredAfter([0, null]), null)
  const silent = measuredAfter([0, 3000], [1, null])
  assert.deepEqual([silent?.offsetMs, silent?.trusted], [3000, false])
  assert.equal(measuredAfter([0, 3000], [1, Number.NaN])?.trusted, false)
  const back = measuredAfter([0, 3000], [1, null], [2, 3000])
  assert.deepEqual([back?.trusted, back?.jumps], [true, []])
})

test('an uptime that goes back, or is shorter than the time that has passed, is a restart at its beginning', () => {
  assert.ok(!restarts([0, days(40)], [1, days(40) + 60]))
  assert.ok(restarts([0, days(40)], [1, 20]))
  // An hour without measurement; it has been up for half of it.
  assert.ok(restarts([0, 100], [60, 1800]))
  const { startedAt } = measureClock(measuredAfter([0, 0, days(1)]), { at: at(minute), uptimeS: 25 }, at(minute))
  assert.deepEqual(startedAt, at(minute - 25_000))
})

test('an uptime that has come to its end after 497 days is no restart, and one soon after that is', () => {
  assert.ok(!restarts([0, Math.floor(uptimeWrapS) - 30], [1, 30]))
  assert.ok(!restarts([0, Math.floor(uptimeWrapS) - 30], [20_000, 20_000 * 60 - 30]))
  assert.ok(restarts([0, Math.floor(uptimeWrapS) - 90], [1, 5]))
})

test('clocks that drift a little are no restart, however long without measurement', () => {
  assert.ok(!restarts([0, days(10)], [30 * 24 * 60, days(40) - 260]))
  assert.ok(!restarts([0, days(10)], [1, days(10) + 55]))
})

test('an OLT that is measured for the first time has started where it has run for less than an hour', () => {
  assert.ok(restarts([0, 600]))
  assert.ok(!restarts([0, days(2)]))
  assert.ok(!restarts([0, null]))
})

test('an invalid uptime is ignored', () => {
  for (const uptimeS of [-1, 1.5, Number.NaN, Infinity, '7' as unknown as number]) {
    const { clock, restarted } = measureClock(null, { at: at(0), uptimeS }, at(0))
    assert.deepEqual([clock?.uptimeS, restarted], [null, false])
  }
})

test('an alarm under its receiver’s time is dated by a measurement that came after it, and that it contradicts', () => {
  const dated = (clock: OltClock | null, receivedMs: number, deviceMs: number | null) =>
    datedSince(at(receivedMs), deviceMs === null ? null : at(deviceMs), clock).getTime() - start
  const later = measuredAfter([0, 3000], [5, 3000])
  assert.equal(dated(later, 4 * minute, 2 * minute), 2 * minute - 3000)
  assert.equal(dated(later, 6 * minute, 2 * minute), 6 * minute, 'measured before it came: the clock may have jumped')
  assert.equal(dated(later, 4 * minute, 4 * minute), 4 * minute, 'no clock is known to the second')
  assert.equal(dated(later, 4 * minute, 9 * minute), 4 * minute, 'nothing is received before it happens')
  assert.equal(dated(later, 4 * minute, null), 4 * minute)
  assert.equal(dated(null, 4 * minute, 2 * minute), 4 * minute)
  const jumped = measuredAfter([0, 0], [5, -2 * minute], [6, -2 * minute])
  assert.equal(dated(jumped, 4 * minute, 2 * minute), 4 * minute, 'the alarm is late, or the clock had jumped by then')
})

describe('storing an OLT’s clock', async () => {
  const db = closedAfter(await startTestDatabase())
  const keep = (oltId: number, measured: ReturnType<typeof measureClock>) =>
    inProcess(db, (sql) => keepClock(sql, oltId, measured))
  const restartsOf = async (oltId: number) =>
    (await db.owner.query<{ at: Date }>('select at from olt_restart where olt_id = $1 order by at', [oltId])).rows.map(
      (row) => row.at.getTime() - start,
    )

  it('is loaded as measured, with its jumps', async () => {
    const { oltId } = await makeBox(db, 0, 0)
    assert.equal((await clockOf(db, oltId)).clock, null)
    const clock = measuredAfter([0, 0, 500], [1, 30_000, 560], [2, 30_000, 620])
    await keep(oltId, { clock, startedAt: null, restarted: false })
    assert.deepEqual((await clockOf(db, oltId)).clock, clock)
  })

  it('an older measurement that arrives later changes nothing', async () => {
    const { oltId } = await makeBox(db, 0, 0)
    const [older, newer] = [measuredAfter([0, 5000]), measuredAfter([1, 0])]
    for (const clock of [newer, older]) await keep(oltId, { clock, startedAt: null, restarted: false })
    assert.equal((await clockOf(db, oltId)).clock?.offsetMs, 0)
  })

  it('one restart is one row, whether its alarm or its uptime comes first', async () => {
    const { oltId } = await makeBox(db, 0, 0)
    await inProcess(db, (sql) => keepRestarts(sql, oltId, [at(0)]))
    await keep(oltId, measureClock(null, { at: at(20_000), uptimeS: 19 }, at(20_000)))
    assert.deepEqual(await restartsOf(oltId), [0])
    await keep(oltId, measureClock(null, { at: at(20 * minute), uptimeS: 30 }, at(20 * minute)))
    await inProcess(db, (sql) => keepRestarts(sql, oltId, [at(20 * minute - 29_000)]))
    assert.deepEqual(await restartsOf(oltId), [0, 20 * minute - 30_000])
  })
})
