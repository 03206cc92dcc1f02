/** Contract of every plant: an OLT knows PONs, ONT ids and serials, and no positions of a box. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { plausiblePower } from '@hilo/domain/optics.ts'
import { columnOf } from './answers.ts'
import { alarmSuite } from './plant-alarm-suite.ts'
import { heard, Looking, type PlantBench } from './plant-bench.ts'
import { patienceMs, until, untilTrue } from './poll.ts'
import { lineSuite } from './plant-line-suite.ts'
import { odditySuite } from './plant-oddity-suite.ts'
import { PlantUnreachable } from '../plant/plant.ts'

export function plantSuite(name: string, open: () => Promise<PlantBench>): void {
  describe(`plant: ${name}`, async () => {
    const look = new Looking(await open())
    after(() => look.bench.close())
    statesSuite(look)
    identitySuite(look)
    alarmSuite(look)
    lineSuite(look)
    odditySuite(look)
    silenceSuite(look)
  })
}

function statesSuite(look: Looking): void {
  const { plant, hand, oltId, ponId, serials } = look.bench
  it('reads the states of the requested serials only', async () => {
    const began = Date.now()
    const { takenAt, onts } = await plant.readStates(ponId, [...serials, 'HWTC0BADC0DE'])
    assert.ok(takenAt.getTime() >= began - 1000)
    assert.deepEqual(onts.map(({ serial }) => serial).sort(), serials.toSorted())
    assert.equal(new Set(onts.map(({ ontId }) => ontId)).size, 4)
    for (const { asked, serial, state, distanceM } of onts) {
      assert.deepEqual([asked, state], [serial, 'online'])
      assert.ok(distanceM !== null && distanceM > 0)
    }
    assert.deepEqual((await plant.readStates(ponId, [])).onts, [])
  })

  it('powers are of ONTs with light only, each with its time of measurement', async () => {
    const began = Date.now()
    const powers = await plant.readPowers(ponId, serials)
    assert.deepEqual(powers.map((one) => one.serial).sort(), serials.toSorted())
    for (const { rxDbm, oltRxDbm, measuredAt } of powers) {
      for (const power of [rxDbm, oltRxDbm]) assert.ok(power !== null && plausiblePower(power) === power && power < -8)
      assert.ok(measuredAt === null || measuredAt.getTime() >= began - 1000)
    }
    await look.darken(2)
    assert.deepEqual(await plant.readPowers(ponId, [look.serial(2)]), [])
    await look.lighten(2)
  })

  it('two readings of an untouched line differ by noise only', async () => {
    assert.ok(Math.abs((await look.power(1)) - (await look.power(1))) < 0.6)
  })

  it('a pulled hair is LOS at once, and up again after ranging', async () => {
    const dark = await look.darken(2)
    assert.equal(dark.lastDownCause, 'los')
    assert.ok(dark.lastDownAt && dark.lastDownAt.getTime() <= Date.now() + 1000)
    const { onts, up } = await plant.readPon(ponId)
    assert.equal(onts.filter(({ state }) => state === 'online').length, 3)
    assert.notEqual(up, false)
    const back = await look.lighten(2)
    assert.ok(back.lastUpAt && back.lastUpAt > dark.lastDownAt)
    assert.equal(back.lastDownCause, 'los')
  })

  it('a customer who switches off is not LOS', async () => {
    await hand.powerOff(3)
    const off = await until(
      () => look.ont(3),
      ({ state }) => state !== 'online',
    )
    assert.ok(off.state === 'dying_gasp' || off.state === 'offline', off.state)
    await hand.powerOn(3)
    await look.becomes(3, 'online')
  })

  it('added loss shows in full, and goes with a good connector', async () => {
    const before = await look.power(1)
    await hand.bend(1, 4)
    assert.ok(Math.abs(before - 4 - (await look.power(1))) < 0.6)
    await look.lighten(1)
    assert.ok(Math.abs(before - (await look.power(1))) < 0.6)
  })

  it('one sweep of a PON has every ONT with its state and its last fall; the PON’s row has only the counts', async () => {
    const sweep = await plant.readPon(ponId)
    assert.deepEqual([sweep.provisioned, sweep.online, sweep.onts.length], [4, 4, 4])
    const { lastDownAt } = await look.darken(1)
    const cut = await plant.readPon(ponId)
    assert.deepEqual([cut.provisioned, cut.online], [4, 3])
    assert.deepEqual(cut.onts.find(({ state }) => state === 'los')?.lastDownAt, lastDownAt)
    const { provisioned, online } = await plant.readPonState(ponId)
    assert.deepEqual([provisioned, online], [4, 3])
    await look.lighten(1)
  })

  it('has a running clock, and lists unsupported columns', async () => {
    const [one, two] = [await plant.readClock(oltId), await plant.readClock(oltId)]
    assert.ok(one.at && two.at && two.at >= one.at && (one.uptimeS === null || one.uptimeS >= 0))
    assert.ok(Array.isArray(await plant.unsupported(oltId)))
  })
}

function identitySuite(look: Looking): void {
  const { plant, hand, oltId, ponId, otherPonId } = look.bench
  it('two hairs exchanged within a splitter: serials and service stay, and two short losses are all that is seen', async () => {
    const ids = async () =>
      (await plant.readPon(ponId)).onts.filter(({ state }) => state === 'online').map((one) => [one.serial, one.ontId])
    const before = await ids()
    const said = await look.hear(() => hand.exchange(1, 2), heard(2, 'up'))
    assert.deepEqual(said.map(({ kind }) => kind).sort(), ['los', 'los', 'up', 'up'])
    assert.deepEqual(await ids(), before)
    await hand.exchange(1, 2)
    await look.online(1, 2)
  })

  it('an ONT on another PON is dark where it is configured, and discovered where it is', async () => {
    const moved = look.serial(4)
    assert.deepEqual(await plant.locate(oltId, [moved, 'HWTC0BADC0DE']), [{ serial: moved, ponId }])
    await hand.carryOver(4)
    const dark = await look.becomes(4, 'los')
    assert.equal(dark.serial, moved)
    await untilTrue(async () => (await plant.locate(oltId, [moved])).some((one) => one.ponId === otherPonId))
    assert.ok(!(await plant.readPon(otherPonId)).onts.some(({ serial }) => serial === moved))
    const found = (await plant.candidates(otherPonId, new Date())).filter(({ serial }) => serial === moved)
    assert.deepEqual(columnOf(found, 'kind'), ['found'])
    await hand.carryOver(4)
    await look.becomes(4, 'online')
    assert.deepEqual(await plant.locate(oltId, [moved]), [{ serial: moved, ponId }])
  })

  it('a new ONT is a candidate on its PON and on no other; one that has been up for long is none', async () => {
    const serial = 'HWTC0A1B2C3D'
    const since = new Date(Date.now() - 500)
    const of = async (pon: number) => (await plant.candidates(pon, since)).map((one) => one.serial)
    const old = look.serial(1)
    assert.ok(!(await of(ponId)).includes(serial))
    await hand.appear(5, serial)
    await untilTrue(async () => (await of(ponId)).includes(serial))
    assert.ok(!(await of(otherPonId)).includes(serial))
    const late = await plant.candidates(ponId, new Date(Date.now() + 60_000))
    assert.ok(!late.some((one) => one.serial === old))
    await plant.deprovision(ponId, serial)
    await hand.unplug(5)
  })
}

function silenceSuite(look: Looking): void {
  const { plant, hand, oltId, ponId, serials } = look.bench
  it('F7 an OLT that does not answer times out in every method, and comes back', async () => {
    const [serial] = serials
    await hand.silence()
    const service = { serial: 'HWTC0A0A0A0A', profile: null, vlan: null }
    const questions = [
      () => plant.readStates(ponId, serials),
      () => plant.readPowers(ponId, serials),
      () => plant.readPon(ponId),
      () => plant.readPonState(ponId),
      () => plant.readClock(oltId),
      () => plant.candidates(ponId, new Date()),
      () => plant.locate(oltId, serials),
      () => plant.readDetail(ponId, serial),
      () => plant.readHistory(ponId, serial),
      () => plant.reset(ponId, serial),
      () => plant.provision(ponId, service, null),
      () => plant.deprovision(ponId, serial),
      () => plant.listen(oltId, null, async () => {}, AbortSignal.timeout(patienceMs)),
    ]
    for (const ask of questions) {
      const start = performance.now()
      await assert.rejects(ask(), PlantUnreachable)
      assert.ok(performance.now() - start < patienceMs)
    }
    await hand.answer()
    assert.equal((await plant.readStates(ponId, serials)).onts.length, 4)
  })

  it('stops when aborted', async () => {
    await hand.silence()
    await assert.rejects(plant.readStates(ponId, serials, AbortSignal.abort()))
    await hand.answer()
  })
}
