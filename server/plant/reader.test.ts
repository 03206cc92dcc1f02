/** Breakers, leases and time-outs: `reader.night.ts`. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { untilTrue } from '../test/poll.ts'
import { fails, lightOf, ReadBudget } from '../test/read-budget.ts'
import { PlantUnreachable } from './plant.ts'

describe('the read budget', async () => {
  const budget = closedAfter(await ReadBudget.open())
  afterEach(() => budget.renew())

  it('a reading is dated by the time of the OLT’s answer, even if the clock is moved meanwhile', async () => {
    const { db, olt } = budget
    const cto = await budget.box()
    const answer = olt.hold()
    const reading = budget.readers()[0].readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    while (olt.asked === 0) await sleep(5)
    await db.owner.query('update demo_clock set offset_s = offset_s + 120')
    answer()
    const { takenAt } = await reading
    const { rows } = await db.owner.query<{ now: Date }>('select app_now() as now')
    const ageMs = (rows[0]?.now.getTime() ?? 0) - takenAt.getTime()
    assert.ok(ageMs < 60_000, `it counts as ${ageMs} ms old`)
  })

  it('never more than two sessions with one OLT, for any caller and purpose', async () => {
    const { olt } = budget
    const first = await budget.box()
    const pon_id = first.ponId
    const boxes = [first]
    for (let i = 0; i < 9; i++) boxes.push(await budget.box({ pon_id }))
    const all = budget.readers()
    // Two are inside before the first is answered, however slow the machine is.
    const answer = olt.hold()
    const asks = Array.from({ length: 50 }, (_, i) => {
      const reader = all[i % 2] ?? all[0]
      const purpose = i % 3 ? 'process' : 'demand'
      if (i % 10 === 9) return reader.readPon(pon_id, purpose)
      return reader.readBox((boxes[i % 10] ?? first).id, { purpose, maxAgeS: i % 5 ? 5 : 0 })
    })
    await untilTrue(() => Promise.resolve(olt.asked >= 2))
    answer()
    await Promise.all(asks)
    assert.equal(olt.most, 2)
    const gate = await budget.gateOf(first)
    assert.deepEqual([gate.peak, gate.reads, gate.open, gate.failures], [2, olt.asked, 0, 0])
  })

  it('an OLT that answers busy counts as busy, not failed', async () => {
    const { olt } = budget
    const cto = await budget.box()
    const [reader] = budget.readers()
    olt.say = () => {
      throw new PlantUnreachable('later', true)
    }
    for (let i = 0; i < 4; i++)
      await assert.rejects(reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }), fails('OLT_BUSY'))
    assert.equal((await budget.gateOf(cto)).failures, 0)
  })

  it('a reading of states queries no ONT, and shows the last powers with their age while the light lasts', async () => {
    const { olt } = budget
    const cto = await budget.box()
    const [reader] = budget.readers()
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
