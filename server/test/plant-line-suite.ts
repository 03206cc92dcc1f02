/** What every kind of plant must do with one line. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plausible } from '@hilo/domain/optics.ts'
import type { PlantReading } from '../plant/plant.ts'
import { until, type PlantBench } from './plant-suite.ts'

interface LineBench extends PlantBench {
  readPort(port: number): Promise<PlantReading>
  becomes(port: number, state: string): Promise<unknown>
}

/** @param bench made once the tests run; somebody's light is at positions 1 to 4 */
export function lineSuite(open: () => LineBench): void {
  it('says everything of a line, its neighbours beside it', async () => {
    const bench = open()
    const { becomes } = bench
    const port = bench.ports[0] ?? 0
    const { box, pon, detail } = await bench.plant.readLine(bench.ctoId, port)
    assert.deepEqual(
      box.readings.map(({ portId }) => portId),
      bench.ports,
    )
    assert.ok(pon.up && pon.online <= pon.provisioned && pon.provisioned >= 4)
    assert.equal(detail.serial, box.readings[0]?.serial)
    assert.deepEqual([detail.ethernet, detail.session], ['up', 'up'])
    assert.ok(detail.uptimeS !== null && detail.uptimeS > 0)
    assert.ok(detail.counters && detail.counters.rxBytes >= 0 && detail.counters.fecUncorrected === 0)
    await bench.hand.unplug(1)
    const dark = await until(
      () => bench.plant.readLine(bench.ctoId, port),
      (line) => line.box.readings[0]?.state === 'los',
    )
    assert.deepEqual([dark.detail.uptimeS, dark.detail.session, dark.detail.counters], [null, null, null])
    assert.equal(dark.detail.serial, detail.serial)
    await bench.hand.plug(1)
    await becomes(1, 'online')
  })

  it('remembers a point an hour of thirty days, and why it was dark', async () => {
    const bench = open()
    const { becomes } = bench
    const port = bench.ports[1] ?? 0
    await bench.hand.unplug(2)
    await becomes(2, 'los')
    const dark = await bench.plant.readHistory(bench.ctoId, port)
    assert.deepEqual([dark.downs[0]?.cause, dark.downs[0]?.upAt], ['los', null])
    await bench.hand.plug(2)
    await becomes(2, 'online')
    const { points, downs } = await bench.plant.readHistory(bench.ctoId, port)
    assert.equal(points.length, 30 * 24)
    assert.ok(
      points.every(
        ({ at }, index) => index === 0 || at.getTime() - (points[index - 1]?.at.getTime() ?? 0) === 3_600_000,
      ),
    )
    const lit = points.flatMap(({ rxDbm }) => rxDbm ?? [])
    assert.ok(lit.length > 600 && lit.every((power) => plausible(power) === power))
    assert.ok(downs.length > 0 && downs.length <= 20 && downs[0]?.cause === 'los' && downs[0].upAt !== null)
    assert.ok(downs.every(({ at }, index) => index === 0 || at < (downs[index - 1]?.at ?? at)))
  })

  it('an ONT that is started again is gone for a moment and young afterwards', async () => {
    const bench = open()
    const { becomes, readPort } = bench
    const port = bench.ports[2] ?? 0
    await bench.plant.reset(bench.ctoId, port)
    await becomes(3, 'online')
    const { detail } = await bench.plant.readLine(bench.ctoId, port)
    assert.ok(detail.uptimeS !== null && detail.uptimeS < 60)
    await bench.hand.powerOff(3)
    await bench.plant.reset(bench.ctoId, port)
    assert.notEqual((await readPort(3)).state, 'online')
    await bench.hand.powerOn(3)
    await becomes(3, 'online')
  })

  it('serves the ONT that it is told to and no other, until it is told to serve none', async () => {
    const bench = open()
    const { becomes, readPort } = bench
    const port = bench.ports[3] ?? 0
    const old = (await readPort(4)).serial ?? ''
    const service = { profile: 'FTTH300', vlan: { s: 7, c: 8 } }
    const fresh = 'ZTEG0A1B2C3D'
    await bench.plant.provision(bench.ctoId, port, { serial: fresh, ...service })
    assert.deepEqual([(await readPort(4)).state === 'online', (await readPort(4)).serial], [false, null])
    await bench.hand.appear(4, fresh)
    await becomes(4, 'online')
    const { detail } = await bench.plant.readLine(bench.ctoId, port)
    assert.deepEqual([detail.serial, detail.profile, detail.vlan], [fresh, service.profile, service.vlan])
    await bench.plant.provision(bench.ctoId, port, { serial: fresh, ...service })
    assert.equal((await readPort(4)).state, 'online')
    await bench.plant.deprovision(bench.ctoId, port)
    assert.deepEqual([(await readPort(4)).state === 'online', (await readPort(4)).serial], [false, null])
    await bench.plant.provision(bench.ctoId, port, { serial: old, ...service })
    await bench.hand.appear(4, old)
    await becomes(4, 'online')
  })
}
