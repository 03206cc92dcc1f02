/** Contract of every plant for one line. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plausiblePower } from '@hilo/domain/optics.ts'
import { type Looking } from './plant-bench.ts'
import { untilTrue } from './poll.ts'

/** The four ONTs have light. */
export function lineSuite(look: Looking): void {
  const { plant, hand, ponId } = look.bench
  it('reports every value of a line that it has, and no live values in the dark', async () => {
    const serial = look.serial(1)
    const detail = await plant.readDetail(ponId, serial)
    assert.equal(detail.serial, serial)
    assert.deepEqual([detail.ethernet, detail.session], ['up', 'up'])
    assert.ok(detail.uptimeS !== null && detail.uptimeS >= 0)
    assert.ok(detail.counters && (detail.counters.rxBytes ?? 0) >= 0 && !detail.counters.fecUncorrected)
    await look.darken(1)
    const dark = await plant.readDetail(ponId, serial)
    assert.deepEqual([dark.uptimeS, dark.session, dark.counters, dark.serial], [null, null, null, serial])
    assert.equal((await plant.readDetail(ponId, 'HWTC0BADC0DE')).serial, null)
    await look.lighten(1)
  })

  it('remembers a point an hour of thirty days, and why it was dark', async () => {
    const serial = look.serial(2)
    await look.darken(2)
    const dark = await plant.readHistory(ponId, serial)
    assert.deepEqual([dark.downs[0]?.cause, dark.downs[0]?.upAt], ['los', null])
    await look.lighten(2)
    const { points, downs } = await plant.readHistory(ponId, serial)
    assert.equal(points.length, 30 * 24)
    const first = points[0]?.at.getTime() ?? 0
    assert.ok(points.every(({ at }, index) => at.getTime() - first === index * 3_600_000))
    const lit = points.flatMap(({ rxDbm }) => rxDbm ?? [])
    assert.ok(lit.length > 600 && lit.every((power) => plausiblePower(power) === power))
    assert.ok(downs.length > 0 && downs.length <= 20 && downs[0]?.cause === 'los' && downs[0].upAt !== null)
    assert.ok(downs.every(({ at }, index) => index === 0 || at < (downs[index - 1]?.at ?? at)))
  })

  it('an ONT that is started again is gone for a moment and young afterwards', async () => {
    const serial = look.serial(3)
    await plant.reset(ponId, serial)
    await look.becomes(3, 'online')
    const { uptimeS } = await plant.readDetail(ponId, serial)
    assert.ok(uptimeS !== null && uptimeS < 60)
    await hand.powerOff(3)
    await plant.reset(ponId, serial)
    assert.notEqual((await look.ont(3)).state, 'online')
    await hand.powerOn(3)
    await look.becomes(3, 'online')
  })

  it('serves the configured ONT in place of another, until it is deconfigured', async () => {
    const old = look.serial(4)
    const fresh = 'ZTEG0A1B2C3D'
    const service = { profile: 'FTTH300', vlan: { s: 7, c: 8 } }
    const stateOf = async (serial: string) => (await plant.readStates(ponId, [serial])).onts[0]?.state
    await plant.provision(ponId, { serial: fresh, ...service }, old)
    assert.notEqual(await stateOf(old), 'online')
    // Configured and not there yet: dark, without LOS.
    assert.ok(['offline', 'unknown'].includes((await stateOf(fresh)) ?? 'unknown'))
    await hand.appear(4, fresh)
    await untilTrue(async () => (await stateOf(fresh)) === 'online')
    const detail = await plant.readDetail(ponId, fresh)
    assert.deepEqual([detail.serial, detail.profile, detail.vlan], [fresh, service.profile, service.vlan])
    await plant.provision(ponId, { serial: fresh, ...service }, old)
    assert.equal(await stateOf(fresh), 'online')
    await plant.deprovision(ponId, fresh)
    assert.notEqual(await stateOf(fresh), 'online')
    await plant.provision(ponId, { serial: old, ...service }, fresh)
    await hand.appear(4, old)
    await look.becomes(4, 'online')
  })
}
