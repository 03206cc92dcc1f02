/** The other cuts of `lone-cuts.test.ts`: each waits for what a watch finds by itself. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Notification } from '@hilo/contract/notifications.ts'
import type { CutGroup, UncoveredCut } from '@hilo/contract/reports/uncovered-cuts.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno, type Account } from '../../test/factories.ts'
import { openLoneCuts } from '../../test/lone-cuts.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { makeContractor } from '../../test/rights-factories.ts'
import { makeNeighbours, makeWatching, type NeighbourBox } from '../../test/watched-box.ts'
import { until } from '../../test/poll.ts'

const path = 'admin_vno/uncovered_cuts/get'

describe('cuts without an intervention, in every way', async () => {
  // This file has a process of its own, so it may open before its turn.
  const { server, neutral, rows, ask, cutsOf, advance, heard, weighed, pull, close } = await openLoneCuts()
  after(close)

  it('a cut without an alarm of its return ends with the reading that finds the light', async () => {
    const box = await makeNeighbours(server.db)
    await pull(box, 2, 1)
    assert.equal((await cutsOf(box))[0]?.state, 'sin_luz')
    await advance(60)
    const [{ at }] = (await rows<{ at: Date }>(
      `update port set optical_state = 'online', read_at = app_now() where id = $1 returning read_at as at`,
      [box.ports[1]?.id],
    )) as [{ at: Date }]
    const [back] = await until(
      () => cutsOf(box),
      ([one]) => one?.state === 'recuperado',
    )
    assert.equal(Date.parse(back?.restored_at ?? ''), at.getTime())
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
    await heard(off, 1)
    await heard(whole, 4)
    await heard(worked, 1)
    await heard(storm, 1)
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
    const [{ at }] = (await rows<{ at: Date }>('select app_now() as at', [])) as [{ at: Date }]
    const opened = {
      technician,
      cto: box.cto,
      contractor_id: contractor,
      created_at: at,
      process_state: 5,
      finished_at: at,
    }
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
    const [{ at: late }] = (await rows<{ at: Date }>('select app_now() as at', [])) as [{ at: Date }]
    await makeEvent(server.db, { technician, cto: later.cto, created_at: late })
    assert.equal((await cutsOf(later))[0]?.link, null)
  })

  it('the technician of a reading, phone position or order there is named, unless another one was as near', async () => {
    const technician = await makeTechnician(server.db)
    const other = await makeTechnician(server.db)
    const now = async () => (await rows<{ at: Date }>('select app_now() as at', []))[0]?.at ?? new Date()
    const order = async (box: NeighbourBox, by: Account, hours: number) => {
      const from = new Date((await now()).getTime() + hours * 3_600_000)
      const to = new Date(from.getTime() + 3_600_000)
      await makeOrder(server.db, {
        vno: { id: by.vno_id ?? 0 },
        cto_id: box.cto.id,
        assigned_technical_id: by.id,
        state: 'asignada',
        appointment_from: from,
        appointment_to: to,
      })
    }
    const said = async (box: NeighbourBox) => {
      await pull(box, 1, 1)
      const [cut] = await cutsOf(box)
      return [cut?.link, cut?.technical?.id]
    }
    const ordered = await makeNeighbours(server.db)
    await order(ordered, technician, 0)
    assert.deepEqual(await said(ordered), ['orden', technician.id])
    const both = await makeNeighbours(server.db)
    await order(both, technician, 0)
    await order(both, other, 0)
    assert.deepEqual(await said(both), ['orden', undefined])
    const read = await makeNeighbours(server.db)
    await order(read, other, 0)
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
    const [{ at }] = (await rows<{ at: Date }>('select app_now() as at', [])) as [{ at: Date }]
    const event = await makeEvent(server.db, { technician: stranger, cto: box.cto, created_at: at })
    const owner = await makeAdmin(server.db, { vno: box.owner })
    const own = await ask<{ records: UncoveredCut[] }>(owner, path, {})
    assert.deepEqual(
      own.records.map(({ port, link, event: named, technical, vno_worker }) => [
        port,
        link,
        named,
        technical,
        vno_worker,
      ]),
      [[3, null, null, null, null]],
    )
    assert.ok(!own.text.includes('CANARIO-TECNICO') && !own.text.includes(event.code))
    for (const filter of [{ link: 'intervencion' }, { technical_id: stranger.id }, { event_id: event.id }])
      assert.deepEqual((await ask<{ records: unknown[] }>(owner, path, { filter })).records, [], JSON.stringify(filter))
    const foreign = await makeAdmin(server.db, { vno: await makeVno(server.db) })
    assert.deepEqual((await ask<{ records: unknown[] }>(foreign, path, {})).records, [])
    assert.deepEqual(
      (await cutsOf(box)).map(({ technical }) => technical?.id),
      [stranger.id],
    )
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
    const { groups, cuts } = await ask<{ groups: CutGroup[]; cuts: number }>(neutral, call, period)
    assert.equal(cuts, 2)
    assert.deepEqual(
      groups.map((one) => [one.cto.id, one.contractor, one.cuts, one.ports, one.dark]),
      [[box.cto.id, null, 2, 2, 2]],
    )
    assert.equal(new Date(groups[0]?.week_from ?? '').getUTCDay(), 1)
    const session = await makeSession(server.db, neutral)
    const refused = await server.call(call, { from: day(2), to: day(0) }, { session })
    assert.equal(refused.status, 422)
  })

  it('from the third cut of a box within seven days the neutral operator is notified, once an hour', async () => {
    const box = await makeNeighbours(server.db, { count: 8 })
    const told = async () =>
      (await ask<{ records: Notification[] }>(neutral, 'admin_vno/notifications/get', {})).records.filter(
        ({ link }) => link?.id === box.cto.id,
      )
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
