import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../log.ts'
import { openReader, type Reader } from '../../plant/reader.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { startTestDatabase, type TestDatabase } from '../../test/database.ts'
import { patientReads, quickPlant } from '../../test/quick-plant.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { until } from '../../test/poll.ts'
import { openCase } from '../cases/cases.ts'
import type { Alarm } from './live-board.ts'
import { inProcess } from '../tx.ts'
import { startWatch, type Watch } from './watch.ts'

describe('watching the neighbours', () => {
  let server: { db: TestDatabase; plant: SimulatedPlant; reader: Reader }
  let watch: Watch
  before(async () => {
    const db = await startTestDatabase()
    const plant = new SimulatedPlant(db, quickPlant)
    server = { db, plant, reader: openReader(plant, db, patientReads) }
    watch = startWatch({ ...server, config: readConfig({}), log: silentLog })
  })
  after(async () => {
    await watch.stop()
    await server.db.close()
  })

  const rows = async <T>(text: string, values: unknown[]) => (await server.db.owner.query(text, values)).rows as T[]
  const eventRow = async (id: number) => {
    const [row] = await rows<{ alarms: Alarm[] | null }>('select alarms from event where id = $1', [id])
    assert.ok(row)
    return row
  }

  it('an OLT is listened to once it has an intervention', async () => {
    const box = await makeNeighbours(server.db)
    const event = await makeWatching(server.db, server.reader, box)
    await until(
      () => rows('select 1 from olt_lease where olt_id = $1 and expires_at > clock_timestamp()', [box.oltId]),
      (found) => found.length === 1,
    )
    await server.plant.act(box.cto.id, { action: 'unplug', port: 3 })
    await until(
      () => eventRow(event.id),
      ({ alarms }) => alarms?.[0]?.port === 3 && alarms[0].class === null,
    )
    await server.plant.act(box.cto.id, { action: 'plug', port: 3 })
    const { alarms } = await until(
      () => eventRow(event.id),
      (row) => row.alarms?.[0]?.up_at != null,
    )
    assert.deepEqual(
      alarms?.map(({ port, class: one }) => [port, one]),
      [[3, 'microcorte']],
    )
  })

  it('falls that an OLT could not report are found by reading its boxes', async () => {
    const box = await makeNeighbours(server.db)
    const event = await makeWatching(server.db, server.reader, box)
    await server.plant.act(box.cto.id, { action: 'olt_down' })
    await server.plant.act(box.cto.id, { action: 'unplug', port: 2 })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await server.plant.act(box.cto.id, { action: 'olt_up' })
    await until(
      () => eventRow(event.id),
      ({ alarms }) => alarms?.[0]?.port === 2,
    )
  })

  it('falls that the OLT never reports are found by reading the box, however long a step takes', async () => {
    const box = await makeNeighbours(server.db)
    const touched_at = new Date(Date.now() - 12 * 60_000)
    const event = await makeWatching(server.db, server.reader, box, { touched_at })
    await until(
      () => rows('select 1 from olt_lease where olt_id = $1', [box.oltId]),
      (found) => found.length === 1,
    )
    await server.db.owner.query(
      `create or replace function lost() returns trigger language plpgsql as 'begin return null; end'`,
    )
    await server.db.owner.query('create trigger lost before insert on plant_alarm for each row execute function lost()')
    try {
      await server.plant.act(box.cto.id, { action: 'unplug', port: 2 })
      await until(
        () => eventRow(event.id),
        ({ alarms }) => alarms?.[0]?.port === 2,
      )
    } finally {
      await server.db.owner.query('drop trigger lost on plant_alarm')
    }
  })

  it('a fallen tree is found by a sweep', async () => {
    const box = await makeNeighbours(server.db)
    for (let n = 0; n < 2; n++) await makeNeighbours(server.db, { ponId: box.ponId })
    const event = await makeWatching(server.db, server.reader, box)
    await until(
      () => rows('select 1 from olt_lease where olt_id = $1', [box.oltId]),
      (found) => found.length === 1,
    )
    await server.plant.act(box.cto.id, { action: 'unplug' })
    await until(
      () => eventRow(event.id),
      ({ alarms }) => alarms?.length === 4 && alarms.every((one) => one.class === 'no_concluyente'),
    )
  })

  it('a case that outlives its intervention ends when the light comes back', async () => {
    const box = await makeNeighbours(server.db)
    const event = await makeWatching(server.db, server.reader, box)
    const [portId] = box.ports.map(({ id }) => id)
    assert.ok(portId)
    await server.plant.act(box.cto.id, { action: 'unplug', port: 1 })
    await until(
      () => eventRow(event.id),
      ({ alarms }) => alarms?.[0]?.port === 1,
    )
    const found = { portId, class: 'desconectado', detectedAt: new Date() } as const
    await inProcess(server.db, (sql) =>
      openCase(sql, { id: event.id, vno_id: event.vno_id }, { ...found, technicalId: null }),
    )
    await server.db.owner.query('update event set process_state = 5 where id = $1', [event.id])
    await server.plant.act(box.cto.id, { action: 'plug', port: 1 })
    const kept = 'select state, restored_at, rx_after from neighbour_case where event_id = $1'
    const [ended] = await until(
      () => rows<{ state: string; restored_at: Date | null; rx_after: number | null }>(kept, [event.id]),
      ([one]) => one?.state === 'restaurado',
    )
    assert.ok(ended?.restored_at && ended.rx_after !== null)
  })

  it('every OLT is listened to, work or no work, and each of its alarms is written', async () => {
    const boxes = [await makeNeighbours(server.db), await makeNeighbours(server.db)]
    for (const box of boxes) {
      await until(
        () => rows('select 1 from olt_lease where olt_id = $1 and expires_at > clock_timestamp()', [box.oltId]),
        (found) => found.length === 1,
      )
      await server.plant.act(box.cto.id, { action: 'unplug', port: 2 })
      const [alarm] = await until(
        () =>
          rows<{ kind: string; port_id: number }>('select kind, port_id from olt_alarm where cto_id = $1', [
            box.cto.id,
          ]),
        (found) => found.length > 0,
      )
      assert.deepEqual(alarm, { kind: 'los', port_id: box.ports[1]?.id })
    }
  })

  it('while an OLT is silent its alarms may be missing, and that is on record', async () => {
    const box = await makeNeighbours(server.db)
    await until(
      () => rows('select 1 from olt_lease where olt_id = $1', [box.oltId]),
      (found) => found.length === 1,
    )
    await new Promise((resolve) => setTimeout(resolve, 8000))
    const down = await server.plant.act(box.cto.id, { action: 'olt_down' })
    const gaps = () =>
      rows<{ reason: string; over: boolean; short: boolean }>(
        `select reason, to_at is not null as over, from_at > $2::timestamptz - interval '6 s' as short
         from olt_gap where olt_id = $1`,
        [box.oltId, down],
      )
    const during = await until(gaps, (found) => found.length > 0)
    assert.deepEqual(during, [{ reason: 'silent', over: false, short: true }])
    await server.plant.act(box.cto.id, { action: 'olt_up' })
    const after = await until(gaps, ([one]) => one?.over === true)
    assert.equal(after.length, 1)
  })
})
