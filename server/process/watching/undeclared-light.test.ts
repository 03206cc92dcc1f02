/** ONTs without an access: notified by PON and serial, because an OLT does not know the port. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { portState } from '@hilo/domain/status.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startEnrolling } from '../../test/enrolling.ts'
import { makeAdmin, makeSession, makeTechnician, unique } from '../../test/factories.ts'
import { makeEvent, makePort } from '../../test/plant-factories.ts'
import { makeAlarm, makeNeighbours, type NeighbourBox } from '../../test/watched-box.ts'
import { takeLease } from './lease.ts'
import { storeAlarms } from './observe.ts'
import { strayTask } from './undeclared-light.ts'

const { disponible } = portState.is

describe('ONTs without an owner', async () => {
  const desk = closedAfter(await startEnrolling())
  const { db, plant, reader } = desk.server

  /** A box with a customer and a free port, 9. */
  const makeStage = async () => {
    const box = await makeNeighbours(db, { count: 1 })
    return { box, free: await makePort(db, { cto: box.cto, number: 9 }) }
  }
  const shine = async (box: NeighbourBox, serial = `HWTC${unique().slice(0, 8)}`) => {
    await plant.act(box.cto.id, { action: 'register_ont', port: 9, serial })
    await desk.rows('update demo_clock set offset_s = offset_s + 600')
    return serial
  }
  const sweep = (box: NeighbourBox) => desk.run(strayTask, { pon_id: box.ponId })
  const notices = `select vno_id, payload from notification where kind = 'ont_without_owner' and payload->>'serial' = $1`
  const told = (serial: string) => desk.rows(notices, serial)

  it('the neutral operator is notified of PON and serial, once, and no port is claimed to be in use', async () => {
    const { box, free } = await makeStage()
    const serial = await shine(box)
    await sweep(box)
    await sweep(box)
    const [code] = await desk.rows<{ code: string }>('select code from pon where id = $1', box.ponId)
    assert.deepEqual(await told(serial), [{ vno_id: null, payload: { pon_code: code?.code, serial } }])
    const reading = await reader.readBox(box.cto.id, { purpose: 'process', maxAgeS: 0 })
    const here = reading.readings.find(({ portId }) => portId === free.id)
    assert.deepEqual([here?.seen, here?.state, here?.serial], [false, 'unknown', null])
    const port = await desk.rows('select state, problem from port where id = $1', free.id)
    assert.deepEqual(port, [{ state: disponible, problem: null }])
    const stranger = await makeSession(db, await makeAdmin(db))
    const { text } = await desk.server.call('admin_vno/notifications/get', {}, { session: stranger })
    assert.ok(!text.includes(serial))
  })

  it('an ONT that left is notified again when it returns; a customer’s ONT never', async () => {
    const { box } = await makeStage()
    const serial = await shine(box)
    await plant.act(box.cto.id, { action: 'unplug', port: 9 })
    await sweep(box)
    assert.equal((await told(serial)).length, 0)
    await shine(box, serial)
    await sweep(box)
    await plant.act(box.cto.id, { action: 'unplug', port: 9 })
    await sweep(box)
    await shine(box, serial)
    await sweep(box)
    assert.equal((await told(serial)).length, 2)
    assert.equal((await told(box.accesses[0]?.serial ?? '')).length, 0)
  })

  it('a customer’s ONT on the PON of another box is reported', async () => {
    const [one, two] = [await makeStage(), await makeStage()]
    await desk.rows('update pon set olt_id = $2 where id = $1', two.box.ponId, one.box.oltId)
    await plant.act(one.box.cto.id, { action: 'swap', port: 1, port_to: 9, cto_to: two.box.cto.id })
    const serial = one.box.accesses[0]?.serial ?? ''
    await sweep(two.box)
    assert.equal((await told(serial)).length, 1)
    const reading = await reader.readBox(one.box.cto.id, { purpose: 'process', maxAgeS: 0 })
    const [moved] = reading.readings
    assert.deepEqual([moved?.state, moved?.elsewherePonId], ['los', two.box.ponId])
  })

  it('while a work is open on the PON it waits: the ONT may belong to it', async () => {
    const { box } = await makeStage()
    const serial = await shine(box)
    const technician = await makeTechnician(db, { vno: desk.vno })
    const { id } = await makeEvent(db, { technician, cto: box.cto })
    await sweep(box)
    assert.equal((await told(serial)).length, 0)
    await desk.rows('update event set process_state = 11 where id = $1', id)
    await sweep(box)
    assert.equal((await told(serial)).length, 1)
  })

  it('an OLT that announces an ONT without a place has its PON looked at ten minutes later', async () => {
    const { box } = await makeStage()
    const lease = await takeLease(db, box.oltId, 'test')
    assert.ok(lease)
    await desk.rows(`update olt_lease set expires_at = 'infinity' where olt_id = $1`, box.oltId)
    const jobs = `select extract(epoch from run_at - now())::float8 as wait from graphile_worker._private_jobs where key = $1`
    const due = async () => (await db.jobs.query<{ wait: number }>(jobs, [`${strayTask}:${box.ponId}`])).rows
    const registered = () => makeAlarm(box, 1, 'registered', Date.now())
    await storeAlarms(db, lease, [registered()])
    assert.deepEqual(await due(), [])
    await storeAlarms(db, lease, [{ ...registered(), serial: 'HWTC0BADC0DE' }])
    const [{ wait } = { wait: 0 }] = await due()
    assert.ok(wait > 500 && wait <= 600, String(wait))
  })
})
