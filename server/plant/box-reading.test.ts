import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { columnOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { makeBox } from '../test/plant-box.ts'
import type { Cto } from '../test/plant-factories.ts'
import { patientReads, quickPlant } from '../test/quick-plant.ts'
import { Turnstile } from '../test/turnstile.ts'
import { openReader } from './reader.ts'

describe('storing a reading', async () => {
  const db = closedAfter(await startTestDatabase())
  const olt = new Turnstile(db, quickPlant)
  const reader = openReader(olt, db, patientReads)
  afterEach(() => {
    olt.say = undefined
    olt.sayPowers = undefined
  })

  const box = async (): Promise<Cto> => (await makeBox(db, 3, 1)).cto

  it('stores what was read at the ports and at their holders in one transaction', async () => {
    const cto = await box()
    await olt.act(cto.id, { action: 'unplug', port: 2 })
    const answer = await reader.readBox(cto.id, { purpose: 'process' })
    const { rows } = await db.owner.query(
      `select p.number, p.optical_state, p.read_at, a.ont_state, a.rx_dbm, a.olt_rx_dbm, a.distance_m, a.read_at as held_at
       from port p left join port_assignment a on a.port_id = p.id where p.cto_id = $1 order by p.number`,
      [cto.id],
    )
    const none = { ont_state: null, rx_dbm: null, olt_rx_dbm: null, distance_m: null, held_at: null }
    const expected = answer.readings.map(({ port, state, readAt, rxDbm, oltRxDbm, distanceM }, index) => {
      const held = { ont_state: state, rx_dbm: rxDbm, olt_rx_dbm: oltRxDbm, distance_m: distanceM, held_at: readAt }
      return { number: port, optical_state: state, read_at: readAt, ...(index < 3 ? held : none) }
    })
    assert.deepEqual(rows, expected)
    assert.equal(answer.readings[1]?.state, 'los')
  })

  it('does not wait for a locked port', async () => {
    const cto = await box()
    const client = await db.owner.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from cto where id = $1 for update', [cto.id])
      await client.query('select 1 from port where cto_id = $1 for update', [cto.id])
      // A waiting reader would time out without an answer: the lock stays.
      assert.equal((await reader.readBox(cto.id, { purpose: 'process' })).completePct, 100)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('S42 garbage becomes "no data", never a figure', async () => {
    const cto = await box()
    const good = await reader.readBox(cto.id, { purpose: 'process' })
    const serials = columnOf(good.readings.slice(0, 3), 'serial')
    const wrong: Record<string, unknown>[] = [
      { serial: '<script>alert(1)</script>', distanceM: -5, lastDownAt: 'ayer' },
      { distanceM: Infinity, lastDownCause: 'rayo', lastUpAt: new Date(NaN), ontId: -1 },
      { state: 'los', lastUpAt: new Date('2099-01-01'), distanceM: 0 },
    ]
    const figures = [
      { rxDbm: 80, oltRxDbm: -80 },
      { rxDbm: '-19.5', oltRxDbm: NaN },
      { rxDbm: -19, oltRxDbm: -21 },
    ]
    olt.say = (reading) => ({
      ...reading,
      takenAt: new Date('2199-01-01'),
      onts: [
        ...serials.map((serial, i) => ({ ...reading.onts.find((one) => one.asked === serial), ...wrong[i] })),
        { ...reading.onts[0], asked: 'HWTC00000000', serial: 'HWTC00000000' },
        { asked: 'HWTCFFFFFFFF', serial: 'HWTCFFFFFFFF', state: 'online' },
        null,
        'noise',
      ],
    })
    olt.sayPowers = (powers) => [
      ...serials.map((serial, i) => ({ serial, measuredAt: null, ...figures[i] })),
      { ...powers[0], rxDbm: -1 },
      null,
    ]
    const answer = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
    const [first, second, third, fourth] = answer.readings
    assert.equal(answer.readings.length, 4)
    // Another serial than the requested one: the position's state is unknown.
    assert.deepEqual([first?.state, first?.rxDbm, first?.serial, first?.distanceM], ['unknown', null, null, null])
    const without = { rxDbm: null, oltRxDbm: null, distanceM: null }
    assert.partialDeepStrictEqual(second, { ...without, state: 'online', ontId: null, lastDownCause: null })
    assert.partialDeepStrictEqual(third, { ...without, state: 'los', lastUpAt: null })
    assert.deepEqual([fourth?.seen, fourth?.state, fourth?.rxDbm], [false, 'unknown', null])
    assert.ok(Math.abs(answer.takenAt.getTime() - good.takenAt.getTime()) < 60_000)
    for (const nothing of [undefined, 'x', { length: 3 }]) {
      olt.say = (reading) => ({ ...reading, onts: nothing })
      const empty = await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
      assert.ok(empty.readings.every(({ state, rxDbm }) => state === 'unknown' && rxDbm === null))
      assert.equal(empty.completePct, 0)
    }
    // An occupied port that could not be read keeps its last state and its time.
    const kept = `select array_agg(optical_state order by number) as states from port where cto_id = $1`
    assert.deepEqual((await db.owner.query(kept, [cto.id])).rows, [{ states: ['online', 'online', 'los', 'unknown'] }])
  })

  it('the usual power of a line follows the first reading of each visit', async () => {
    const cto = await box()
    const read = async (rxDbm: number, earlierH: number) => {
      const aged = `update port_assignment set read_at = read_at - $2 * interval '1 hour' where cto_id = $1`
      await db.owner.query(aged, [cto.id, earlierH])
      olt.sayPowers = (powers) => powers.map((one) => ({ ...one, rxDbm }))
      await reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 })
      const first = `select rx_p50_30d as usual, rx_stddev_30d as spread from port_assignment where cto_id = $1 order by port_id limit 1`
      const { rows } = await db.owner.query<{ usual: number; spread: number }>(first, [cto.id])
      return [rows[0]?.usual, rows[0]?.spread]
    }
    const clear = 'update port_assignment set rx_p50_30d = null, rx_stddev_30d = null where cto_id = $1'
    await db.owner.query(clear, [cto.id])
    assert.deepEqual(await read(-20, 2), [-20, 0])
    // A fibre being bent during work gives no evidence on the line.
    assert.deepEqual(await read(-26, 0), [-20, 0])
    assert.deepEqual(await read(-21, 2), [-20.05, 0.15])
    for (let visit = 0; visit < 30; visit++) await read(visit % 2 ? -21.2 : -20.8, 2)
    const [usual = 0, spread = 0] = await read(-21, 2)
    assert.ok(Math.abs(usual + 21) < 0.1 && spread > 0.1 && spread < 0.3, `${usual} ${spread}`)
  })

  it('half a box is half a box', async () => {
    const cto = await box()
    olt.say = (reading) => ({ ...reading, onts: reading.onts.slice(1) })
    assert.equal((await reader.readBox(cto.id, { purpose: 'process' })).completePct, 66)
  })

  it('an unknown box is not found', async () => {
    await assert.rejects(reader.readBox(-1, { purpose: 'demand' }), { code: 'CTO_NOT_FOUND' })
    await assert.rejects(reader.candidates(-1, new Date(), 'demand'), { code: 'NOT_FOUND' })
    await assert.rejects(reader.readPon(-1, 'demand'), { code: 'NOT_FOUND' })
    assert.equal(await reader.lastReading((await box()).id), null)
  })
})
