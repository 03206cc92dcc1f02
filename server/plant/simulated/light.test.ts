import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '../../log.ts'
import { seed } from '../../seed/index.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { quickPlant } from '../../test/quick-plant.ts'
import { boxTruth } from '../../test/plant-truth.ts'
import { powersAt } from './light.ts'
import { powerLoss, type Line } from './line.ts'

describe('the figures of the simulated plant', () => {
  const line: Line = {
    ...{ port_id: 1, olt_id: 1, pon_id: 1, cto_id: 1, port: 1, hair: 1, ont_id: 1, home_pon_id: null },
    ...{ serial: 'HWTC00000001', fresh: false, powered: true, admin_down: false, connected: true, fed: true },
    ...{ rx0: -19, olt_rx0: -21, extra_db: 0, distance_m: 1200, lit_at: new Date(0), admits: null, service: null },
    ...{ down_state: null, last_down_at: null, last_down_cause: null, last_up_at: null },
  }

  it('drift, temperature and noise stay within their bounds for years, and change slowly', () => {
    const start = Date.UTC(2026, 0, 1)
    const minute = 60_000
    for (let hair = 1; hair <= 40; hair++) {
      const at = (time: number) => powersAt({ ...line, hair, cto_id: hair }, time).rxDbm
      const shifts = Array.from({ length: 300 }, (_, i) => at(start + i * 61 * 47 * minute) - line.rx0)
      assert.ok(Math.max(...shifts.map(Math.abs)) <= 0.95, String(hair))
      assert.ok(Math.max(...shifts) - Math.min(...shifts) > 0.3, 'it moves at all')
      // A quarter of an hour later only the noise differs.
      for (let i = 0; i < 50; i++)
        assert.ok(Math.abs(at(start + i * 97 * minute) - at(start + (i * 97 + 15) * minute)) < 0.55)
      assert.equal(at(start), at(start + 1000))
    }
  })

  it('noise has the deviation of an instrument', () => {
    const start = Date.UTC(2026, 5, 1)
    const steps = Array.from({ length: 3000 }, (_, i) => {
      const at = (offset: number) => powersAt(line, start + (i * 2 + offset) * 60_000).rxDbm
      return at(1) - at(0)
    })
    const deviation = Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / steps.length / 2)
    assert.ok(deviation > 0.07 && deviation < 0.09, String(deviation))
  })

  it('nine last words in ten arrive', () => {
    const said = Array.from({ length: 4000 }, (_, hair) => powerLoss({ ...line, hair }, quickPlant) === 'dying_gasp')
    const share = said.filter(Boolean).length / said.length
    assert.ok(share > 0.88 && share < 0.92, String(share))
  })
})

describe('the simulated plant over the demonstration data', async () => {
  const db = closedAfter(await startTestDatabase())
  await seed(db, { size: 'small', log: silentLog })

  it('reads within 1 dB of the inventory, state by state, and free positions are dark', async () => {
    const { rows } = await db.owner.query<{
      port_id: number
      cto_id: number
      state: string
      rx: number | null
      olt_rx: number | null
    }>(
      `select p.id as port_id, p.cto_id, coalesce(a.ont_state, p.optical_state) as state, a.rx_dbm as rx, a.olt_rx_dbm as olt_rx
       from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null`,
    )
    const boxes = [...new Set(rows.map(({ cto_id }) => cto_id))]
    const read = (await Promise.all(boxes.map((box) => boxTruth(db, box)))).flat()
    const byPort = new Map(read.map((one) => [one.portId, one]))
    let compared = 0
    for (const { port_id, state, rx, olt_rx } of rows) {
      const one = byPort.get(port_id)
      assert.equal(one?.state, state, `port ${port_id}`)
      if (rx === null || olt_rx === null) continue
      assert.ok(
        Math.abs((one.rxDbm ?? 99) - rx) <= 1 && Math.abs((one.oltRxDbm ?? 99) - olt_rx) <= 1,
        `port ${port_id}`,
      )
      compared++
    }
    assert.ok(compared > 300, String(compared))
    const powers = read.flatMap(({ rxDbm }) => rxDbm ?? []).sort((one, two) => one - two)
    const median = powers[powers.length >> 1] ?? 0
    assert.ok(median > -21 && median < -18.5, String(median))
  })
})
