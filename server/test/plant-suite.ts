/** Contract of every plant: an OLT knows PONs, ONT ids and serials, and no positions of a box. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { plausiblePower } from '@hilo/domain/optics.ts'
import { alarmSuite } from './plant-alarm-suite.ts'
import { Looking, type PlantBench } from './plant-bench.ts'
import { patienceMs, until } from './poll.ts'
import { lineSuite } from './plant-line-suite.ts'
import { odditySuite } from './plant-oddity-suite.ts'
import { PlantUnreachable } from '../plant/plant.ts'

export function plantSuite(name: string, open: () => Promise<PlantBench>): void {
  describe(`plant: ${name}`, () => {
    let look: Looking
    before(async () => {
      look = new Looking(await open())
    })
    after(() => look.bench.close())
    statesSuite(() => look)
    identitySuite(() => look)
    alarmSuite(() => look)
    lineSuite(() => look)
    odditySuite(() => look)
    silenceSuite(() => look)
  })
}

function statesSuite(open: () => Looking): void {
  it('reads the states of the requested serials only', async () => {
    const { bench } = open()
    const began = Date.now()
    const { takenAt, onts } = await bench.plant.readStates(bench.ponId, [...bench.serials, 'HWTC0BADC0DE'])
    assert.ok(takenAt.getTime() >= began - 1000)
    assert.deepEqual(onts.map(({ serial }) => serial).sort(), bench.serials.toSorted())
    assert.equal(new Set(onts.map(({ ontId }) => ontId)).size, 4)
    for (const { asked, serial, state, distanceM } of onts) {
      assert.deepEqual([asked, state], [serial, 'online'])
      assert.ok(distanceM !== null && distanceM > 0)
    }
    assert.deepEqual((await bench.plant.readStates(bench.ponId, [])).onts, [])
  })

  it('powers are of ONTs with light only, each with its time of measurement', async () => {
    const { bench, serial } = { bench: open().bench, serial: (n: number) => open().serial(n) }
    const began = Date.now()
    const powers = await bench.plant.readPowers(bench.ponId, bench.serials)
    assert.deepEqual(powers.map((one) => one.serial).sort(), bench.serials.toSorted())
    for (const { rxDbm, oltRxDbm, measuredAt } of powers) {
      for (const power of [rxDbm, oltRxDbm]) assert.ok(power !== null && plausiblePower(power) === power && power < -8)
      assert.ok(measuredAt === null || measuredAt.getTime() >= began - 1000)
    }
    await bench.hand.unplug(2)
    await open().becomes(2, 'los')
    assert.deepEqual(await bench.plant.readPowers(bench.ponId, [serial(2)]), [])
    await bench.hand.plug(2)
    await open().becomes(2, 'online')
  })

  it('two readings of an untouched line differ by noise only', async () => {
    const look = open()
    assert.ok(Math.abs((await look.power(1)) - (await look.power(1))) < 0.6)
  })

  it('a pulled hair is LOS at once, and up again after ranging', async () => {
    const { bench } = open()
    await bench.hand.unplug(2)
    const dark = await open().becomes(2, 'los')
    assert.equal(dark.lastDownCause, 'los')
    assert.ok(dark.lastDownAt && dark.lastDownAt.getTime() <= Date.now() + 1000)
    const { onts, up } = await bench.plant.readPon(bench.ponId)
    assert.equal(onts.filter(({ state }) => state === 'online').length, 3)
    assert.notEqual(up, false)
    await bench.hand.plug(2)
    const back = await open().becomes(2, 'online')
    assert.ok(back.lastUpAt && back.lastUpAt > dark.lastDownAt)
    assert.equal(back.lastDownCause, 'los')
  })

  it('a customer who switches off is not LOS', async () => {
    const { bench } = open()
    await bench.hand.powerOff(3)
    const off = await until(
      () => open().ont(3),
      ({ state }) => state !== 'online',
    )
    assert.ok(off.state === 'dying_gasp' || off.state === 'offline', off.state)
    await bench.hand.powerOn(3)
    await open().becomes(3, 'online')
  })

  it('added loss shows in full, and goes with a good connector', async () => {
    const look = open()
    const before = await look.power(1)
    await look.bench.hand.bend(1, 4)
    assert.ok(Math.abs(before - 4 - (await look.power(1))) < 0.6)
    await look.bench.hand.plug(1)
    await look.becomes(1, 'online')
    assert.ok(Math.abs(before - (await look.power(1))) < 0.6)
  })

  it('one sweep of a PON has every ONT with its state and its last fall; the PON’s row has only the counts', async () => {
    const { bench } = open()
    const { plant, ponId } = bench
    const sweep = await plant.readPon(ponId)
    assert.deepEqual([sweep.provisioned, sweep.online, sweep.onts.length], [4, 4, 4])
    await bench.hand.unplug(1)
    const { lastDownAt } = await open().becomes(1, 'los')
    const cut = await plant.readPon(ponId)
    assert.deepEqual([cut.provisioned, cut.online], [4, 3])
    assert.deepEqual(cut.onts.find(({ state }) => state === 'los')?.lastDownAt, lastDownAt)
    const { provisioned, online } = await plant.readPonState(ponId)
    assert.deepEqual([provisioned, online], [4, 3])
    await bench.hand.plug(1)
    await open().becomes(1, 'online')
  })

  it('has a running clock, and lists unsupported columns', async () => {
    const { plant, oltId } = open().bench
    const [one, two] = [await plant.readClock(oltId), await plant.readClock(oltId)]
    assert.ok(one.at && two.at && two.at >= one.at && (one.uptimeS === null || one.uptimeS >= 0))
    assert.ok(Array.isArray(await plant.unsupported(oltId)))
  })
}

function identitySuite(open: () => Looking): void {
  it('two hairs exchanged within a splitter: serials and service stay, and two short losses are all that is seen', async () => {
    const { bench } = open()
    const { plant, ponId } = bench
    const ids = async () =>
      (await plant.readPon(ponId)).onts.filter(({ state }) => state === 'online').map((one) => [one.serial, one.ontId])
    const before = await ids()
    const heard = await open().hear(
      () => bench.hand.exchange(1, 2),
      (alarms) => alarms.filter(({ kind }) => kind === 'up').length === 2,
    )
    assert.deepEqual(heard.map(({ kind }) => kind).sort(), ['los', 'los', 'up', 'up'])
    assert.deepEqual(await ids(), before)
    await bench.hand.exchange(1, 2)
    for (const position of [1, 2]) await open().becomes(position, 'online')
  })

  it('an ONT on another PON is dark where it is configured, and discovered where it is', async () => {
    const { bench } = open()
    const { plant, oltId, ponId, otherPonId } = bench
    const moved = open().serial(4)
    assert.deepEqual(await plant.locate(oltId, [moved, 'HWTC0BADC0DE']), [{ serial: moved, ponId }])
    await bench.hand.carryOver(4)
    const dark = await open().becomes(4, 'los')
    assert.equal(dark.serial, moved)
    await until(
      () => plant.locate(oltId, [moved]),
      (found) => found.some((one) => one.ponId === otherPonId),
    )
    assert.ok(!(await plant.readPon(otherPonId)).onts.some(({ serial }) => serial === moved))
    const found = (await plant.candidates(otherPonId, new Date())).filter(({ serial }) => serial === moved)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['found'],
    )
    await bench.hand.carryOver(4)
    await open().becomes(4, 'online')
    assert.deepEqual(await plant.locate(oltId, [moved]), [{ serial: moved, ponId }])
  })

  it('a new ONT is a candidate on its PON and on no other; one that has been up for long is none', async () => {
    const { bench } = open()
    const { plant, ponId, otherPonId } = bench
    const serial = 'HWTC0A1B2C3D'
    const since = new Date(Date.now() - 500)
    const of = async (pon: number) => (await plant.candidates(pon, since)).map((one) => one.serial)
    const old = open().serial(1)
    assert.ok(!(await of(ponId)).includes(serial))
    await bench.hand.appear(5, serial)
    await until(
      () => of(ponId),
      (seen) => seen.includes(serial),
    )
    assert.ok(!(await of(otherPonId)).includes(serial))
    const late = await plant.candidates(ponId, new Date(Date.now() + 60_000))
    assert.ok(!late.some((one) => one.serial === old))
    await bench.plant.deprovision(ponId, serial)
    await bench.hand.unplug(5)
  })
}

function silenceSuite(open: () => Looking): void {
  it('F7 an OLT that does not answer times out in every method, and comes back', async () => {
    const { bench } = open()
    const { plant, oltId, ponId, serials } = bench
    const [serial] = serials
    await bench.hand.silence()
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
    await bench.hand.answer()
    assert.equal((await plant.readStates(ponId, serials)).onts.length, 4)
  })

  it('stops when aborted', async () => {
    const { bench } = open()
    await bench.hand.silence()
    await assert.rejects(bench.plant.readStates(bench.ponId, bench.serials, AbortSignal.abort()))
    await bench.hand.answer()
  })
}
