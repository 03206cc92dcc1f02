/** Processes that die while they open an intervention, at the named points. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '../log.ts'
import { openJob } from '../process/opening/open.ts'
import { closedAfter } from './closed-after.ts'
import { dieAt } from './die-at.ts'
import { act, makeField, readEvent } from './field.ts'
import { startTestServer } from './harness.ts'

export function openCrashSuite(points: readonly string[]): void {
  describe('a process that dies while it opens an intervention', async () => {
    const server = closedAfter(await startTestServer())

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

    for (const point of points)
      it(`at open.${point}: nothing is half done, and the next run opens it once`, async () => {
        const { cto, session, free } = await makeField(server)
        const query = { cto_id: cto.id, port_id: free[0].id, work_kind: 'alta' }
        const { id } = await act(server, 'admin_vno/events/create', query, session)
        await dieAt(server, `open.${point}`, 'process.open', { event_id: id })
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
}
