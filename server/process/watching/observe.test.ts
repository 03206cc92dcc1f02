import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeTechnician, makeVno } from '../../test/factories.ts'
import { WatchDesk } from '../../test/watch-desk.ts'
import { makeAlarm, makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { openCase } from '../cases/cases.ts'
import { lockEvent } from '../event-row.ts'
import { leaseCursor } from './lease.ts'

describe('effects of alarms on an intervention', async () => {
  const desk = closedAfter(await WatchDesk.open())

  it('a batch is stored once: ports, intervention, stream and cursor together', async () => {
    const { box, event, lease, began } = await desk.watched()
    const before = await desk.board(event.id)
    const batch = [makeAlarm(box, 2, 'los', began)]
    await desk.store(lease, batch)
    const after = await desk.board(event.id)
    assert.equal(after.version, before.version + 1)
    assert.deepEqual(
      after.alarms?.map(({ port, own, class: one, gasp }) => [port, own, one, gasp]),
      [[2, false, null, false]],
    )
    const item = after.items.find(({ port }) => port === 2)
    assert.deepEqual([item?.state, item?.light], ['los', 'dark'])
    assert.equal(after.touched_at?.getTime(), began)
    assert.equal(await leaseCursor(desk.db, lease), batch[0]?.cursor)
    const [change] = await desk.rows<{ version: number; technical_id: number }>(
      `select version, technical_id from change_log where area = 'events' and record_id = $1 order by id desc limit 1`,
      [event.id],
    )
    assert.deepEqual(change, { version: after.version, technical_id: event.technician.id })
    await desk.store(lease, batch)
    assert.deepEqual(await desk.board(event.id), after, 'told again it changes nothing')
  })

  it('a batch that fails stores nothing', async () => {
    const { box, event, lease, began } = await desk.watched()
    const before = await desk.board(event.id)
    const beyond = { ...makeAlarm(box, 2, 'los', began), cursor: 2 ** 70 }
    await assert.rejects(desk.store(lease, [makeAlarm(box, 1, 'los', began), beyond]))
    assert.deepEqual(await desk.board(event.id), before)
    assert.equal(await leaseCursor(desk.db, lease), 0)
  })

  it('a short and a long cut differ, and a customer who switches off is not blamed', async () => {
    const { box, event, lease, began } = await desk.watched()
    // More than 7 s apart: most of a box within that is a cut of its feeder.
    await desk.store(lease, [
      makeAlarm(box, 1, 'los', began),
      makeAlarm(box, 2, 'los', began + 10_000),
      makeAlarm(box, 3, 'los', began + 20_000),
      makeAlarm(box, 3, 'dying_gasp', began + 20_900),
      makeAlarm(box, 1, 'up', began + 19_000),
    ])
    await desk.store(lease, [makeAlarm(box, 2, 'up', began + 75_000), makeAlarm(box, 3, 'up', began + 110_000)])
    const { alarms } = await desk.board(event.id)
    assert.deepEqual(
      alarms?.map(({ port, class: one, cut_s }) => [port, one, cut_s]),
      [
        [1, 'microcorte', 19],
        [2, 'corte_recuperado', 65],
        [3, 'apagado', 90],
      ],
    )
    assert.deepEqual(await desk.cases(event.id), [])
  })

  it('two interventions in one box each see its events', async () => {
    const { box, event, lease, began } = await desk.watched()
    const other = await makeWatching(desk.db, desk.reader, box)
    await desk.store(lease, [makeAlarm(box, 4, 'los', began + 500)])
    for (const { id } of [event, other])
      assert.deepEqual(
        (await desk.board(id)).alarms?.map(({ port }) => port),
        [4],
      )
  })

  it('an intervention that is closed hears no more', async () => {
    const { box, event, lease, began } = await desk.watched()
    await desk.db.owner.query('update event set process_state = 5 where id = $1', [event.id])
    await desk.store(lease, [makeAlarm(box, 1, 'los', began)])
    assert.equal((await desk.board(event.id)).alarms, null)
  })

  it('the customer of the work is never harm', async () => {
    const { box, event, lease, began } = await desk.watched()
    await desk.db.owner.query('update event_neighbour set worked = true where event_id = $1 and access_id = $2', [
      event.id,
      box.accesses[0]?.id,
    ])
    await desk.store(lease, [makeAlarm(box, 1, 'los', began)])
    const row = await desk.board(event.id)
    assert.deepEqual([row.alarms, row.items[0]?.state], [[], 'los'])
    await desk.escalate(event.id, { id: box.ports[0]?.id ?? 0 }, 'operators')
    assert.deepEqual(await desk.cases(event.id), [])
  })

  it('after two minutes both operators are notified, each of its own part; then the neutral one, then the limit expires', async () => {
    const { box, event, lease, began } = await desk.watched()
    const port = box.ports[1]
    assert.ok(port)
    const down = began - 125_000
    await desk.db.owner.query(
      `update neighbour_snapshot set taken_at = taken_at - interval '1 hour',
         items = (select jsonb_agg(i || '{"read_at": null}') from jsonb_array_elements(items::jsonb) i) where event_id = $1`,
      [event.id],
    )
    await desk.store(lease, [makeAlarm(box, 2, 'los', down)])
    const [job] = await desk.rows<{ run_at: Date }>('select run_at from graphile_worker._private_jobs where key = $1', [
      `escalate:${event.id}:${port.id}:operators`,
    ])
    assert.ok(
      job && Math.abs(job.run_at.getTime() - (down + 120_000)) < 2000,
      'the notice is due two minutes after the cut',
    )
    await desk.escalate(event.id, port, 'operators')
    await desk.escalate(event.id, port, 'operators')
    assert.deepEqual(
      (await desk.cases(event.id)).map(({ state, port: number }) => [state, number]),
      [['abierto', 2]],
    )
    const told = await desk.notices(event.id)
    assert.deepEqual(
      told.map(({ kind, vno_id, technical_id }) => [kind, vno_id, technical_id]),
      [
        ['neighbour_dark', event.vno_id, null],
        ['neighbour_dark', box.owner.id, null],
      ],
    )
    const [worker, victim] = told.map(({ payload }) => JSON.stringify(payload))
    assert.ok(!worker?.includes('CANARIO') && worker?.includes(event.code))
    assert.ok(victim?.includes(box.accesses[1]?.code ?? '?') && !victim.includes(event.code))
    assert.ok(!victim?.includes(event.technician.name))
    await desk.escalate(event.id, port, 'neutral')
    await desk.escalate(event.id, port, 'sla')
    await desk.escalate(event.id, port, 'sla')
    const [one] = await desk.cases(event.id)
    assert.equal(one?.state, 'escalado')
    assert.deepEqual([...new Set(one?.notified.map(({ stage }) => stage))], ['t0', 'operators', 'neutral', 'sla'])
    assert.deepEqual(
      (await desk.notices(event.id)).slice(2).map(({ kind, vno_id, technical_id }) => [kind, vno_id, technical_id]),
      [
        ['neighbour_dark_long', null, null],
        ['neighbour_dark_long', event.vno_id, event.technician.id],
        ['neighbour_escalated', event.vno_id, null],
        ['neighbour_escalated', box.owner.id, null],
        ['neighbour_escalated', null, null],
      ],
    )
  })

  it('when the light is back those notified before are notified, and no others', async () => {
    const { box, event, lease, began } = await desk.watched()
    const port = box.ports[0]
    assert.ok(port)
    await desk.store(lease, [makeAlarm(box, 1, 'los', began)])
    await desk.escalate(event.id, port, 'operators')
    await desk.store(lease, [makeAlarm(box, 1, 'up', began + 150_000)])
    const [one] = await desk.cases(event.id)
    assert.deepEqual([one?.state, one?.cut_s], ['restaurado', 150])
    const back = (await desk.notices(event.id)).filter(({ kind }) => kind === 'neighbour_restored')
    assert.deepEqual(
      back.map(({ vno_id }) => vno_id),
      [event.vno_id, box.owner.id],
    )
    await desk.escalate(event.id, port, 'neutral')
    assert.equal((await desk.notices(event.id)).length, 4)
  })

  it('a stage that comes after the light is back notifies no one', async () => {
    const { box, event, lease, began } = await desk.watched()
    await desk.store(lease, [makeAlarm(box, 1, 'los', began), makeAlarm(box, 1, 'up', began + 30_000)])
    await desk.escalate(event.id, { id: box.ports[0]?.id ?? 0 }, 'operators')
    assert.deepEqual([await desk.cases(event.id), await desk.notices(event.id)], [[], []])
  })

  it('an operator that is both owner and worker is notified once, with its customer’s code; a case is opened once', async () => {
    const owner = await makeVno(desk.db)
    const box = await makeNeighbours(desk.db, { owner })
    const technician = await makeTechnician(desk.db, { vno: owner })
    const event = await makeWatching(desk.db, desk.reader, box, { technician })
    const found = { portId: box.ports[0]?.id ?? 0, class: 'movido' as const, detectedAt: new Date() }
    for (let n = 0; n < 2; n++) {
      await inProcess(desk.db, async (sql) => {
        const row = await lockEvent(sql, event.id)
        assert.ok(row)
        await openCase(sql, row, { ...found, technicalId: row.technical_id })
      })
    }
    assert.equal((await desk.cases(event.id)).length, 1)
    assert.deepEqual(
      (await desk.notices(event.id)).map(({ vno_id }) => vno_id),
      [owner.id],
    )
    await desk.escalate(event.id, { id: found.portId }, 'neutral')
    const told = await desk.notices(event.id)
    const says = (vno: number | null) => JSON.stringify(told.filter(({ vno_id }) => vno_id === vno))
    const code = box.accesses[0]?.code ?? '?'
    assert.deepEqual([says(owner.id).includes(code), says(null).includes(code)], [true, false])
  })
})
