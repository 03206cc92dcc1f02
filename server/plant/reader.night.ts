/** The read budget where times count: answers that linger, breakers, leases, time-outs; `reader.test.ts` has the rest. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { until, untilTrue } from '../test/poll.ts'
import { fails, lightOf, ReadBudget, timing, waits } from '../test/read-budget.ts'
import { openReader } from './reader.ts'

/** Longer than a machine needs between two steps of one test, ms. */
const lingerMs = 3000

describe('the read budget, and its times', async () => {
  const budget = closedAfter(await ReadBudget.open())
  afterEach(() => budget.renew())

  it('concurrent requests, of two processes, are one reading; later ones have its age', async () => {
    const { db, olt } = budget
    const cto = await budget.box()
    const all = budget.readers()
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

  it('interactive readings leave the process a session free', async () => {
    const { db, olt } = budget
    const first = await budget.box()
    const pon_id = first.ponId
    const second = await budget.box({ pon_id })
    const third = await budget.box({ pon_id })
    const [reader] = budget.readers()
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
    const { olt } = budget
    const cto = await budget.box()
    const [reader, elsewhere] = budget.readers()
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
    await budget.rested(cto)
    await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 4)
    await assert.rejects(ask(), fails('OLT_UNREACHABLE'))
    assert.equal(olt.asked, before + 4, 'one try closes it again')
    await olt.act(cto.id, { action: 'olt_up' })
    await budget.rested(cto)
    assert.equal((await ask()).completePct, 100)
    assert.equal((await budget.gateOf(cto)).failures, 0)
  })

  it('another OLT is not touched by that', async () => {
    const { olt } = budget
    const [down, up] = [await budget.box(), await budget.box()]
    const [reader] = budget.readers()
    await olt.act(down.id, { action: 'olt_down' })
    for (let i = 0; i < 4; i++) await assert.rejects(reader.readBox(down.id, { purpose: 'process', maxAgeS: 0 }))
    assert.equal((await reader.readBox(up.id, { purpose: 'demand' })).completePct, 100)
  })

  it('a plant that never answers times out and keeps its session until its lease ends', async () => {
    const { db, olt } = budget
    const cto = await budget.box()
    const [reader] = budget.readers()
    await reader.readBox(cto.id, { purpose: 'process' })
    const answer = olt.hold()
    const hasty = openReader(olt, db, { ...timing, askMs: 400 })
    await assert.rejects(hasty.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_UNREACHABLE'))
    assert.equal((await budget.gateOf(cto)).open, 1)
    olt.held = undefined
    const next = reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.ok(await waits(next))
    await budget.expire(cto)
    assert.equal((await next).completePct, 100)
    assert.equal((await budget.gateOf(cto)).open, 0)
    answer()
    await untilTrue(async () => olt.inside.get(0) === 0)
  })

  it('a dead process’s session is freed by itself', async () => {
    const { db } = budget
    const cto = await budget.box()
    const [reader] = budget.readers()
    await db.owner.query(
      `insert into olt_session (olt_id, cto_id, on_demand, expires_at)
       values ($1, $2, false, clock_timestamp() + interval '1 hour'), ($1, null, false, clock_timestamp() + interval '1 hour')`,
      [cto.oltId, cto.id],
    )
    const reading = reader.readBox(cto.id, { purpose: 'process' })
    assert.ok(await waits(reading))
    await budget.expire(cto)
    await reading
  })

  it('powers that do not come close no door for states', async () => {
    const { olt } = budget
    const cto = await budget.box()
    const [reader] = budget.readers()
    await olt.behave(cto.oltId, { powersFail: true })
    for (let i = 0; i < 4; i++) {
      const { readings, completePct } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
      assert.deepEqual(lightOf(readings), [['online', false], ['online', false], ['online', false], ['unknown', false]]) // prettier-ignore
      assert.equal(completePct, 100)
    }
    const gate = await budget.one<{ failures: number; power_failures: number; closed: boolean }>(
      'select failures, power_failures, power_closed_until > clock_timestamp() as closed from olt_gate where olt_id = $1',
      cto.oltId,
    )
    // The fourth was not sent: the breaker for powers is open, the one for states is not.
    assert.deepEqual(gate, { failures: 0, power_failures: 3, closed: true })
    await olt.behave(cto.oltId, {})
    await budget.rested(cto)
    const { readings } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    assert.equal(readings[0]?.rxDbm !== null, true)
  })
})
