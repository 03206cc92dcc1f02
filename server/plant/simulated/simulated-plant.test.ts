import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { openDatabase } from '../../db/open.ts'
import { silentLog } from '../../log.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { startTestDatabase } from '../../test/database.ts'
import { insert, unique } from '../../test/factories.ts'
import { makeBox } from '../../test/plant-box.ts'
import { makeAssignment } from '../../test/plant-factories.ts'
import { untilTrue } from '../../test/poll.ts'
import { boxTruth } from '../../test/plant-truth.ts'
import { quickPlant } from '../../test/quick-plant.ts'
import type { PlantAlarm } from '../plant.ts'
import { SimulatedPlant } from './simulated-plant.ts'

const hourMs = 3_600_000

describe('the simulated plant', async () => {
  const db = await startTestDatabase()
  const other = await openDatabase({ dataDir: '', databaseUrl: db.ownerUrl }, silentLog)
  const plant = new SimulatedPlant(db, quickPlant)
  after(async () => {
    await other.close()
    await db.close()
  })

  const states = async (ctoId: number) => (await boxTruth(db, ctoId)).map(({ state }) => state)
  const settle = () => sleep(120)
  /** Ranging takes until the clock of the demonstration is moved by an hour. */
  const slow = () => new SimulatedPlant(db, { ...quickPlant, rangingMs: [hourMs, hourMs] })
  const hourLater = () => db.owner.query('update demo_clock set offset_s = offset_s + 3601')

  it('exchanged hairs: each serial answers at the other position', async () => {
    const { cto } = await makeBox(db, 3, 1)
    const before = (await boxTruth(db, cto.id)).map(({ serial }) => serial)
    await slow().act(cto.id, { action: 'swap', port: 1, port_to: 2 })
    assert.deepEqual(await states(cto.id), ['los', 'los', 'online', 'unknown'])
    await hourLater()
    await plant.act(cto.id, { action: 'swap', port: 3, port_to: 4 })
    await settle()
    const readings = await boxTruth(db, cto.id)
    assert.deepEqual(columnOf(readings, 'serial'), [before[1], before[0], null, before[2]])
    // The moved hair leaves its position dark.
    assert.deepEqual(await states(cto.id), ['online', 'online', 'los', 'online'])
  })

  it('without a port the feeder is cut: the whole PON is dark, and ports pulled by hand stay dark', async () => {
    const { cto, ponId } = await makeBox(db, 3, 0)
    const sibling = await makeBox(db, 2, 0, { pon_id: ponId })
    await plant.act(cto.id, { action: 'unplug', port: 3 })
    await plant.act(cto.id, { action: 'unplug' })
    const all = [...(await states(cto.id)), ...(await states(sibling.cto.id))]
    assert.deepEqual(all, ['los', 'los', 'los', 'los', 'los'])
    assert.deepEqual(await plant.readPonState(ponId), { up: false, provisioned: 5, online: 0 })
    await plant.act(cto.id, { action: 'plug' })
    await settle()
    assert.deepEqual(await states(cto.id), ['online', 'online', 'los'])
    assert.equal((await plant.readPonState(ponId)).online, 4)
  })

  it('a box found on another PON answers there, and no longer at the recorded one', async () => {
    const [{ cto, ponId }, there] = [await makeBox(db, 2, 0), await makeBox(db, 1, 0)]
    assert.equal((await plant.readPonState(ponId)).provisioned, 2)
    await db.owner.query('update cto set pon_id = $2 where id = $1', [cto.id, there.ponId])
    const counts = async () => [await plant.readPonState(ponId), await plant.readPonState(there.ponId)]
    assert.deepEqual(columnOf(await counts(), 'provisioned'), [0, 3])
  })

  it('an ONT pulled again while ranging never reports up', async () => {
    const { cto, oltId } = await makeBox(db, 1, 0)
    const pon = { olt_id: oltId, slot: 1, port: 2, code: `OLT-${oltId}/1/1/2`, tx_dbm: 5 }
    const beside = await makeBox(db, 1, 0, { pon_id: await insert(db, 'pon', pon) })
    const ranging = slow()
    const heard: PlantAlarm[] = []
    const stop = new AbortController()
    const listening = ranging.listen(oltId, 0, async (more) => void heard.push(...more), stop.signal)
    for (const action of ['unplug', 'plug', 'unplug'] as const) await ranging.act(cto.id, { action, port: 1 })
    await hourLater()
    // Alarms come in the order of their times: this one is the last.
    await ranging.act(beside.cto.id, { action: 'unplug', port: 1 })
    const isLast = ({ kind, serial }: PlantAlarm) => kind === 'los' && serial === beside.serials[0]
    await untilTrue(async () => heard.some(isLast))
    stop.abort()
    await listening
    const told = heard.filter(({ serial, ponId }) => serial !== beside.serials[0] && ponId !== beside.ponId)
    assert.deepEqual(columnOf(told, 'kind'), ['pon_los', 'los'])
    assert.deepEqual(await states(cto.id), ['los'])
  })

  it('too much loss is no light at all', async () => {
    const { cto } = await makeBox(db, 1, 0)
    await plant.act(cto.id, { action: 'degrade', port: 1, db: 30 })
    assert.deepEqual(await states(cto.id), ['los'])
    await plant.act(cto.id, { action: 'plug', port: 1 })
    await settle()
    assert.deepEqual(await states(cto.id), ['online'])
  })

  it('an act on a free position gives no light and no error; a port of another box is an error', async () => {
    const { cto } = await makeBox(db, 1, 1)
    for (const action of ['plug', 'unplug', 'power_off', 'power_on'] as const)
      await plant.act(cto.id, { action, port: 2 })
    assert.deepEqual(await states(cto.id), ['online', 'unknown'])
    await assert.rejects(plant.act(cto.id, { action: 'unplug', port: 7 }), { code: 'VALIDATION' })
    await assert.rejects(plant.act(cto.id, { action: 'swap', port: 1 }), { code: 'VALIDATION' })
    await assert.rejects(plant.act(cto.id, { action: 'degrade', port: 1 }), { code: 'VALIDATION' })
    await assert.rejects(plant.act(-1, { action: 'plug', port: 1 }), { code: 'CTO_NOT_FOUND' })
  })

  it('the clock of the demonstration ends ranging at once', async () => {
    const slow = new SimulatedPlant(db, { ...quickPlant, rangingMs: [40_000, 50_000] })
    const { cto } = await makeBox(db, 1, 0)
    for (const action of ['unplug', 'plug'] as const) await slow.act(cto.id, { action, port: 1 })
    assert.deepEqual(await states(cto.id), ['los'])
    await db.owner.query('update demo_clock set offset_s = offset_s + 60')
    assert.deepEqual(await states(cto.id), ['online'])
  })

  it('no alarm is lost or repeated, however many acts and listeners there are', async () => {
    const first = await makeBox(db, 6, 0)
    const boxes = [first]
    for (let i = 0; i < 3; i++) boxes.push(await makeBox(db, 6, 0, { pon_id: first.ponId }))
    // Another ONT keeps its light, so that there is no PON LOS.
    await makeBox(db, 1, 0, { pon_id: first.ponId })
    const elsewhere = new SimulatedPlant(other, { ...quickPlant, trapMs: [0, 40] })
    const stop = new AbortController()
    const heard = [plant, elsewhere].map((one) => {
      const alarms: PlantAlarm[] = []
      return { alarms, done: one.listen(first.oltId, 0, async (more) => void alarms.push(...more), stop.signal) }
    })
    const deeds = boxes.flatMap(({ cto }) => [1, 2, 3, 4, 5, 6].map((port) => ({ cto, port })))
    await Promise.all(
      deeds.map(({ cto, port }, index) => (index % 2 ? plant : elsewhere).act(cto.id, { action: 'unplug', port })),
    )
    await untilTrue(async () => heard.every(({ alarms }) => alarms.length >= deeds.length))
    await sleep(100)
    stop.abort()
    for (const { alarms, done } of heard) {
      await done
      const cursors = deeds.map((_, index) => index + 1)
      assert.deepEqual(columnOf(alarms, 'cursor'), cursors)
      assert.equal(new Set(alarms.map(({ serial }) => serial)).size, deeds.length)
    }
  })

  it('two processes that look at a box for the first time make one truth', async () => {
    const { ponId } = await makeBox(db, 4, 4)
    const elsewhere = new SimulatedPlant(other, quickPlant)
    const all = await Promise.all([plant, elsewhere, plant, elsewhere].map((one) => one.readPon(ponId)))
    const serials = all.map(({ onts }) => JSON.stringify(onts.map(({ serial, ontId }) => [serial, ontId])))
    assert.equal(new Set(serials).size, 1)
  })

  it('holds to the serial of the access; one reserved has no ONT yet', async () => {
    const box = await makeBox(db, 0, 3)
    const line = async (index: number, state: string, ont_state: string) => {
      const port = { id: box.ports[index] ?? 0, cto_id: box.cto.id, number: index + 1, label: unique() }
      const vno_id = await insert(db, 'vno', { name: unique(), external_id: unique() })
      const place = { cto_id: box.cto.id, port_id: port.id, ont_serial: `ZTEG0000000${index}` }
      const access_id = await insert(db, 'access', { code: unique(), vno_id, state, ...place })
      await makeAssignment(db, { port, vno: { id: vno_id }, access_id, ont_state, rx_dbm: null })
    }

    await line(0, 'activo', 'online')
    await line(1, 'reservado', 'unknown')
    await line(2, 'activo', 'dying_gasp')
    const readings = await boxTruth(db, box.cto.id)
    assert.deepEqual(columnsOf(readings, 'serial', 'state'), [
      ['ZTEG00000000', 'online'],
      [null, 'unknown'],
      ['ZTEG00000002', 'dying_gasp'],
    ])
    // Without stored figures the path losses give the power.
    const rx = readings[0]?.rxDbm ?? 0
    assert.ok(rx < -12 && rx > -24, String(rx))
  })

  it('other operators come nowhere near it', async () => {
    const { cto } = await makeBox(db, 1, 0)
    await boxTruth(db, cto.id)
    const own = ['plant_line', 'plant_olt', 'plant_alarm', 'plant_gone', 'olt_clock', 'pon_stray', 'box_reading', 'olt_gate', 'olt_session'] // prettier-ignore
    for (const table of own) assert.equal((await db.app.query(`select from ${table}`)).rowCount, 0, table)
    const seen = await inProcess(db, (sql) => sql.rows('select port_id from plant_line limit 1', []))
    assert.equal(seen.length, 1)
  })
})
