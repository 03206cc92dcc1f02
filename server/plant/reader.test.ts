import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../db/open.ts'
import { silentLog } from '../log.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { makeBox } from '../test/plant-box.ts'
import { patienceMs, until, untilTrue } from '../test/poll.ts'
import { patientReads, quickPlant } from '../test/quick-plant.ts'
import { Turnstile } from '../test/turnstile.ts'
import type { Timing } from './gate.ts'
import { PlantUnreachable, type PlantReading } from './plant.ts'
import { openReader, type Reader } from './reader.ts'

/** Longer than a machine stands still: where a limit is reached, the test moves what it is measured by. */
const timing: Timing = {
  ...patientReads,
  patienceMs: { process: patienceMs, demand: patienceMs },
  pollMs: 15,
  breakMs: 3_600_000,
}
/** Longer than a machine needs between two steps of one test, ms. */
const lingerMs = 3000

type Box = Record<'id' | 'oltId' | 'ponId', number>

describe('the read budget', () => {
  let db: TestDatabase
  let other: Database
  let olt: Turnstile
  before(async () => {
    db = await startTestDatabase()
    other = await openDatabase({ dataDir: '', databaseUrl: db.ownerUrl }, silentLog)
    olt = new Turnstile(db, quickPlant)
  })
  afterEach(() => {
    olt = new Turnstile(db, quickPlant)
  })
  after(async () => {
    await other.close()
    await db.close()
  })

  const readers = () => [db, other].map((one) => openReader(olt, one, timing)) as [Reader, Reader]
  /** The rest of an OLT is over. */
  const rested = ({ oltId }: Box) =>
    db.owner.query(
      'update olt_gate set closed_until = clock_timestamp(), power_closed_until = clock_timestamp() where olt_id = $1',
      [oltId],
    )
  /** The lease of a box's session is over. */
  const expire = (cto: Box) =>
    db.owner.query('update olt_session set expires_at = clock_timestamp() where cto_id = $1', [cto.id])
  /** True if work has not ended after some polls. */
  const waits = async (work: Promise<unknown>) =>
    await Promise.race([work.then(() => false), sleep(20 * timing.pollMs).then(() => true)])
  const box = async (over: Record<string, unknown> = {}): Promise<Box> => {
    const { cto, oltId, ponId } = await makeBox(db, 3, 1, over)
    return { id: cto.id, oltId, ponId }
  }
  const one = async <T>(text: string, id: number): Promise<T> => {
    const { rows } = await db.owner.query(text, [id])
    return rows[0] as T
  }
  const gateOf = ({ oltId }: Box) =>
    one<{ failures: number; reads: number; peak: number; open: number }>(
      `select failures, reads, peak, (select count(*)::int from olt_session s where s.olt_id = g.olt_id) as open
       from olt_gate g where olt_id = $1`,
      oltId,
    )
  const fails = (code: string) => (error: unknown) => {
    assert.ok(error instanceof Error && 'code' in error, String(error))
    assert.equal(error.code, code)
    assert.ok(
      'extra' in error && Number((error.extra as { retryAfter?: number }).retryAfter) > 0,
      'says when to come back',
    )
    return true
  }

  it('a reading is dated by the time of the OLT’s answer, even if the clock is moved meanwhile', async () => {
    const cto = await box()
    const answer = olt.hold()
    const reading = readers()[0].readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    while (olt.asked === 0) await sleep(5)
    await db.owner.query('update demo_clock set offset_s = offset_s + 120')
    answer()
    const { takenAt } = await reading
    const { rows } = await db.owner.query<{ now: Date }>('select app_now() as now')
    const ageMs = (rows[0]?.now.getTime() ?? 0) - takenAt.getTime()
    assert.ok(ageMs < 60_000, `it counts as ${ageMs} ms old`)
  })

  it('concurrent requests, of two processes, are one reading; later ones have its age', async () => {
    const cto = await box()
    const all = readers()
    // The OLT answers well after the last request, however busy the machine is.
    olt.linger = lingerMs
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (all[i % 2] ?? all[0]).readBox(cto.id, { purpose: 'demand' })),
    )
    assert.equal(olt.asked, 1)
    assert.deepEqual(new Set(answers.map(({ takenAt }) => takenAt.getTime())).size, 1)
    assert.ok(answers.every(({ source, completePct }) => source === 'simulated' && completePct === 100))
    olt.linger = 0
    const again = await all[1].readBox(cto.id, { purpose: 'demand' })
    assert.deepEqual([olt.asked, again.source], [1, 'cache'])
    assert.deepEqual(again.readings, answers[0]?.readings)
    // A fresh reading is requested, or the last one is too old.
    await all[0].readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.equal(olt.asked, 2)
    await db.owner.query('update demo_clock set offset_s = offset_s + 7')
    const last = await all[0].lastReading(cto.id)
    assert.ok(last && last.ageS >= 7, `${last?.ageS} s`)
    await all[0].readBox(cto.id, { purpose: 'demand' })
    assert.equal(olt.asked, 3)
  })

  it('never more than two sessions with one OLT, for any caller and purpose', async () => {
    const first = await box()
    const pon_id = first.ponId
    const boxes = [first]
    for (let i = 0; i < 9; i++) boxes.push(await box({ pon_id }))
    const all = readers()
    const asks = Array.from({ length: 50 }, (_, i) => {
      const reader = all[i % 2] ?? all[0]
      const purpose = i % 3 ? 'process' : 'demand'
      if (i % 10 === 9) return reader.readPon(pon_id, purpose)
      return reader.readBox((boxes[i % 10] ?? first).id, { purpose, maxAgeS: i % 5 ? 5 : 0 })
    })
    await Promise.all(asks)
    assert.equal(olt.most, 2)
    const gate = await gateOf(first)
    assert.deepEqual([gate.peak, gate.reads, gate.open, gate.failures], [2, olt.asked, 0, 0])
  })

  it('interactive readings leave the process a session free', async () => {
    const first = await box()
    const pon_id = first.ponId
    const second = await box({ pon_id })
    const third = await box({ pon_id })
    const [reader] = readers()
    const answer = olt.hold()
    const served: number[] = []
    const ask = async (cto: { id: number }, purpose: 'demand' | 'process') => {
      await reader.readBox(cto.id, { purpose })
      served.push(cto.id)
    }
    const looking = [first, second].map((cto) => ask(cto, 'demand'))
    while (olt.most === 0) await sleep(5)
    // The OLT is still busy with the first of them.
    olt.held = undefined
    await ask(third, 'process')
    assert.deepEqual(served, [third.id], 'did not queue behind them')
    answer()
    await Promise.all(looking)
    assert.equal(olt.most, 2)
    const hasty = openReader(olt, db, { ...timing, patienceMs: { process: 50, demand: 50 } })
    const answerLast = olt.hold()
    const refused: unknown[] = []
    const busy = [first, second, third].map((cto) =>
      hasty.readBox(cto.id, { purpose: 'demand', maxAgeS: 0 }).catch((error: unknown) => void refused.push(error)),
    )
    await until(
      async () => refused.length,
      (count) => count >= 2,
    )
    answerLast()
    await Promise.all(busy)
    assert.equal(refused.length, 2)
    for (const reason of refused) fails('OLT_BUSY')(reason)
  })

  it('F7 after three failures in a row the OLT rests, then is tried once', async () => {
    const cto = await box()
    const [reader, elsewhere] = readers()
    const good = await reader.readBox(cto.id, { purpose: 'demand' })
    await olt.act(cto.id, { action: 'olt_down' })
    const ask = () => reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    // Both wait for one answer, and share its failure.
    const before = olt.asked
    olt.linger = lingerMs
    for (const result of await Promise.allSettled([ask(), ask(), ask(), ask()])) {
      assert.ok(result.status === 'rejected')
      fails('OLT_UNREACHABLE')(result.reason)
    }
    assert.equal(olt.asked, before + 1)
    olt.linger = 0
    for (let i = 0; i < 2; i++) await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 3)
    await assert.rejects(elsewhere.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 3, 'refused without asking')
    // The last reading is still available, with its age.
    assert.deepEqual((await reader.lastReading(cto.id))?.readings, good.readings)
    await rested(cto)
    await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 4)
    await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 4, 'one try closes it again')
    await olt.act(cto.id, { action: 'olt_up' })
    await rested(cto)
    assert.equal((await ask()).completePct, 100)
    assert.equal((await gateOf(cto)).failures, 0)
  })

  it('another OLT is not touched by that', async () => {
    const [down, up] = [await box(), await box()]
    const [reader] = readers()
    await olt.act(down.id, { action: 'olt_down' })
    for (let i = 0; i < 4; i++) await assert.rejects(reader.readBox(down.id, { purpose: 'process', maxAgeS: 0 }))
    assert.equal((await reader.readBox(up.id, { purpose: 'demand' })).completePct, 100)
  })

  it('an OLT that answers busy counts as busy, not failed', async () => {
    const cto = await box()
    const [reader] = readers()
    olt.say = () => {
      throw new PlantUnreachable('later', true)
    }
    for (let i = 0; i < 4; i++)
      await assert.rejects(reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_BUSY'))
    assert.equal((await gateOf(cto)).failures, 0)
  })

  it('a plant that never answers times out and keeps its session until its lease ends', async () => {
    const cto = await box()
    const [reader] = readers()
    await reader.readBox(cto.id, { purpose: 'process' })
    const answer = olt.hold()
    const hasty = openReader(olt, db, { ...timing, askMs: 400 })
    await assert.rejects(hasty.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_UNREACHABLE'))
    assert.equal((await gateOf(cto)).open, 1)
    olt.held = undefined
    const next = reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.ok(await waits(next))
    await expire(cto)
    assert.equal((await next).completePct, 100)
    assert.equal((await gateOf(cto)).open, 0)
    answer()
    await untilTrue(async () => olt.inside.get(0) === 0)
  })

  it('a dead process’s session is freed by itself', async () => {
    const cto = await box()
    const [reader] = readers()
    await db.owner.query(
      `insert into olt_session (olt_id, cto_id, on_demand, expires_at)
       values ($1, $2, false, clock_timestamp() + interval '1 hour'), ($1, null, false, clock_timestamp() + interval '1 hour')`,
      [cto.oltId, cto.id],
    )
    const reading = reader.readBox(cto.id, { purpose: 'process' })
    assert.ok(await waits(reading))
    await expire(cto)
    await reading
  })

  const lightOf = (readings: readonly PlantReading[]) => readings.map(({ state, rxDbm }) => [state, rxDbm !== null])

  it('powers that do not come close no door for states', async () => {
    const cto = await box()
    const [reader] = readers()
    await olt.behave(cto.oltId, { powersFail: true })
    for (let i = 0; i < 4; i++) {
      const { readings, completePct } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
      assert.deepEqual(lightOf(readings), [['online', false], ['online', false], ['online', false], ['unknown', false]]) // prettier-ignore
      assert.equal(completePct, 100)
    }
    const gate = await one<{ failures: number; power_failures: number; closed: boolean }>(
      'select failures, power_failures, power_closed_until > clock_timestamp() as closed from olt_gate where olt_id = $1',
      cto.oltId,
    )
    // The fourth was not sent: the breaker for powers is open, the one for states is not.
    assert.deepEqual(gate, { failures: 0, power_failures: 3, closed: true })
    await olt.behave(cto.oltId, {})
    await rested(cto)
    const { readings } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.equal(readings[0]?.rxDbm !== null, true)
  })

  it('a reading of states queries no ONT, and shows the last powers with their age while the light lasts', async () => {
    const cto = await box()
    const [reader] = readers()
    const whole = await reader.readBox(cto.id, { purpose: 'process' })
    const asked: string[][] = []
    olt.sayPowers = (powers) => {
      asked.push(powers.map(({ serial }) => serial))
      return powers
    }
    await olt.act(cto.id, { action: 'degrade', port: 1, db: 4 })
    await olt.act(cto.id, { action: 'unplug', port: 2 })
    const states = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0, powers: false })
    assert.deepEqual(asked, [])
    assert.deepEqual(lightOf(states.readings), [['online', true], ['los', false], ['online', true], ['unknown', false]]) // prettier-ignore
    assert.deepEqual([states.readings[0]?.rxDbm, states.readings[0]?.measuredAt], [whole.readings[0]?.rxDbm, whole.readings[0]?.measuredAt]) // prettier-ignore
    // A request with powers is not served by it.
    const fresh = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.ok((fresh.readings[0]?.rxDbm ?? 0) < (whole.readings[0]?.rxDbm ?? 0) - 3)
    assert.ok((fresh.readings[0]?.measuredAt ?? 0) > states.takenAt)
  })
})
