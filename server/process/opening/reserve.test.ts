import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '@hilo/domain/problem.ts'
import { readConfig } from '../../config.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { silentLog } from '../../log.ts'
import { openReader } from '../../plant/reader.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { insert, makeTechnician, makeVno, unique, type Vno } from '../../test/factories.ts'
import { makeAssignment, makeCto, makeEvent, makePort, type Cto, type Port } from '../../test/plant-factories.ts'
import { lockEvent } from '../event-row.ts'
import { releasePort, renewReservation, reportPort, reservationJob, reservePort } from './reserve.ts'

describe('reserving a port', async () => {
  const db = closedAfter(await startTestDatabase())

  type Work = (...args: Parameters<typeof reservePort>) => Promise<unknown>
  const withEvent = (id: number, work: Work, portId = 0) =>
    inProcess(db, async (sql) => {
      await work(sql, (await lockEvent(sql, id)) ?? assert.fail(), portId)
      return 'done'
    }).catch((error: Error) => (error instanceof Problem ? error.code : Promise.reject(error)))
  const reserve = (id: number, port: Port) => withEvent(id, reservePort, port.id)
  const release = (id: number) => withEvent(id, releasePort)
  const row = async (port: Port) => {
    const { rows } = await db.owner.query<Record<string, unknown>>(
      `select p.state, p.assignment_status, p.state_before, p.problem, c.ports_free, c.state as box,
         (select a.vno_id from port_assignment a where a.port_id = p.id and a.ended_at is null) as vno_id,
         (select k.event_id from port_claim k where k.port_id = p.id) as event_id
       from port p join cto c on c.id = p.cto_id where p.id = $1`,
      [port.id],
    )
    return rows[0] ?? assert.fail()
  }
  const eventAt = async (cto: Cto, vno: Vno, over: object = {}) =>
    (await makeEvent(db, { technician: await makeTechnician(db, { vno }), cto, ...over })).id
  const free = async (count = 1) => {
    const cto = await makeCto(db, { ports_free: count })
    const ports: Port[] = []
    for (let index = 0; index < count; index++) ports.push(await makePort(db, { cto }))
    return { cto, ports, port: ports[0] as Port }
  }

  it('F12 of two operators that want the same port exactly one gets it, fifty times', async () => {
    const [a, b] = [await makeVno(db), await makeVno(db)]
    for (let round = 0; round < 50; round++) {
      const { cto, port } = await free()
      const ids = [await eventAt(cto, a), await eventAt(cto, b)]
      const order = round % 2 === 0 ? ids : ids.toReversed()
      const said = await Promise.all(order.map((id) => reserve(id, port)))
      assert.deepEqual(said.toSorted(), ['PORT_NOT_AVAILABLE', 'done'], `round ${round}`)
      const now = await row(port)
      const winner = order[said.indexOf('done')]
      assert.deepEqual([now['event_id'], now['state'], now['ports_free'], now['box']], [winner, 2, 0, 2])
      assert.equal(now['vno_id'], winner === ids[0] ? a.id : b.id)
      const open = await db.owner.query('select 1 from port_assignment where port_id = $1', [port.id])
      assert.equal(open.rowCount, 1)
    }
  })

  it('two ports of one box taken at once leave the box counted right', async () => {
    const [a, b] = [await makeVno(db), await makeVno(db)]
    for (let round = 0; round < 10; round++) {
      const { cto, ports } = await free(2)
      const ids = [await eventAt(cto, a), await eventAt(cto, b)]
      const said = await Promise.all(ids.map((id, index) => reserve(id, ports[index] as Port)))
      assert.deepEqual(said, ['done', 'done'])
      const now = await row(ports[0] as Port)
      assert.deepEqual([now['ports_free'], now['box']], [0, 2])
    }
  })

  it('released ports return to their former state', async () => {
    const { cto, port } = await free()
    const id = await eventAt(cto, await makeVno(db))
    const untouched = await row(port)
    assert.equal(await reserve(id, port), 'done')
    assert.equal(await reserve(id, port), 'done', 'asking again for what one has')
    assert.equal(await release(id), 'done')
    assert.deepEqual(await row(port), untouched)
    assert.equal(await release(id), 'done', 'nothing left to give back')
  })

  it("an own customer's port is locked for others and keeps its state", async () => {
    const vno = await makeVno(db)
    const { port } = await makeAssignment(db, { vno })
    const cto = { id: port.cto_id, code: '' }
    const mine = await eventAt(cto, vno)
    const second = await eventAt(cto, vno)
    const theirs = await eventAt(cto, await makeVno(db))
    assert.equal(await reserve(theirs, port), 'PORT_NOT_AVAILABLE')
    assert.equal(await reserve(mine, port), 'done')
    assert.equal(await reserve(second, port), 'PORT_NOT_AVAILABLE')
    assert.equal((await row(port))['state'], 3)
    assert.equal(await release(mine), 'done')
    const now = await row(port)
    assert.deepEqual([now['state'], now['vno_id'], now['event_id']], [3, vno.id, null])
  })

  it('a drop laid without a customer is detached from a released port; a customer’s stays', async () => {
    const { cto, port } = await free()
    const vno = await makeVno(db)
    const id = await eventAt(cto, vno, { port_id: port.id })
    assert.equal(await reserve(id, port), 'done')
    const cable = { type: 'interior', connection_type: 0, state: 'instalada', vno_id: vno.id, port_id: port.id }
    const drop = (over: object) => insert(db, 'drop_cable', { ...cable, label: `D-${unique()}`, ...over })
    const [laid, before] = [await drop({ installed_event_id: id }), await drop({})]
    assert.equal(await release(id), 'done')
    const kept = 'select id, state, port_id from drop_cable where id = any($1) order by id'
    assert.deepEqual((await db.owner.query(kept, [[laid, before]])).rows, [
      { id: laid, state: 'reutilizable', port_id: null },
      { id: before, state: 'instalada', port_id: port.id },
    ])
  })

  it('damaged, under review, or of another box: refused', async () => {
    const { cto, port } = await free()
    const id = await eventAt(cto, await makeVno(db))
    for (const state of [4, 5, 6]) {
      const bad = await makePort(db, { cto, state })
      assert.equal(await reserve(id, bad), 'PORT_NOT_AVAILABLE', `state ${state}`)
    }
    assert.equal(await reserve(id, await makePort(db)), 'PORT_NOT_AVAILABLE')
    assert.equal((await row(port))['event_id'], null)
  })

  it('a free port found damaged goes to review; one in use keeps its state', async () => {
    const { cto, port } = await free()
    const vno = await makeVno(db)
    const id = await eventAt(cto, vno, { port_id: port.id })
    const report = (one: Port) =>
      withEvent(id, (sql, event) => reportPort(sql, event, one.id, { code: 801, userId: 7 }))
    assert.equal(await reserve(id, port), 'done')
    await report(port)
    const now = await row(port)
    assert.deepEqual([now['state'], now['state_before'], now['vno_id']], [6, 1, null])
    assert.deepEqual([now['ports_free'], now['box']], [0, 4])
    const { at, ...said } = now['problem'] as Record<string, unknown>
    assert.deepEqual(said, { reason: 3, code: 801, reported_by: 7, event_id: id })
    assert.match(String(at), /Z$/)
    const inUse = () => makePort(db, { cto, state: 3, assignment_status: 3 })
    const used = await inUse()
    await report(used)
    assert.deepEqual([(await row(used))['state'], (await row(used))['problem']], [3, null])
    const { port: own } = await makeAssignment(db, { vno, port: await inUse() })
    await report(own)
    const { state, vno_id, problem } = await row(own)
    assert.deepEqual([state, vno_id, (problem as { code: number }).code], [3, vno.id, 801])
  })

  describe('in time', () => {
    const reader = openReader(new SimulatedPlant(db), db)
    const config = readConfig({ HILO_SEED: 'none' })
    const run = (id: number) =>
      reservationJob({ db, reader, plant: reader.plant, config, log: silentLog }, { event_id: id })
    const age = (id: number) =>
      db.owner.query(`update port_claim set expires_at = expires_at - interval '31 min' where event_id = $1`, [id])
    const made = async (over: object = {}) => {
      const { cto, port } = await free()
      const step = { step: 'port_available', status: 'done', done_at: null, started_at: null, active_ms: 0, data: {} }
      const steps = [{ ...step, checks: [], pictures: [], skipped_reason: null }]
      const id = await eventAt(cto, await makeVno(db), { port_id: port.id, steps: JSON.stringify(steps), ...over })
      assert.equal(await reserve(id, port), 'done')
      return { id, port }
    }

    it('an unused port is released and its step must be done again', async () => {
      const { id, port } = await made()
      await run(id)
      assert.equal((await row(port))['state'], 2, 'not yet')
      await age(id)
      await run(id)
      assert.equal((await row(port))['state'], 1)
      const left = `select port_id, steps->0->>'status' as step, error->>'code' as code from event where id = $1`
      const { rows } = await db.owner.query(left, [id])
      assert.deepEqual(rows, [{ port_id: null, step: 'paused', code: 'PORT_RESERVED_EXPIRED' }])
    })

    it('work renews it, and it is not released while the closing is decided', async () => {
      const { id, port } = await made()
      await age(id)
      await inProcess(db, (sql) => renewReservation(sql, id))
      await run(id)
      assert.equal((await row(port))['state'], 2)
      const closing = await made({ process_state: 6 })
      await age(closing.id)
      await run(closing.id)
      assert.equal((await row(closing.port))['state'], 2)
    })
  })

  it('an order’s own promise outlives the intervention', async () => {
    const vno = await makeVno(db)
    const { cto } = await free()
    const port = await makePort(db, { cto, state: 2, assignment_status: 1 })
    const place = { vno_id: vno.id, cto_id: cto.id, port_id: port.id }
    const access_id = await insert(db, 'access', { code: `AC-${unique()}`, ...place, state: 'reservado' })
    await makeAssignment(db, { vno, port, access_id, state: 2, assignment_status: 1 })
    const id = await eventAt(cto, vno, { access_id })
    assert.equal(await reserve(id, port), 'done')
    assert.equal(await release(id), 'done')
    const now = await row(port)
    assert.deepEqual([now['state'], now['assignment_status'], now['vno_id']], [2, 1, vno.id])
  })
})
