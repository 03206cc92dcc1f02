/** Downloads read the replica if there is one; here it is a copy of the database that has stopped replicating. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openAuth } from '../../auth/auth.ts'
import { buildApp } from '../../app.ts'
import { openDatabase } from '../../db/open.ts'
import { silentLog } from '../../log.ts'
import { onDatabase, onServer } from '../../test/database.ts'
import { makeAdmin, makeSession, makeVno, type TestSession } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'

describe('a replica', async () => {
  const [then, since] = ['INT-ENTONCES', 'INT-DESPUES']
  const server = await startTestServer()
  const vno = await makeVno(server.db)
  const admin = await makeAdmin(server.db, { vno })
  const session = await makeSession(server.db, admin)
  await makeEvent(server.db, { vno, code: then })
  const replica = `${new URL(server.db.ownerUrl).pathname.slice(1)}_copy`
  await server.db.app.query('select 1')
  await onServer(server.db.ownerUrl, async (client) => {
    const name = new URL(server.db.ownerUrl).pathname.slice(1)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await client.query(`create database ${replica} template ${name}`)
  })
  const databaseReadUrl = onDatabase(server.db.ownerUrl, replica)
  const db = await openDatabase({ dataDir: '', databaseUrl: server.db.ownerUrl, databaseReadUrl }, silentLog)
  const { config, store, reader } = server
  const app = await buildApp({
    config,
    db,
    log: silentLog,
    auth: await openAuth({ config, db, log: silentLog }),
    store,
    plant: reader,
  })
  await makeEvent(server.db, { vno, code: since })
  const later = await makeSession(server.db, admin)
  after(async () => {
    await app.close()
    await db.close()
    await onServer(server.db.ownerUrl, (client) =>
      client.query(`drop database if exists ${new URL(server.db.ownerUrl).pathname.slice(1)}_copy with (force)`),
    )
    await server.close()
  })
  const csv = ({ cookie }: TestSession) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/admin_vno/events/download.json',
      headers: { cookie, host: server.config.publicUrl.host },
      payload: { query: { format: 'csv', columns: ['code'] } },
    })

  it('serves a download to a session that it knows', async () => {
    const { statusCode, body } = await csv(session)
    assert.equal(statusCode, 200)
    assert.ok(body.includes(then) && !body.includes(since), body)
  })

  it('is passed over for a session that it does not know yet', async () => {
    const { body } = await csv(later)
    assert.ok(body.includes(then) && body.includes(since), body)
  })

  it('S12 does not admit a session that was closed since', async () => {
    await server.db.owner.query('update session set revoked_at = now() where id = $1', [session.id])
    assert.equal((await csv(session)).statusCode, 401)
  })
})
