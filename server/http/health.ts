import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseClient } from '../kernel/sql/client.ts'
import type { Database } from '../db/open.ts'
import { noStore } from './security.ts'
import { patient } from '../kernel/patience.ts'

const cachedMs = 1_000
/** Timeout of the health checks, ms: load balancers decide by them. */
const patienceMs = patient(1_800)
const canWrite = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as ok`

/** A connection to a read-only server is abandoned, so that the next one looks for another. */
async function takesChanges({ app }: Database): Promise<boolean> {
  const client = await app.connect()
  let ok = false
  try {
    ok = (await client.query<{ ok: boolean }>(canWrite)).rows[0]?.ok === true
    if (!ok) (client as DatabaseClient & typeof client).leave('the server only reads')
    return ok
  } finally {
    client.release(!ok)
  }
}

/** `/healthz`: this process answers. `/readyz`: the database accepts writes as well; checked at most once a second. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  let asked = { at: -Infinity, ready: Promise.resolve(false) }
  const ready = () => {
    if (performance.now() - asked.at > cachedMs) {
      const answer = takesChanges(db).catch(() => false)
      const late = sleep(patienceMs, false, { ref: false })
      asked = { at: performance.now(), ready: Promise.race([answer, late]) }
    }
    return asked.ready
  }
  app.get('/healthz', (_request, reply) => noStore(reply).send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ok = await ready()
    return noStore(reply)
      .code(ok ? 200 : 503)
      .headers(ok ? {} : { 'retry-after': '1' })
      .send({ status: ok ? 'ok' : 'unavailable' })
  })
}
