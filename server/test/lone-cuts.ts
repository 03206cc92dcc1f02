/** Cuts in boxes without open work, as the watch finds them. */
import assert from 'node:assert/strict'
import type { UncoveredCut } from '@hilo/contract/reports/uncovered-cuts.ts'
import { silentLog } from '../log.ts'
import { startWatch } from '../process/watching/watch.ts'
import { makeOperator, makeSession, type Account } from './factories.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { until } from './poll.ts'
import type { NeighbourBox } from './watched-box.ts'

const path = 'admin_vno/uncovered_cuts/get'

/** A server with a running watch, and ways to ask for its cuts. */
export async function openLoneCuts() {
  const server = await startTestServer()
  const { db, plant, reader, config } = server
  const neutral = await makeOperator(db)
  const watch = startWatch({ db, plant, reader, config, log: silentLog })
  const rows = async <T>(text: string, values: unknown[]) => (await server.db.owner.query(text, values)).rows as T[]
  const ask = async <T>(account: Account, call: Parameters<TestServer['call']>[0], query: object) => {
    const answer = await server.call(call, query, { session: await makeSession(server.db, account) })
    assert.equal(answer.status, 200, answer.text)
    return { ...(answer.body as T), text: answer.text }
  }
  const cutsOf = async (box: NeighbourBox, account = neutral) =>
    (await ask<{ records: UncoveredCut[] }>(account, path, { filter: { cto_id: box.cto.id }, sort: [['at', 'asc']] }))
      .records
  const advance = (seconds: number) => rows('update demo_clock set offset_s = offset_s + $1', [seconds])
  const heard = (box: NeighbourBox, count: number) =>
    until(
      () => rows(`select 1 from olt_alarm where cto_id = $1`, [box.cto.id]),
      (found) => found.length >= count,
    )
  const weighed = (box: NeighbourBox) =>
    until(
      () =>
        rows<{ left: boolean }>(
          `select exists (select from olt_alarm a where a.olt_id = l.olt_id and a.id > l.weighed_id) as left
           from olt_lease l where l.olt_id = $1`,
          [box.oltId],
        ),
      ([one]) => one?.left === false,
    )
  /** Unplugs a port and waits until the alarms are weighed. */
  const pull = async (box: NeighbourBox, port: number, alarms: number) => {
    await server.plant.act(box.cto.id, { action: 'unplug', port })
    await heard(box, alarms)
    await advance(15)
    await weighed(box)
  }
  const close = async () => {
    await watch.stop()
    await server.close()
  }
  return { server, neutral, rows, ask, cutsOf, advance, heard, weighed, pull, close }
}
