/** Real server processes on one database: whatever happens to the listening one, each alarm counts once. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../log.ts'
import { openReader } from '../../plant/reader.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { startTestDatabase } from '../../test/database.ts'
import { patientReads } from '../../test/quick-plant.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from '../../test/server-process.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'
import { until, untilTrue } from '../../test/poll.ts'
import type { Alarm } from './live-board.ts'
import { startWatch } from './watch.ts'

describe('two processes, one listener', async () => {
  const running = new Set<ServerProcess>()
  const db = await startTestDatabase()
  const plant = new SimulatedPlant(db)
  const reader = openReader(plant, db, patientReads)
  const folder = await mkdtemp(join(tmpdir(), 'hilo-two-'))
  // Which process wrote each event of a watched port.
  await db.owner.query(`
      create table written (id bigint generated always as identity, who text, event_id bigint);
      grant insert on written to public;
      create function note_writer() returns trigger language plpgsql as $$
      begin
        insert into written (who, event_id) values (current_setting('application_name'), new.event_id);
        return null;
      end $$;
      create trigger note_writer after update on event_neighbour for each row execute function note_writer()`)
  after(async () => {
    for (const server of running) process.kill(server.pid, 'SIGCONT')
    await Promise.all([...running].map((server) => server.kill('SIGKILL')))
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (name: string, more: Record<string, string> = {}) => {
    const place = { DATA_DIR: join(folder, name), PORT: await freePort(), DATABASE_URL: db.ownerUrl }
    const env = { ...place, PGAPPNAME: name, ...more }
    const server = spawnServer(env)
    running.add(server)
    void server.ended.then(() => running.delete(server))
    await untilReady(server)
    return server
  }
  const rows = async <T>(text: string, values: unknown[]) => (await db.owner.query(text, values)).rows as T[]
  const ownerOf = async (oltId: number) => {
    const living = 'select owner from olt_lease where olt_id = $1 and expires_at > clock_timestamp()'
    const [lease] = await rows<{ owner: string }>(living, [oltId])
    return Number(lease?.owner.split(':').at(-2) ?? 0)
  }
  const held = (oltId: number, by: number) => untilTrue(async () => (await ownerOf(oltId)) === by)
  const alarmsOf = async (id: number) => {
    const [row] = await rows<{ alarms: Alarm[] | null }>('select alarms from event where id = $1', [id])
    return row?.alarms ?? []
  }
  const hears = (id: number, good: (alarms: Alarm[]) => boolean) => until(() => alarmsOf(id), good)
  const lastWritten = async () =>
    Number((await rows<{ id: number | null }>('select max(id) as id from written', []))[0]?.id ?? 0)

  it('killed or stopped, another one takes over; nothing is lost, duplicated or written by the old one', async () => {
    const box = await makeNeighbours(db, { count: 5 })
    const event = await makeWatching(db, reader, box)
    const servers = [await start('first'), await start('second')]
    const pid = await until(() => ownerOf(box.oltId), Boolean)
    const owner = servers.find((one) => one.pid === pid)
    const other = servers.find((one) => one.pid !== pid)
    assert.ok(owner && other)
    await plant.act(box.cto.id, { action: 'unplug', port: 1 })
    await hears(event.id, (alarms) => alarms.length === 1)

    await Promise.all([owner.kill('SIGKILL'), plant.act(box.cto.id, { action: 'unplug', port: 2 })])
    await held(box.oltId, other.pid)
    await hears(event.id, (alarms) => alarms.length === 2)

    const third = await start('third')
    const name = servers.indexOf(other) === 0 ? 'first' : 'second'
    await plant.act(box.cto.id, { action: 'unplug', port: 3 })
    process.kill(other.pid, 'SIGSTOP')
    const from = await lastWritten()
    await held(box.oltId, third.pid)
    await hears(event.id, (alarms) => alarms.length === 3)
    await plant.act(box.cto.id, { action: 'unplug', port: 4 })
    process.kill(other.pid, 'SIGCONT')
    for (const port of [1, 2, 3]) await plant.act(box.cto.id, { action: 'plug', port })
    const alarms = await hears(event.id, (all) => all.filter((one) => one.up_at !== null).length === 3)
    assert.deepEqual(alarms.map(({ port }) => port).toSorted(), [1, 2, 3, 4])
    await sleep(2000)
    assert.equal(await ownerOf(box.oltId), third.pid)
    const late = await rows('select 1 from written where id > $1 and who = $2', [from, name])
    assert.equal(late.length, 0, 'whoever stood still writes nothing')
    const cuts = await rows<{ port: number; n: number }>(
      `select n.port, count(a)::int as n from event e join event_neighbour n on n.event_id = e.id
       left join json_array_elements(e.alarms) a on (a->>'port')::int = n.port where e.id = $1 group by n.port order by n.port`,
      [event.id],
    )
    assert.deepEqual(columnsOf(cuts, 'port', 'n'), [[1, 1], [2, 1], [3, 1], [4, 1], [5, 0]]) // prettier-ignore
    await Promise.all([other.kill('SIGTERM'), third.kill('SIGTERM')])
  })

  for (const point of ['watch.taken', 'watch.written', 'watch.ports', 'watch.event', 'watch.cursor', 'watch.stored']) {
    it(`F1 a process that dies at ${point} loses no alarm and doubles none`, async () => {
      const box = await makeNeighbours(db, { count: 2 })
      const event = await makeWatching(db, reader, box)
      const doomed = await start(point, { HILO_FAILPOINT: `${point}:kill` })
      await held(box.oltId, doomed.pid)
      await plant.act(box.cto.id, { action: 'unplug', port: 1 })
      await doomed.ended
      const watch = startWatch({ db, plant, reader, config: readConfig({}), log: silentLog })
      try {
        await held(box.oltId, process.pid)
        await plant.act(box.cto.id, { action: 'unplug', port: 2 })
        const alarms = await hears(event.id, (all) => all.length >= 2)
        assert.deepEqual(columnOf(alarms, 'port').toSorted(), [1, 2])
        assert.deepEqual(await rows('select 1 from neighbour_case where event_id = $1', [event.id]), [])
      } finally {
        await watch.stop()
        await db.owner.query('update event set process_state = 5 where id = $1', [event.id])
      }
    })
  }
})
