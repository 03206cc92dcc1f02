/** The rest of the stream: `stream.night.ts`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { closedAfter } from '../test/closed-after.ts'
import { onDatabase } from '../test/database.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician } from '../test/factories.ts'
import { idsIn, lastPlace, startStreaming, toldOf } from '../test/stream-client.ts'

describe('the live stream', async () => {
  const live = closedAfter(await startStreaming())

  it('401 without a session, and with one that has ended', async () => {
    const { server, admin, ask } = live
    const ended = await makeSession(server.db, admin, { revoked_at: new Date() })
    for (const headers of [{}, { cookie: ended.cookie }]) {
      const answer = await ask(headers)
      assert.equal(answer.status, 401)
      assert.equal(((await answer.json()) as { error: string }).error, 'YOU_ARE_NOT_LOGGED_IN')
    }
  })

  it('403 to a page of another site, and to an account that waits for approval', async () => {
    const { server, mine, admin, ask } = live
    const session = await makeSession(server.db, admin)
    assert.equal((await ask({ cookie: session.cookie, origin: 'https://evil.test' })).status, 403)
    const waiting = await makeSession(server.db, await makeAdmin(server.db, { vno: mine, status: 2 }))
    assert.equal((await ask({ cookie: waiting.cookie })).status, 403)
  })

  it('delivers a change, by cookie and by bearer, and is never cached', async () => {
    const { server, mine, admin, ask, follow, change, hears } = live
    const session = await makeSession(server.db, admin)
    const { answer, heard, leave } = await follow(session)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const id = await change(mine)
    await hears(heard, id)
    assert.deepEqual(toldOf(heard.text)[0]?.data, { area: 'events', id, version: 1 })
    leave()
    const control = new AbortController()
    const bearer = await ask({ authorization: `Bearer ${session.token}` }, control.signal)
    control.abort()
    assert.equal(bearer.status, 200)
  })

  it('S3 a session gets its own scope only: operator, technician, neutral', async () => {
    const { server, mine, theirs, admin, follow, change, hears } = live
    const technician = await makeTechnician(server.db, { vno: mine })
    const [forAdmin, forTechnician, forNeutral] = await Promise.all(
      [admin, technician, await makeOperator(server.db)].map(async (one) => follow(await makeSession(server.db, one))),
    )
    assert.ok(forAdmin && forTechnician && forNeutral)
    const foreign = await change(theirs)
    const nobodys = await change(null)
    const colleagues = await change(mine, technician.id + 1000)
    const his = await change(mine, technician.id)
    for (const one of [forAdmin, forTechnician, forNeutral]) await hears(one.heard, his)
    assert.deepEqual(idsIn(forAdmin.heard.text), [colleagues, his])
    assert.deepEqual(idsIn(forTechnician.heard.text), [his])
    assert.deepEqual(idsIn(forNeutral.heard.text), [foreign, nobodys, colleagues, his])
  })

  it('what is urgent waits for no other transaction, here or in another database; a late commit is told once', async () => {
    const { server, mine, admin, follow, nextRecord, change, hears } = live
    const session = await makeSession(server.db, admin)
    const { heard, leave } = await follow(session)
    const late = await server.db.owner.connect()
    const elsewhere = new pg.Client({ connectionString: onDatabase(server.db.ownerUrl, 'postgres') })
    await elsewhere.connect()
    try {
      for (const one of [late, elsewhere]) await one.query('begin; select pg_current_xact_id()')
      const first = nextRecord()
      await late.query('select changed($1, $2, 1, $3, null)', ['events', first, mine.id])
      const second = await change(mine)
      await hears(heard, second)
      assert.deepEqual(idsIn(heard.text), [second])
      // A client that comes back meanwhile gets the late one too, and nothing twice.
      const third = await change(mine)
      const back = await follow(session, { 'last-event-id': lastPlace(heard.text) })
      await late.query('commit')
      for (const one of [heard, back.heard]) await hears(one, first)
      const last = await change(mine)
      for (const one of [heard, back.heard]) await hears(one, last)
      assert.deepEqual(idsIn(heard.text), [second, third, first, last])
      assert.deepEqual(idsIn(back.heard.text), [third, first, last])
      back.leave()
    } finally {
      late.release(true)
      await elsewhere.end()
      leave()
    }
  })

  it('a session gets no changes of lists that it may not see', async () => {
    const { server, mine, follow, change, hears } = live
    const privileges = { event: { privs: { event_view: true } } }
    const account = await makeAdmin(server.db, { vno: mine, privileges })
    const { heard } = await follow(await makeSession(server.db, account))
    await change(mine, null, 'events/cev')
    const id = await change(mine)
    await hears(heard, id)
    assert.deepEqual(idsIn(heard.text), [id])
  })
})
