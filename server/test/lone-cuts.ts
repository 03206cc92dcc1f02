/** Cuts in boxes without open work, as the watch finds them. */
import assert from 'node:assert/strict'
import type { Path } from '@hilo/contract/index.ts'
import { silentLog } from '../log.ts'
import { startWatch } from '../process/watching/watch.ts'
import { makeOperator, makeSession, type Account } from './factories.ts'
import { startTestServer } from './harness.ts'
import { untilTrue } from './poll.ts'
import type { NeighbourBox } from './watched-box.ts'

const path = 'admin_vno/uncovered_cuts/get'

/** A server with a running watch, and ways to ask for its cuts. */
export async function openLoneCuts() {
  const server = await startTestServer()
  const { db, plant, reader, config } = server
  const neutral = await makeOperator(db)
  const watch = startWatch({ db, plant, reader, config, log: silentLog })
  const rows = async <T>(text: string, values: unknown[]) => (await db.owner.query(text, values)).rows as T[]
  const ask = async <P extends Path>(account: Account, call: P, query: object) =>
    await server.done(call, query, await makeSession(db, account))
  const cutsOf = async ({ cto }: NeighbourBox) =>
    (await ask(neutral, path, { filter: { cto_id: cto.id }, sort: [['at', 'asc']] })).records
  const now = async () => (await rows<{ at: Date }>('select app_now() as at', []))[0]?.at ?? assert.fail()
  const advance = (seconds: number) => rows('update demo_clock set offset_s = offset_s + $1', [seconds])
  const alarms = 'select 1 from olt_alarm where cto_id = $1'
  const heard = ({ cto }: NeighbourBox, count: number) =>
    untilTrue(async () => (await rows(alarms, [cto.id])).length >= count)
  const done = `select 1 from olt_lease l where l.olt_id = $1
    and not exists (select from olt_alarm a where a.olt_id = l.olt_id and a.id > l.weighed_id)`
  const weighed = ({ oltId }: NeighbourBox) => untilTrue(async () => (await rows(done, [oltId])).length === 1)
  /** Unplugs a port and waits until the alarms are weighed. */
  const pull = async (box: NeighbourBox, port: number, count: number) => {
    await server.plant.act(box.cto.id, { action: 'unplug', port })
    await heard(box, count)
    await advance(15)
    await weighed(box)
  }
  const close = async () => {
    await watch.stop()
    await server.close()
  }
  return { server, neutral, rows, ask, cutsOf, now, advance, heard, weighed, pull, close }
}
