/** Positions, revoked rights, limits and the end of the live stream, with their times; `stream.test.ts` has whom it tells what. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { maintain } from '../jobs/maintain.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { startWatch, untilTrue } from '../test/poll.ts'
import { idsIn, lastPlace, startStreaming, toldOf } from '../test/stream-client.ts'

describe('the live stream, and its times', async () => {
  const live = closedAfter(await startStreaming())

  it('without the privilege for any kind of notice none is delivered', async () => {
    const { server, mine, follow, change, hears } = live
    const ports = { port: { privs: { port_view: true } } }
    const someone = await follow(
      await makeSession(server.db, await makeAdmin(server.db, { vno: mine, privileges: ports })),
    )
    const nobody = await follow(await makeSession(server.db, await makeAdmin(server.db, { vno: mine, privileges: {} })))
    const notice = await change(mine, null, 'notifications')
    await hears(someone.heard, notice)
    const known = await change(mine, null, 'uiconfig')
    await hears(nobody.heard, known)
    assert.deepEqual(idsIn(nobody.heard.text), [known])
    for (const one of [someone, nobody]) one.leave()
  })

  it('Last-Event-ID goes on where the connection was lost', async () => {
    const { server, mine, theirs, admin, follow, change, hears } = live
    const session = await makeSession(server.db, admin)
    const before = await follow(session)
    const told = await change(mine)
    await hears(before.heard, told)
    const place = lastPlace(before.heard.text)
    before.leave()
    const missed = [await change(mine), await change(theirs), await change(mine)]
    const back = await follow(session, { 'last-event-id': place })
    const next = await change(mine)
    await hears(back.heard, next)
    assert.deepEqual(idsIn(back.heard.text), [missed[0], missed[2], next])
  })

  it('a deleted, invented or foreign position asks the client to reload', async () => {
    const { server, mine, admin, follow, change } = live
    const session = await makeSession(server.db, admin)
    await change(mine)
    for (const place of ['1', '1:1:', '999999999999:999999999999:', '9:8:', '3:9:7,5', '0:0:', 'x']) {
      const { heard, leave } = await follow(session, { 'last-event-id': place })
      await untilTrue(async () => toldOf(heard.text)[0]?.event === 'resync')
      leave()
    }
    await server.db.owner.query(`update change_log set at = now() - interval '25 hours'`)
    await maintain(server.db.owner, server.store)
    const { rows } = await server.db.owner.query('select 1 from change_log')
    assert.equal(rows.length, 0)
  })

  it('a revoked session is closed within five seconds, and gets nothing afterwards', async () => {
    const { server, mine, admin, follow, change } = live
    const session = await makeSession(server.db, admin)
    const { heard } = await follow(session)
    const watch = startWatch()
    await server.db.owner.query('update session set revoked_at = now() where id = $1', [session.id])
    await untilTrue(async () => heard.ended)
    const ms = watch()
    assert.ok(ms < 5000, `${ms} ms`)
    await change(mine)
    await sleep(600)
    assert.deepEqual(idsIn(heard.text), [])
  })

  it('a revoked privilege applies within five seconds', async () => {
    const { server, mine, admin, follow, change, hears } = live
    const account = await makeAdmin(server.db, { vno: mine })
    const { heard } = await follow(await makeSession(server.db, account))
    // Sessions are checked in the order of their streams: the end of the last one shows that the others have been.
    const last = await makeSession(server.db, admin)
    const [witness, ending] = [await follow(await makeSession(server.db, admin)), await follow(last)]
    const watch = startWatch()
    await server.db.owner.query(`update role set privileges = '{}', version = version + 1 where id = $1`, [
      account.role_id,
    ])
    await server.db.owner.query('update session set revoked_at = now() where id = $1', [last.id])
    await untilTrue(async () => ending.heard.ended)
    const ms = watch()
    assert.ok(ms < 5000, `${ms} ms`)
    await hears(witness.heard, await change(mine))
    assert.deepEqual([idsIn(heard.text), heard.ended], [[], false])
  })

  it('five streams for one session, not six', async () => {
    const { server, admin, ask, follow } = live
    const session = await makeSession(server.db, admin)
    const streams = await Promise.all(Array.from({ length: 5 }, () => follow(session)))
    const sixth = await ask({ cookie: session.cookie })
    assert.equal(sixth.status, 429)
    assert.ok(sixth.headers.get('retry-after'))
    streams[0]?.leave()
    await untilTrue(async () => (await follow(session).catch(() => null)) !== null)
  })

  it('ends with the server', async () => {
    const other = await startTestServer({ PORT: '0' })
    const url = await other.listen()
    const session = await makeSession(other.db, await makeAdmin(other.db))
    const answer = await fetch(`${url}/api/v1/stream`, { headers: { cookie: session.cookie } })
    const watch = startWatch()
    const closing = other.close()
    await answer.text()
    const ms = watch()
    await closing
    assert.ok(ms < 5000, `${ms} ms`)
  })
})
