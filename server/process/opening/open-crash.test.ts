import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { act, makeField, readEvent } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { silentLog } from '../../log.ts'
import { openJob } from './open.ts'

const runner = new URL('../../test/run-job.ts', import.meta.url).pathname

describe('a process that dies while it opens an intervention', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  async function die(point: string, id: number): Promise<void> {
    const args = [runner, server.db.ownerUrl, server.store.root, 'process.open', JSON.stringify({ event_id: id })]
    const env = { ...process.env, HILO_FAILPOINT: `open.${point}:kill` }
    const [, signal] = (await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit')) as [
      unknown,
      string,
    ]
    assert.equal(signal, 'SIGKILL', point)
  }
  const kept = async (id: number) => {
    const { rows } = await server.db.owner.query<Record<string, number>>(
      `select (select count(*)::int from neighbour_snapshot where event_id = $1) as snapshots,
         (select count(*)::int from event_neighbour where event_id = $1) as watched,
         (select count(*)::int from port_claim where event_id = $1) as claims,
         (select count(*)::int from audit where entity_id = $1::text and call = 'process/opened') as opened`,
      [id],
    )
    return rows[0]
  }

  for (const point of ['taken', 'read', 'reserved', 'snapshot', 'watched', 'created', 'committed'])
    it(`at open.${point}: nothing is half done, and the next run opens it once`, async () => {
      const { cto, session, free } = await makeField(server)
      const query = { cto_id: cto.id, port_id: free[0].id, work_kind: 'alta' }
      const { id } = await act(server, 'admin_vno/events/create', query, session)
      await die(point, id)
      const over = point === 'committed'
      // The watched set was frozen with the request.
      const whole = { snapshots: 1, watched: 3, claims: 1, opened: 1 }
      assert.deepEqual(await kept(id), over ? whole : { snapshots: 0, watched: 3, claims: 0, opened: 0 })
      const { db, reader, plant, config } = server
      await openJob({ db, reader, plant, config, log: silentLog }, { event_id: id })
      assert.deepEqual(await kept(id), whole)
      const open = await readEvent(server, id, session)
      assert.deepEqual([open.process_state, open.attempts], [8, 1])
    })
})
