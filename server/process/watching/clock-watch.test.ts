import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockOf } from '../../plant/olt-clock.ts'
import { openReader } from '../../plant/reader.ts'
import type { Manner } from '../../plant/simulated/manner.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { patientReads, quickPlant } from '../../test/quick-plant.ts'
import { makeAlarm, makeNeighbours } from '../../test/watched-box.ts'
import { ClockWatch } from './clock-watch.ts'
import { writeAlarms } from './inbox.ts'
import { takeLease } from './lease.ts'

const hour = 3_600_000

describe('the clock of an OLT that is listened to', async () => {
  const db = closedAfter(await startTestDatabase())
  const plant = new SimulatedPlant(db, quickPlant)

  /** An OLT with a measured clock; `asked`: number of measurements. */
  const bench = async (manner: Manner = {}) => {
    const box = await makeNeighbours(db, { count: 1 })
    const reader = openReader(plant, db, patientReads)
    const seen = { asked: 0 }
    const clock = new ClockWatch(() => {
      seen.asked += 1
      return reader.measureClock(box.oltId).catch(() => null)
    })
    const behave = (more: Manner) => plant.behave(box.oltId, more)
    await behave(manner)
    await clock.measure()
    const alarm = (lateMs = 0, aheadMs = 0) => {
      const [receivedAt, deviceAt] = [new Date(), new Date(Date.now() - lateMs + aheadMs)]
      return { ...makeAlarm(box, 1, 'los', 0), receivedAt, deviceAt }
    }
    return { box, clock, behave, seen, alarm }
  }
  /** Simulates elapsed time. */
  const later = (clock: ClockWatch) => clock.reconnected()

  it('an alarm that agrees with it is dated without a measurement, however wrong the clock is', async () => {
    for (const aheadMs of [0, hour, -hour]) {
      const { clock, seen, alarm } = await bench({ clockMs: aheadMs })
      later(clock)
      await clock.datingOf([alarm(0, aheadMs)])
      assert.equal(seen.asked, 1)
    }
  })

  it('an alarm of another time has the clock measured: unchanged, the alarm is late', async () => {
    const { clock, seen, alarm } = await bench()
    later(clock)
    const { clock: dating } = await clock.datingOf([alarm(20 * 60_000)])
    assert.deepEqual([seen.asked, dating?.trusted], [2, true])
  })

  it('a clock that has jumped is not used until it has stayed', async () => {
    const { clock, behave, alarm } = await bench()
    later(clock)
    await behave({ clockMs: -60_000 })
    assert.equal((await clock.datingOf([alarm(0, -60_000)])).clock?.trusted, false)
    await clock.measure()
    assert.equal((await clock.datingOf([alarm(0, -60_000)])).clock?.trusted, true)
  })

  it('an OLT that does not answer, or not with its clock, dates nothing', async () => {
    const silent = await bench()
    later(silent.clock)
    await plant.act(silent.box.cto.id, { action: 'olt_down' })
    const unmeasured = { clock: null, startedAt: null, unmeasured: true }
    assert.deepEqual(await silent.clock.datingOf([silent.alarm(60_000)]), unmeasured)
    // Nor do the alarms right after it, for which the OLT is not asked once more.
    assert.deepEqual(await silent.clock.datingOf([silent.alarm(60_000)]), unmeasured)
    const dumb = await bench()
    later(dumb.clock)
    await dumb.behave({ clockSilent: true })
    assert.notEqual((await dumb.clock.datingOf([dumb.alarm(60_000)])).clock?.trusted, true)
  })

  it('a measurement in progress is waited for, and not asked for once more', async () => {
    const { clock, seen, alarm } = await bench()
    later(clock)
    await clock.measure()
    const [, dating] = await Promise.all([clock.measure(), clock.datingOf([alarm(60_000)])])
    assert.deepEqual([seen.asked, dating.clock?.trusted], [3, true])
  })

  it('a reading of a box measures the clock that an alarm since the last measurement contradicts', async () => {
    const { box, alarm } = await bench()
    const reader = openReader(plant, db, patientReads)
    const lease = await takeLease(db, box.oltId, 'test')
    assert.ok(lease)
    const measuredAt = async () => (await clockOf(db, box.oltId)).clock?.measuredAt.getTime() ?? 0
    const first = await measuredAt()
    const read = () => reader.readBox(box.cto.id, { purpose: 'process', maxAgeS: 0 })
    await read()
    assert.equal(await measuredAt(), first, 'a measurement is good for ten minutes')
    await writeAlarms(db, lease, [alarm(120_000)])
    await read()
    assert.ok((await measuredAt()) > first)
  })

  it('after a reported restart the uptime gives its time', async () => {
    const { box, clock, alarm } = await bench()
    const at = await plant.act(box.cto.id, { action: 'olt_restart' })
    const { startedAt } = await clock.datingOf([{ ...alarm(), kind: 'agent_restart' }])
    assert.ok(startedAt && Math.abs(startedAt.getTime() - at.getTime()) <= 2000)
  })

  it('a restart whose alarm is lost is stored, by whatever measures the uptime', async () => {
    const reader = openReader(plant, db, patientReads)
    const measures = [
      ({ oltId }: { oltId: number }) => reader.measureClock(oltId),
      ({ ponId }: { ponId: number }) => reader.readPon(ponId, 'process'),
    ]
    for (const measure of measures) {
      const { box } = await bench({ mute: ['agent_restart'] })
      // A sweep does not repeat a measurement made just now.
      const past = `update olt_clock set measured_at = measured_at - interval '1 minute', uptime_s = uptime_s - 60 where olt_id = $1`
      await db.owner.query(past, [box.oltId])
      const at = await plant.act(box.cto.id, { action: 'olt_restart' })
      await measure(box)
      const { rows } = await db.owner.query<{ at: Date }>('select at from olt_restart where olt_id = $1', [box.oltId])
      assert.ok(rows.length === 1 && Math.abs((rows[0]?.at.getTime() ?? 0) - at.getTime()) <= 2000)
    }
  })
})
