import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Event } from '@hilo/contract/events.ts'
import { inProcess } from '../../db/in-process.ts'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../log.ts'
import type { PlantAlarm } from '../../plant/plant.ts'
import { openReader, type Reader } from '../../plant/reader.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestDatabase, type TestDatabase } from '../../test/database.ts'
import { quickPlant } from '../../test/quick-plant.ts'
import { keepInInbox, makeAlarm, makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { caseTasks, openCase } from '../cases/cases.ts'
import { acquit, suspects } from '../judging/tree-outage.ts'
import { leaseCursor, takeLease, type Lease } from './lease.ts'
import { lockEvent } from '../event-row.ts'
import { storeAlarms } from './observe.ts'
import type { Process } from '../process.ts'

type Alarms = NonNullable<Event['neighbours']['alarms']>
interface Row {
  version: number
  alarms: Alarms | null
  items: { port: number; state: string; light: string; rx_dbm: number | null }[]
  touched_at: Date | null
}

describe('what alarms do to an intervention', () => {
  let server: { db: TestDatabase; plant: SimulatedPlant; reader: Reader }
  let process: Process
  before(async () => {
    const db = await startTestDatabase()
    const plant = new SimulatedPlant(db, quickPlant)
    const reader = openReader(plant, db)
    server = { db, plant, reader }
    process = { ...server, config: readConfig({}), log: silentLog }
  })
  after(() => server.db.close())

  const rows = async <T>(text: string, values: unknown[]) => (await server.db.owner.query(text, values)).rows as T[]
  const eventRow = async (id: number) => {
    const [row] = await rows<Row>(
      'select version, alarms, neighbour_items as items, touched_at from event where id = $1',
      [id],
    )
    assert.ok(row)
    return row
  }
  const notices = (eventId: number) =>
    rows<{ kind: string; vno_id: number | null; technical_id: number | null; payload: object }>(
      'select kind, vno_id, technical_id, payload from notification where event_id = $1 order by id',
      [eventId],
    )
  const cases = (eventId: number) =>
    rows<{ state: string; port: number; cut_s: number | null; rx_after: number | null; notified: { stage: string }[] }>(
      'select state, port, cut_s, rx_after, notified from neighbour_case where event_id = $1 order by id',
      [eventId],
    )
  const escalate = async (eventId: number, port: { id: number }, stage: string) => {
    const run = caseTasks(process)['process.escalate']
    assert.ok(run)
    await run({ event_id: eventId, port_id: port.id, stage }, undefined as never)
  }
  /** A box with somebody working in it, and the right to store its alarms. */
  const bench = async (count = 4) => {
    const box = await makeNeighbours(server.db, { count })
    const event = await makeWatching(server.db, server.reader, box)
    const lease = await takeLease(server.db, box.oltId, 'test')
    assert.ok(lease)
    await server.db.owner.query(`update olt_lease set expires_at = 'infinity' where olt_id = $1`, [box.oltId])
    return { box, event, lease, began: Date.now() + 10 }
  }
  const store = (lease: Lease, alarms: PlantAlarm[]) =>
    server.db.owner
      .query(`update olt_lease set expires_at = clock_timestamp() + interval '1 minute' where olt_id = $1`, [
        lease.oltId,
      ])
      .then(() => keepInInbox(server.db, alarms))
      .then(() => storeAlarms(server.db, lease, alarms))

  it('a batch is stored once: ports, intervention, stream and cursor together', async () => {
    const { box, event, lease, began } = await bench()
    const before = await eventRow(event.id)
    const batch = [makeAlarm(box, 2, 'los', began)]
    await store(lease, batch)
    const after = await eventRow(event.id)
    assert.equal(after.version, before.version + 1)
    assert.deepEqual(
      after.alarms?.map(({ port, own, class: one, gasp }) => [port, own, one, gasp]),
      [[2, false, null, false]],
    )
    const item = after.items.find(({ port }) => port === 2)
    assert.deepEqual([item?.state, item?.light], ['los', 'dark'])
    assert.equal(after.touched_at?.getTime(), began)
    assert.equal(await leaseCursor(server.db, lease), batch[0]?.cursor)
    const [change] = await rows<{ version: number; technical_id: number }>(
      `select version, technical_id from change_log where area = 'events' and record_id = $1 order by id desc limit 1`,
      [event.id],
    )
    assert.deepEqual(change, { version: after.version, technical_id: event.technician.id })
    await store(lease, batch)
    assert.deepEqual(await eventRow(event.id), after, 'told again it changes nothing')
  })

  it('nothing of a batch is kept when it fails', async () => {
    const { box, event, lease, began } = await bench()
    const before = await eventRow(event.id)
    const beyond = { ...makeAlarm(box, 2, 'los', began), cursor: 2 ** 70 }
    await assert.rejects(store(lease, [makeAlarm(box, 1, 'los', began), beyond]))
    assert.deepEqual(await eventRow(event.id), before)
    assert.equal(await leaseCursor(server.db, lease), 0)
  })

  it('a short cut and a long one are told apart, and a customer who switches off is not blamed', async () => {
    const { box, event, lease, began } = await bench()
    await store(lease, [
      makeAlarm(box, 1, 'los', began),
      makeAlarm(box, 2, 'los', began),
      makeAlarm(box, 3, 'los', began),
      makeAlarm(box, 3, 'dying_gasp', began + 900),
      makeAlarm(box, 1, 'up', began + 19_000),
    ])
    await store(lease, [makeAlarm(box, 2, 'up', began + 65_000), makeAlarm(box, 3, 'up', began + 90_000)])
    const { alarms } = await eventRow(event.id)
    assert.deepEqual(
      alarms?.map(({ port, class: one, cut_s }) => [port, one, cut_s]),
      [
        [1, 'microcorte', 19],
        [2, 'corte_recuperado', 65],
        [3, 'apagado', 90],
      ],
    )
    assert.deepEqual(await cases(event.id), [])
  })

  it('two interventions in one box each see what happens in it', async () => {
    const { box, event, lease, began } = await bench()
    const other = await makeWatching(server.db, server.reader, box)
    await store(lease, [makeAlarm(box, 4, 'los', began + 500)])
    for (const { id } of [event, other])
      assert.deepEqual(
        (await eventRow(id)).alarms?.map(({ port }) => port),
        [4],
      )
  })

  it('an intervention that is closed hears no more', async () => {
    const { box, event, lease, began } = await bench()
    await server.db.owner.query('update event set process_state = 5 where id = $1', [event.id])
    await store(lease, [makeAlarm(box, 1, 'los', began)])
    assert.equal((await eventRow(event.id)).alarms, null)
  })

  it('the customer whom the work is for is nobody’s harm', async () => {
    const { box, event, lease, began } = await bench()
    await server.db.owner.query('update event_neighbour set worked = true where event_id = $1 and access_id = $2', [
      event.id,
      box.accesses[0]?.id,
    ])
    await store(lease, [makeAlarm(box, 1, 'los', began)])
    const row = await eventRow(event.id)
    assert.deepEqual([row.alarms, row.items[0]?.state], [[], 'los'])
    await escalate(event.id, { id: box.ports[0]?.id ?? 0 }, 'operators')
    assert.deepEqual(await cases(event.id), [])
  })

  it('after two minutes both operators are told, each of what is his; then the neutral one, then the limit is over', async () => {
    const { box, event, lease, began } = await bench()
    const port = box.ports[1]
    assert.ok(port)
    const down = began - 125_000
    await server.db.owner.query(
      `update neighbour_snapshot set taken_at = taken_at - interval '1 hour',
         items = (select jsonb_agg(i || '{"read_at": null}') from jsonb_array_elements(items::jsonb) i) where event_id = $1`,
      [event.id],
    )
    await store(lease, [makeAlarm(box, 2, 'los', down)])
    const [job] = await rows<{ run_at: Date }>('select run_at from graphile_worker._private_jobs where key = $1', [
      `escalate:${event.id}:${port.id}:operators`,
    ])
    assert.ok(
      job && Math.abs(job.run_at.getTime() - (down + 120_000)) < 2000,
      'the notice is due two minutes after the cut',
    )
    await escalate(event.id, port, 'operators')
    await escalate(event.id, port, 'operators')
    assert.deepEqual(
      (await cases(event.id)).map(({ state, port: number }) => [state, number]),
      [['abierto', 2]],
    )
    const told = await notices(event.id)
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
    await escalate(event.id, port, 'neutral')
    await escalate(event.id, port, 'sla')
    await escalate(event.id, port, 'sla')
    const [one] = await cases(event.id)
    assert.equal(one?.state, 'escalado')
    assert.deepEqual([...new Set(one?.notified.map(({ stage }) => stage))], ['t0', 'operators', 'neutral', 'sla'])
    assert.deepEqual(
      (await notices(event.id)).slice(2).map(({ kind, vno_id, technical_id }) => [kind, vno_id, technical_id]),
      [
        ['neighbour_dark_long', null, null],
        ['neighbour_dark_long', event.vno_id, event.technician.id],
        ['neighbour_escalated', event.vno_id, null],
        ['neighbour_escalated', box.owner.id, null],
        ['neighbour_escalated', null, null],
      ],
    )
  })

  it('when the light is back whoever was told hears it, and nobody else', async () => {
    const { box, event, lease, began } = await bench()
    const port = box.ports[0]
    assert.ok(port)
    await store(lease, [makeAlarm(box, 1, 'los', began)])
    await escalate(event.id, port, 'operators')
    await store(lease, [makeAlarm(box, 1, 'up', began + 150_000)])
    const [one] = await cases(event.id)
    assert.deepEqual([one?.state, one?.cut_s], ['restaurado', 150])
    const back = (await notices(event.id)).filter(({ kind }) => kind === 'neighbour_restored')
    assert.deepEqual(
      back.map(({ vno_id }) => vno_id),
      [event.vno_id, box.owner.id],
    )
    await escalate(event.id, port, 'neutral')
    assert.equal((await notices(event.id)).length, 4)
  })

  it('a notice that comes after the light is back tells nobody', async () => {
    const { box, event, lease, began } = await bench()
    await store(lease, [makeAlarm(box, 1, 'los', began), makeAlarm(box, 1, 'up', began + 30_000)])
    await escalate(event.id, { id: box.ports[0]?.id ?? 0 }, 'operators')
    assert.deepEqual([await cases(event.id), await notices(event.id)], [[], []])
  })

  it('an operator who is victim and worker is told once, with his customer’s code; a case is opened once', async () => {
    const owner = await makeVno(server.db)
    const box = await makeNeighbours(server.db, { owner })
    const technician = await makeTechnician(server.db, { vno: owner })
    const event = await makeWatching(server.db, server.reader, box, { technician })
    const found = { portId: box.ports[0]?.id ?? 0, class: 'movido' as const, detectedAt: new Date() }
    for (let n = 0; n < 2; n++) {
      await inProcess(server.db, async (sql) => {
        const row = await lockEvent(sql, event.id)
        assert.ok(row)
        await openCase(sql, row, { ...found, technicalId: row.technical_id })
      })
    }
    assert.equal((await cases(event.id)).length, 1)
    assert.deepEqual(
      (await notices(event.id)).map(({ vno_id }) => vno_id),
      [owner.id],
    )
    await escalate(event.id, { id: found.portId }, 'neutral')
    const told = await notices(event.id)
    const says = (vno: number | null) => JSON.stringify(told.filter(({ vno_id }) => vno_id === vno))
    const code = box.accesses[0]?.code ?? '?'
    assert.deepEqual([says(owner.id).includes(code), says(null).includes(code)], [true, false])
  })

  it('a tree that falls accuses nobody and is told once', async () => {
    const { box, event, lease } = await bench(6)
    for (let n = 0; n < 2; n++) await makeNeighbours(server.db, { ponId: box.ponId })
    const second = await makeWatching(server.db, server.reader, box)
    await server.plant.act(box.cto.id, { action: 'unplug' })
    const at = Date.now()
    // The alarms of one fall come apart: the last one is as little anybody's fault.
    for (const ports of [[1, 2, 3, 4, 5], [6]]) {
      const alarms = ports.map((port) => makeAlarm(box, port, 'los', at))
      await store(lease, alarms)
      const found = await suspects(server.db, [box.cto.id])
      assert.deepEqual(found.map(({ online, dropped }) => [online, dropped]), [[6, ports.at(-1)]]) // prettier-ignore
      for (let n = 0; n < 2; n++) await acquit(server.db, lease, found)
    }
    for (const { id } of [event, second]) {
      const { alarms } = await eventRow(id)
      assert.deepEqual([...new Set(alarms?.map((one) => one.class))], ['no_concluyente'])
      assert.ok(alarms?.every(({ notice_at }) => notice_at === null))
    }
    assert.deepEqual(await suspects(server.db, [box.cto.id]), [])
    await escalate(event.id, { id: box.ports[0]?.id ?? 0 }, 'operators')
    assert.deepEqual(await cases(event.id), [])
    const pon = await rows(
      'select 1 from notification where vno_id is null and case_id is null and event_id is null',
      [],
    )
    assert.equal(pon.length, 1)
  })
})
