/** Watching where times count: short falls, silent OLTs, cases that end; `watch.test.ts` has the rest. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { columnsOf } from '../../test/answers.ts'
import { until, untilTrue } from '../../test/poll.ts'
import { WatchDesk } from '../../test/watch-desk.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { openCase } from '../cases/cases.ts'
import { inProcess } from '../tx.ts'
import { startWatch } from './watch.ts'

describe('watching the neighbours, and its times', async () => {
  const desk = await WatchDesk.open()
  const watch = startWatch(desk.process)
  after(async () => {
    await watch.stop()
    await desk.close()
  })

  it('an OLT is listened to once it has an intervention', async () => {
    const box = await makeNeighbours(desk.db)
    const event = await makeWatching(desk.db, desk.reader, box)
    await desk.listens(box)
    await desk.plant.act(box.cto.id, { action: 'unplug', port: 3 })
    await desk.shows(event, ({ alarms }) => alarms?.[0]?.port === 3 && alarms[0].class === null)
    await desk.plant.act(box.cto.id, { action: 'plug', port: 3 })
    const { alarms } = await desk.shows(event, (row) => row.alarms?.[0]?.up_at != null)
    assert.deepEqual(columnsOf(alarms ?? [], 'port', 'class'), [[3, 'microcorte']])
  })

  it('falls that an OLT could not report are found by reading its boxes', async () => {
    const box = await makeNeighbours(desk.db)
    const event = await makeWatching(desk.db, desk.reader, box)
    await desk.plant.act(box.cto.id, { action: 'olt_down' })
    await desk.plant.act(box.cto.id, { action: 'unplug', port: 2 })
    await sleep(1500)
    await desk.plant.act(box.cto.id, { action: 'olt_up' })
    await desk.shows(event, ({ alarms }) => alarms?.[0]?.port === 2)
  })

  it('falls that the OLT never reports are found by reading the box, however long a step takes', async () => {
    const box = await makeNeighbours(desk.db)
    const touched_at = new Date(Date.now() - 12 * 60_000)
    const event = await makeWatching(desk.db, desk.reader, box, { touched_at })
    await desk.listens(box)
    await desk.db.owner.query(`
      create or replace function lost() returns trigger language plpgsql as 'begin return null; end';
      create trigger lost before insert on plant_alarm for each row execute function lost()`)
    try {
      await desk.plant.act(box.cto.id, { action: 'unplug', port: 2 })
      await desk.shows(event, ({ alarms }) => alarms?.[0]?.port === 2)
    } finally {
      await desk.db.owner.query('drop trigger lost on plant_alarm')
    }
  })

  it('a case that outlives its intervention ends when the light comes back', async () => {
    const box = await makeNeighbours(desk.db)
    const event = await makeWatching(desk.db, desk.reader, box)
    const [portId] = box.ports.map(({ id }) => id)
    assert.ok(portId)
    await desk.plant.act(box.cto.id, { action: 'unplug', port: 1 })
    await desk.shows(event, ({ alarms }) => alarms?.[0]?.port === 1)
    const found = { portId, class: 'desconectado', detectedAt: new Date(), technicalId: null } as const
    await inProcess(desk.db, (sql) => openCase(sql, event, found))
    await desk.db.owner.query('update event set process_state = 5 where id = $1', [event.id])
    await desk.plant.act(box.cto.id, { action: 'plug', port: 1 })
    const ended = `select 1 from neighbour_case where event_id = $1 and state = 'restaurado'`
    await untilTrue(async () => (await desk.rows(ended, [event.id])).length === 1)
    const lit = `${ended} and restored_at is not null and rx_after is not null`
    assert.equal((await desk.rows(lit, [event.id])).length, 1)
  })

  it('while an OLT is silent its alarms may be missing, and that is on record', async () => {
    const box = await makeNeighbours(desk.db)
    await desk.listens(box)
    await sleep(8000)
    const down = await desk.plant.act(box.cto.id, { action: 'olt_down' })
    const gaps = () =>
      desk.rows<{ reason: string; over: boolean; short: boolean }>(
        `select reason, to_at is not null as over, from_at > $2::timestamptz - interval '6 s' as short
         from olt_gap where olt_id = $1`,
        [box.oltId, down],
      )
    const during = await until(gaps, (found) => found.length > 0)
    assert.deepEqual(during, [{ reason: 'silent', over: false, short: true }])
    await desk.plant.act(box.cto.id, { action: 'olt_up' })
    const after = await until(gaps, ([one]) => one?.over === true)
    assert.equal(after.length, 1)
  })
})
