import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../db/open.ts'
import { silentLog } from '../log.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { makeBox } from '../test/plant-box.ts'
import type { Cto } from '../test/plant-factories.ts'
import { quickPlant } from '../test/quick-plant.ts'
import { Turnstile } from '../test/turnstile.ts'
import { usual, type Timing } from './gate.ts'
import { PlantUnreachable, type PlantReading } from './plant.ts'
import { openReader } from './reader.ts'

const timing: Timing = {
  askMs: 400,
  powersMs: 400,
  leaseMs: 900,
  patienceMs: { process: 8000, demand: 8000 },
  pollMs: 15,
  breakMs: 500,
}

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

  /** An OLT that answers is given time: the machine may be busy. */
  const patient: Timing = { ...timing, askMs: 3000, powersMs: 3000, leaseMs: 6000 }
  const readers = (of = timing) =>
    [db, other].map((one) => openReader(olt, one, of)) as [ReturnType<typeof openReader>, ReturnType<typeof openReader>]
  const box = async (over: Record<string, unknown> = {}): Promise<Cto> => (await makeBox(db, 3, 1, over)).cto
  const one = async <T>(text: string, id: number): Promise<T> => {
    const { rows } = await db.owner.query(text, [id])
    return rows[0] as T
  }
  const gateOf = (cto: Cto) =>
    one<{ failures: number; reads: number; peak: number; open: number; olt_id: number; pon_id: number }>(
      `select g.failures, g.reads, g.peak, n.olt_id, n.id as pon_id,
         (select count(*)::int from olt_session s where s.olt_id = g.olt_id) as open
       from olt_gate g join pon n on n.olt_id = g.olt_id join cto c on c.pon_id = n.id where c.id = $1`,
      cto.id,
    )
  const gateOlt = (cto: Cto) =>
    one<{ olt_id: number }>('select n.olt_id from pon n join cto c on c.pon_id = n.id where c.id = $1', cto.id)
  const fails = (code: string) => (error: unknown) => {
    assert.ok(error instanceof Error && 'code' in error, String(error))
    assert.equal(error.code, code)
    assert.ok(
      'extra' in error && Number((error.extra as { retryAfter?: number }).retryAfter) > 0,
      'says when to come back',
    )
    return true
  }

  it('asks at once, of two processes, are one reading; later ones say how old it is', async () => {
    const cto = await box()
    const all = readers(patient)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (all[i % 2] ?? all[0]).readBox(cto.id, { purpose: 'demand' })),
    )
    assert.equal(olt.asked, 1)
    assert.deepEqual(new Set(answers.map(({ takenAt }) => takenAt.getTime())).size, 1)
    assert.ok(answers.every(({ source, completePct }) => source === 'simulated' && completePct === 100))
    const again = await all[1].readBox(cto.id, { purpose: 'demand' })
    assert.deepEqual([olt.asked, again.source], [1, 'cache'])
    assert.deepEqual(again.readings, answers[0]?.readings)
    // A fresh one is asked for, or the last one is too old.
    await all[0].readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.equal(olt.asked, 2)
    await db.owner.query('update demo_clock set offset_s = offset_s + 7')
    const last = await all[0].lastReading(cto.id)
    assert.ok(last && last.ageS >= 7, `${last?.ageS} s`)
    await all[0].readBox(cto.id, { purpose: 'demand' })
    assert.equal(olt.asked, 3)
  })

  it('never more than two sessions with one OLT, whoever asks and whatever for', async () => {
    const first = await box()
    const { pon_id } = await one<{ pon_id: number }>('select pon_id from cto where id = $1', first.id)
    const boxes = [first]
    for (let i = 0; i < 9; i++) boxes.push(await box({ pon_id }))
    const all = readers(patient)
    const asks = Array.from({ length: 50 }, (_, i) => {
      const reader = all[i % 2] ?? all[0]
      const purpose = i % 3 ? 'process' : 'demand'
      if (i % 10 === 9) return reader.countPon(pon_id, purpose)
      return reader.readBox((boxes[i % 10] ?? first).id, { purpose, maxAgeS: i % 5 ? 5 : 0 })
    })
    await Promise.all(asks)
    assert.equal(olt.most, 2)
    const gate = await gateOf(first)
    assert.deepEqual([gate.peak, gate.reads, gate.open, gate.failures], [2, olt.asked, 0, 0])
  })

  it('whoever only looks leaves the process a session free', async () => {
    const first = await box()
    const { pon_id } = await one<{ pon_id: number }>('select pon_id from cto where id = $1', first.id)
    const second = await box({ pon_id })
    const third = await box({ pon_id })
    const [reader] = readers(patient)
    olt.linger = 200
    const served: number[] = []
    const ask = async (cto: { id: number }, purpose: 'demand' | 'process') => {
      await reader.readBox(cto.id, { purpose })
      served.push(cto.id)
    }
    const looking = [first, second].map((cto) => ask(cto, 'demand'))
    while (olt.most === 0) await sleep(5)
    await ask(third, 'process')
    assert.ok(served.filter((id) => id !== third.id).length < 2, 'did not queue behind them')
    await Promise.all(looking)
    assert.equal(olt.most, 2)
    const hasty = openReader(olt, db, { ...patient, patienceMs: { process: 50, demand: 50 } })
    const busy = [first, second, third].map((cto) => hasty.readBox(cto.id, { purpose: 'demand', maxAgeS: 0 }))
    const results = await Promise.allSettled(busy)
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(refused.length, 2)
    for (const { reason } of refused) fails('OLT_BUSY')(reason)
  })

  it('F7 after three failures in a row the OLT is left alone, then tried once', async () => {
    const cto = await box()
    const resting: Timing = { ...patient, breakMs: 1500 }
    const [reader, elsewhere] = readers(resting)
    const good = await reader.readBox(cto.id, { purpose: 'demand' })
    await olt.act(cto.id, { action: 'olt_down' })
    const ask = () => reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    // Together they wait for one answer, and share that there is none.
    const before = olt.asked
    for (const result of await Promise.allSettled([ask(), ask(), ask(), ask()])) {
      assert.ok(result.status === 'rejected')
      fails('OLT_UNREACHABLE')(result.reason)
    }
    assert.equal(olt.asked, before + 1)
    for (let i = 0; i < 2; i++) await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 3)
    await assert.rejects(elsewhere.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 3, 'refused without asking')
    // The last reading is still there, with its age.
    assert.deepEqual((await reader.lastReading(cto.id))?.readings, good.readings)
    await sleep(resting.breakMs)
    await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 4)
    await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 4, 'one try closes it again')
    await olt.act(cto.id, { action: 'olt_up' })
    await sleep(resting.breakMs)
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

  it('an OLT that says it is busy is busy, not broken', async () => {
    const cto = await box()
    const [reader] = readers()
    olt.say = () => {
      throw new PlantUnreachable('later', true)
    }
    for (let i = 0; i < 4; i++)
      await assert.rejects(reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_BUSY'))
    assert.equal((await gateOf(cto)).failures, 0)
  })

  it('a plant that never answers is given up in time and keeps its session until its lease ends', async () => {
    const cto = await box()
    const [reader] = readers()
    olt.linger = timing.leaseMs + 400
    const start = performance.now()
    await assert.rejects(reader.readBox(cto.id, { purpose: 'process' }), fails('OLT_UNREACHABLE'))
    assert.ok(performance.now() - start < timing.leaseMs)
    assert.equal((await gateOf(cto)).open, 1)
    olt.linger = 0
    assert.equal((await reader.readBox(cto.id, { purpose: 'process' })).completePct, 100)
    assert.ok(performance.now() - start >= timing.leaseMs)
    assert.equal((await gateOf(cto)).open, 0)
    await sleep(500)
  })

  it('what a process that died had taken comes back by itself', async () => {
    const cto = await box()
    const [reader] = readers()
    const { olt_id } = await one<{ olt_id: number }>(
      'select n.olt_id from pon n join cto c on c.pon_id = n.id where c.id = $1',
      cto.id,
    )
    await db.owner.query(
      `insert into olt_session (olt_id, cto_id, on_demand, expires_at)
       values ($1, $2, false, clock_timestamp() + interval '300 ms'), ($1, null, false, clock_timestamp() + interval '1 hour')`,
      [olt_id, cto.id],
    )
    const start = performance.now()
    await reader.readBox(cto.id, { purpose: 'process' })
    assert.ok(performance.now() - start > 250)
  })

  const lightOf = (readings: readonly PlantReading[]) => readings.map(({ state, rxDbm }) => [state, rxDbm !== null])

  it('powers that do not come close no door for states', async () => {
    const cto = await box()
    const { olt_id } = await gateOlt(cto)
    const [reader] = readers(patient)
    await olt.behave(olt_id, { powersFail: true })
    for (let i = 0; i < 4; i++) {
      const { readings, completePct } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
      assert.deepEqual(lightOf(readings), [['online', false], ['online', false], ['online', false], ['unknown', false]]) // prettier-ignore
      assert.equal(completePct, 100)
    }
    const gate = await one<{ failures: number; power_failures: number; closed: boolean }>(
      'select failures, power_failures, power_closed_until > clock_timestamp() as closed from olt_gate where olt_id = $1',
      olt_id,
    )
    // The fourth was not asked: the ONTs are left alone, the OLT is not.
    assert.deepEqual(gate, { failures: 0, power_failures: 3, closed: true })
    await olt.behave(olt_id, {})
    await sleep(patient.breakMs)
    const { readings } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.equal(readings[0]?.rxDbm !== null, true)
  })

  it('a reading of states asks no ONT, and shows the last powers with their age until the light goes', async () => {
    const cto = await box()
    const [reader] = readers(patient)
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
    // Whoever wants powers is not content with it.
    const fresh = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.ok((fresh.readings[0]?.rxDbm ?? 0) < (whole.readings[0]?.rxDbm ?? 0) - 3)
    assert.ok((fresh.readings[0]?.measuredAt ?? 0) > states.takenAt)
  })

  it('a box that does not exist is not found', async () => {
    const [reader] = readers()
    await assert.rejects(reader.readBox(-1, { purpose: 'demand' }), { code: 'CTO_NOT_FOUND' })
    await assert.rejects(reader.candidates(-1, new Date(), 'demand'), { code: 'NOT_FOUND' })
    await assert.rejects(reader.countPon(-1, 'demand'), { code: 'NOT_FOUND' })
    assert.equal(await reader.lastReading((await box()).id), null)
  })

  it('the usual times fit together', () => {
    assert.ok(usual.askMs <= 5000)
    assert.ok(usual.leaseMs > 2 * usual.askMs && usual.leaseMs > usual.powersMs)
    assert.equal(usual.breakMs, 30_000)
  })
})
