import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/open.ts'
import { noStore } from './security.ts'

const cachedMs = 1_000

/** `/healthz`: this process answers. `/readyz`: the database answers too; asked at most once a second. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  let asked = { at: -Infinity, ready: Promise.resolve(false) }
  const ready = () => {
    if (performance.now() - asked.at > cachedMs) {
      const answer = db.app.query('select 1').then(
        () => true,
        () => false,
      )
      asked = { at: performance.now(), ready: answer }
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
