/** Pending answers when a session ends. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'

describe('a session that ends', async () => {
  const server = closedAfter(await startTestServer({ PORT: '0' }))
  const origin = new URL(await server.listen())

  it('S7 a download under way ends with it, unfinished, and its place is free again', async () => {
    const vno = await makeVno(server.db)
    const account = await makeAdmin(server.db, { vno })
    const { cookie } = await makeSession(server.db, account)
    // More than the buffers between server and a stalled reader hold.
    await server.db.owner.query(
      `insert into service_order (code, external_order_id, vno_id, kind, state)
       select 'F' || $1::int || '-' || n, rpad(n::text, 2000, '.'), $1, 'alta', 'recibida' from generate_series(1, 8000) n`,
      [vno.id],
    )
    const sent = request(new URL('/api/v1/admin_vno/orders/download.json', origin), {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
    })
    sent.end(JSON.stringify({ query: { format: 'csv' } }))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 200)
    answer.on('error', () => {})
    await server.db.owner.query('update vno_admin_account set status = 3 where id = $1', [account.id])
    const ended = new Promise((resolve) => answer.once('close', resolve))
    const held = `select count(*)::int as n from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state = 'active'`
    const copies = async () => (await server.db.owner.query<{ n: number }>(held)).rows[0]?.n
    // A download is two COPY statements, with a short gap between them.
    for (let without = 0; without < 10; without = (await copies()) === 0 ? without + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    answer.resume()
    await ended
    assert.equal(answer.complete, false)
  })
})
