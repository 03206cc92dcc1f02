/** A plant with spontaneous faults, and what passes the validation; its times: `failing.night.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { makeBox } from '../../test/plant-box.ts'
import { patientReads, quickPlant } from '../../test/quick-plant.ts'
import { PlantUnreachable } from '../plant.ts'
import { openReader } from '../reader.ts'
import { isLost, lifelike, still } from './profile.ts'
import { SimulatedPlant } from './simulated-plant.ts'

const things = Array.from({ length: 4000 }, (_, thing) => thing)
const hour = 3_600_000

describe('a plant with spontaneous faults', async () => {
  const db = closedAfter(await startTestDatabase())

  it('a silent or lost OLT is unreachable for readings and listeners', async () => {
    const { ponId, oltId, serials } = await makeBox(db, 2, 1)
    const silent = new SimulatedPlant(db, { ...quickPlant, silent: 1, timeoutMs: 20 })
    await assert.rejects(silent.readStates(ponId, serials), PlantUnreachable)
    const lost = new SimulatedPlant(db, { ...quickPlant, lost: 1, timeoutMs: 20 })
    await assert.rejects(lost.readPowers(ponId, serials), PlantUnreachable)
    const ended = new AbortController()
    await assert.rejects(
      lost.listen(oltId, null, () => Promise.resolve(), ended.signal),
      PlantUnreachable,
    )
  })

  it('invalid answers stop at the reader', async () => {
    const { cto, ponId, serials } = await makeBox(db, 3, 0)
    const garbling = new SimulatedPlant(db, { ...quickPlant, garbled: 1 })
    const reader = openReader(garbling, db, patientReads)
    const seen = new Set<string>()
    for (let turn = 0; turn < 12; turn++) {
      const { onts } = await garbling.readStates(ponId, serials)
      const powers = await garbling.readPowers(ponId, serials)
      for (const { serial, state, distanceM } of onts)
        if (serial?.startsWith('\0') || distanceM === 0 || !['online', 'unknown'].includes(state))
          seen.add(String(state))
      for (const { rxDbm } of powers) seen.add(String(rxDbm))
      const { readings } = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
      assert.equal(readings.length, 3)
      for (const { rxDbm, oltRxDbm, serial, readAt, distanceM, lastDownAt, lastUpAt } of readings) {
        for (const dbm of [rxDbm, oltRxDbm]) assert.ok(dbm === null || (dbm <= 10 && dbm > -40), String(dbm))
        assert.ok(serial === null || /^[A-Z0-9]{4}[0-9A-F]{8}$/.test(serial))
        assert.ok(readAt.getTime() > 0 && distanceM !== 0)
        for (const at of [lastDownAt, lastUpAt]) assert.ok(at === null || at.getTime() > Date.UTC(2020, 0))
      }
    }
    assert.ok(seen.size > 1, 'it never said anything wrong')
  })

  it('is lost a thousandth of the time, and the same again for the same time', () => {
    const from = Date.UTC(2026, 10, 2)
    const minutes = things.map((minute) => isLost(lifelike, 7, new Date(from + minute * 21_600)))
    const share = minutes.filter(Boolean).length / things.length
    assert.ok(share > 0 && share < 0.004, String(share))
    assert.deepEqual(
      minutes,
      things.map((minute) => isLost(lifelike, 7, new Date(from + minute * 21_600))),
    )
    assert.ok(!things.some((minute) => isLost(still, 7, new Date(from + minute * hour))))
  })
})
