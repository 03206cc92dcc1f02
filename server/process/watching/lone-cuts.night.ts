/** The other cuts of `lone-cuts.test.ts`: each waits for what a watch finds by itself. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, type Account } from '../../test/factories.ts'
import { openLoneCuts } from '../../test/lone-cuts.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { makeContractor } from '../../test/rights-factories.ts'
import { makeNeighbours, makeWatching, type NeighbourBox } from '../../test/watched-box.ts'
import { untilTrue } from '../../test/poll.ts'

const path = 'admin_vno/uncovered_cuts/get'

describe('cuts without an intervention, in every way', async () => {
  // This file has a process of its own, so it may open before its turn.
  const cuts = closedAfter(await openLoneCuts())
  const { server, neutral, rows, ask, cutsOf, now, advance, heard, weighed, pull } = cuts

  it('a cut without an alarm of its return ends with the reading that finds the light', async () => {
    const box = await makeNeighbours(server.db)
    await pull(box, 2, 1)
    assert.equal((await cutsOf(box))[0]?.state, 'sin_luz')
    await advance(60)
    const lit = `update port set optical_state = 'online', read_at = app_now() where id = $1 returning read_at as at`
    const [read] = await rows<{ at: Date }>(lit, [box.ports[1]?.id])
    await untilTrue(async () => (await cutsOf(box))[0]?.state === 'recuperado')
    assert.equal((await cutsOf(box))[0]?.restored_at, read?.at.toISOString())
  })

  it('no cut is stored for a switch-off, a fallen box or tree, a storm, or a box with open work', async () => {
    const off = await makeNeighbours(server.db)
    await server.plant.act(off.cto.id, { action: 'power_off', port: 1 })
    const whole = await makeNeighbours(server.db)
    await server.plant.act(whole.cto.id, { action: 'unplug' })
    const worked = await makeNeighbours(server.db)
    await makeWatching(server.db, server.reader, worked, { created_at: new Date(Date.now() - 60_000) })
    await server.plant.act(worked.cto.id, { action: 'unplug', port: 1 })
    const storm = await makeNeighbours(server.db)
    await rows(
      `insert into olt_gap (olt_id, from_at, to_at, reason) values ($1, app_now() - interval '1 s', app_now() + interval '9 s', 'storm')`,
      [storm.oltId],
    )
    await server.plant.act(storm.cto.id, { action: 'unplug', port: 1 })
    for (const [box, count] of [[off, 1], [whole, 4], [worked, 1], [storm, 1]] as const) await heard(box, count) // prettier-ignore
    await advance(15)
    for (const box of [off, whole, worked, storm]) {
      await weighed(box)
      assert.deepEqual(await cutsOf(box), [])
    }
  })

  it('an intervention that opens within half an hour after names the technician, a later one does not', async () => {
    const box = await makeNeighbours(server.db)
    const contractor = await makeContractor(server.db, box.owner, { name: 'Fibras del Turia' })
    const technician = await makeTechnician(server.db, { vno: box.owner })
    await pull(box, 1, 1)
    await advance(28 * 60)
    const at = await now()
    const times = { created_at: at, process_state: 5, finished_at: at }
    const opened = { technician, cto: box.cto, contractor_id: contractor, ...times }
    const event = await makeEvent(server.db, opened)
    await makeEvent(server.db, { ...opened, technician: await makeTechnician(server.db) })
    const [cut] = await cutsOf(box)
    assert.deepEqual(
      [cut?.link, cut?.event?.code, cut?.technical?.id, cut?.contractor?.name, cut?.vno_worker?.id],
      ['intervencion', event.code, technician.id, 'Fibras del Turia', box.owner.id],
    )
    const later = await makeNeighbours(server.db)
    await pull(later, 1, 1)
    await advance(31 * 60)
    await makeEvent(server.db, { technician, cto: later.cto, created_at: await now() })
    assert.equal((await cutsOf(later))[0]?.link, null)
  })

  it('the technician of a reading, phone position or order there is named, unless another one was as near', async () => {
    const technician = await makeTechnician(server.db)
    const other = await makeTechnician(server.db)
    const order = async (box: NeighbourBox, by: Account) => {
      const from = await now()
      const appointment = { appointment_from: from, appointment_to: new Date(from.getTime() + 3_600_000) }
      const assigned = { assigned_technical_id: by.id, state: 'asignada', ...appointment }
      await makeOrder(server.db, { vno: { id: by.vno_id ?? 0 }, cto_id: box.cto.id, ...assigned })
    }
    const said = async (box: NeighbourBox) => {
      await pull(box, 1, 1)
      const [cut] = await cutsOf(box)
      return [cut?.link, cut?.technical?.id]
    }
    const ordered = await makeNeighbours(server.db)
    await order(ordered, technician)
    assert.deepEqual(await said(ordered), ['orden', technician.id])
    const both = await makeNeighbours(server.db)
    for (const by of [technician, other]) await order(both, by)
    assert.deepEqual(await said(both), ['orden', undefined])
    const read = await makeNeighbours(server.db)
    await order(read, other)
    await rows(
      `insert into prepared_reading (vno_id, technical_id, cto_id, taken_at, source, complete_pct, readings)
       values ($1, $2, $3, app_now() - interval '20 minutes', 'olt', 100, '[]')`,
      [technician.vno_id, technician.id, read.cto.id],
    )
    assert.deepEqual(await said(read), ['lectura', technician.id])
    const near = await makeNeighbours(server.db)
    const beside = await makeNeighbours(server.db)
    await rows('update cto set lat = 39.4701, lon = -0.3802 where id = $1', [near.cto.id])
    await rows('update cto set lat = 39.4704, lon = -0.3805 where id = $1', [beside.cto.id])
    const at = await now()
    const step = { step: 'initial', data: { position: { lat: 39.4702, lon: -0.3803 } }, done_at: at.toISOString() }
    await makeEvent(server.db, { technician, cto: beside.cto, created_at: at, steps: JSON.stringify([step]) })
    assert.deepEqual(await said(near), ['posicion', technician.id])
  })

  it('an operator sees the cuts of its own customers, and no technician of another operator', async () => {
    const box = await makeNeighbours(server.db)
    const stranger = await makeTechnician(server.db, { name: 'CANARIO-TECNICO' })
    await pull(box, 3, 1)
    const event = await makeEvent(server.db, { technician: stranger, cto: box.cto, created_at: await now() })
    const owner = await makeAdmin(server.db, { vno: box.owner })
    const own = await ask(owner, path, {})
    const shown = columnsOf(own.records, 'port', 'link', 'event', 'technical', 'vno_worker')
    assert.deepEqual(shown, [[3, null, null, null, null]])
    assert.doesNotMatch(JSON.stringify(own), new RegExp(`CANARIO-TECNICO|${event.code}`))
    for (const filter of [{ link: 'intervencion' }, { technical_id: stranger.id }, { event_id: event.id }])
      assert.deepEqual((await ask(owner, path, { filter })).records, [], JSON.stringify(filter))
    assert.deepEqual((await ask(await makeAdmin(server.db), path, {})).records, [])
    const technicians = (await cutsOf(box)).map(({ technical }) => technical?.id)
    assert.deepEqual(technicians, [stranger.id])
  })

  it('the report counts by box, contractor and week', async () => {
    const box = await makeNeighbours(server.db)
    // Both cuts are of one week.
    const week = (later: string) => `date_trunc('week', (app_now() + interval '${later}') at time zone 'Europe/Madrid')`
    await rows(`update demo_clock set offset_s = offset_s + 600 where ${week('0 s')} <> ${week('10 minutes')}`, [])
    await pull(box, 1, 1)
    await pull(box, 2, 2)
    const at = (await cutsOf(box))[0]?.at.slice(0, 10) ?? ''
    const day = (moved: number) => new Date(Date.parse(at) + moved * 86_400_000).toISOString().slice(0, 10)
    const period = { from: day(-7), to: day(2), cto_id: box.cto.id }
    const call = 'admin_vno/uncovered_cuts/report'
    const { groups, cuts: count } = await ask(neutral, call, period)
    assert.equal(count, 2)
    assert.deepEqual(columnsOf(groups, 'contractor', 'cuts', 'ports', 'dark'), [[null, 2, 2, 2]])
    assert.equal(groups[0]?.cto.id, box.cto.id)
    assert.equal(new Date(groups[0].week_from).getUTCDay(), 1)
    const session = await makeSession(server.db, neutral)
    const refused = await server.call(call, { from: day(2), to: day(0) }, { session })
    assert.equal(refused.status, 422)
  })

  it('from the third cut of a box within seven days the neutral operator is notified, once an hour', async () => {
    const box = await makeNeighbours(server.db, { count: 8 })
    const told = async () => {
      const { records } = await ask(neutral, 'admin_vno/notifications/get', {})
      return records.filter(({ link }) => link?.id === box.cto.id)
    }
    await pull(box, 1, 1)
    await pull(box, 2, 2)
    assert.equal((await told()).length, 0)
    await pull(box, 3, 3)
    const [notice, ...more] = await told()
    assert.equal(more.length, 0)
    assert.match(notice?.text ?? '', /3 cortes/)
    await pull(box, 4, 4)
    assert.equal((await told()).length, 1)
    await advance(3700)
    await pull(box, 5, 5)
    assert.equal((await told()).length, 2)
  })
})
