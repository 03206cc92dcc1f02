import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { maintain } from '../jobs/maintain.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type Account,
  type TestSession,
  type Vno,
} from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { startWatch, until } from '../test/poll.ts'

/** Longer than any test holds a transaction open. */
const neighboursMs = 10 * 60_000

interface Told {
  event: string
  id: string | null
  data: Record<string, unknown>
}

describe('the live stream', () => {
  let server: TestServer
  let address: string
  let mine: Vno
  let theirs: Vno
  let admin: Account
  let record = 1000
  const opened: AbortController[] = []

  before(async () => {
    server = await startTestServer({ PORT: '0' })
    address = await server.listen()
    mine = await makeVno(server.db)
    theirs = await makeVno(server.db)
    admin = await makeAdmin(server.db, { vno: mine })
  })
  after(async () => {
    for (const one of opened) one.abort()
    await server.close()
  })

  const ask = (headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${address}/api/v1/stream`, { headers, ...(signal && { signal }) })

  /** A client of the stream; `text` is everything received. */
  const follow = async (session: TestSession, headers: Record<string, string> = {}) => {
    const control = new AbortController()
    opened.push(control)
    const answer = await ask({ cookie: session.cookie, ...headers }, control.signal)
    assert.equal(answer.status, 200)
    const heard = { text: '', ended: false }
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of answer.body ?? []) heard.text += decoder.decode(chunk, { stream: true })
    })()
    void reading.catch(() => undefined).finally(() => (heard.ended = true))
    await until(
      async () => heard.text,
      (text) => text.includes('retry:') && text.split('\n\n').length > 2,
    )
    return { answer, heard, leave: () => control.abort() }
  }
  const toldOf = (text: string): Told[] =>
    text
      .split('\n\n')
      .filter((one) => one.includes('event:'))
      .map((one) => ({
        event: /^event: (.*)$/m.exec(one)?.[1] ?? '',
        id: /^id: (.*)$/m.exec(one)?.[1] ?? null,
        data: JSON.parse(/^data: (.*)$/m.exec(one)?.[1] ?? '{}') as Record<string, unknown>,
      }))
  const ids = (text: string) => toldOf(text).map(({ data }) => data['id'])
  const lastPlace = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? ''
  const change = async (vno: Vno | null, technical: number | null = null, area = 'events') => {
    record += 1
    await server.db.owner.query('select changed($1, $2, 1, $3, $4)', [area, record, vno?.id ?? null, technical])
    return record
  }
  // A change waits for every open transaction of the cluster, those of other tests included.
  const hears = (heard: { text: string }, id: number) =>
    until(
      async () => heard.text,
      (text) => ids(text).includes(id),
      neighboursMs,
    )

  it('401 without a session, and with one that has ended', async () => {
    const ended = await makeSession(server.db, admin, { revoked_at: new Date() })
    for (const headers of [{}, { cookie: ended.cookie }]) {
      const answer = await ask(headers)
      assert.equal(answer.status, 401)
      assert.equal(((await answer.json()) as { error: string }).error, 'YOU_ARE_NOT_LOGGED_IN')
    }
  })

  it('403 to a page of another site, and to an account that waits for approval', async () => {
    const session = await makeSession(server.db, admin)
    assert.equal((await ask({ cookie: session.cookie, origin: 'https://evil.test' })).status, 403)
    const waiting = await makeSession(server.db, await makeAdmin(server.db, { vno: mine, status: 2 }))
    assert.equal((await ask({ cookie: waiting.cookie })).status, 403)
  })

  it('delivers a change within a second, by cookie and by bearer, and is never cached', async () => {
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
    opened.push(control)
    const bearer = await ask({ authorization: `Bearer ${session.token}` }, control.signal)
    assert.equal(bearer.status, 200)
    control.abort()
  })

  it('S3 a session gets its own scope only: operator, technician, neutral', async () => {
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
    assert.deepEqual(ids(forAdmin.heard.text), [colleagues, his])
    assert.deepEqual(ids(forTechnician.heard.text), [his])
    assert.deepEqual(ids(forNeutral.heard.text), [foreign, nobodys, colleagues, his])
  })

  it('a session gets no changes of lists that it may not see', async () => {
    const privileges = { event: { privs: { event_view: true } } }
    const account = await makeAdmin(server.db, { vno: mine, privileges })
    const { heard } = await follow(await makeSession(server.db, account))
    await change(mine, null, 'events/cev')
    const id = await change(mine)
    await hears(heard, id)
    assert.deepEqual(ids(heard.text), [id])
  })

  it('without the privilege for any kind of notice none is delivered', async () => {
    const ports = { port: { privs: { port_view: true } } }
    const someone = await follow(
      await makeSession(server.db, await makeAdmin(server.db, { vno: mine, privileges: ports })),
    )
    const nobody = await follow(await makeSession(server.db, await makeAdmin(server.db, { vno: mine, privileges: {} })))
    const notice = await change(mine, null, 'notifications')
    await hears(someone.heard, notice)
    const known = await change(mine, null, 'uiconfig')
    await hears(nobody.heard, known)
    assert.deepEqual(ids(nobody.heard.text), [known])
    for (const one of [someone, nobody]) one.leave()
  })

  it('a transaction that commits late is delivered, after a later one that was held back for it', async () => {
    const { heard } = await follow(await makeSession(server.db, admin))
    const late = await server.db.owner.connect()
    await late.query('begin')
    record += 1
    const first = record
    await late.query('select changed($1, $2, 1, $3, null)', ['events', first, mine.id])
    const second = await change(mine)
    await sleep(800)
    assert.deepEqual(ids(heard.text), [], 'nothing passes over a transaction that may still commit')
    await late.query('commit')
    late.release()
    await hears(heard, second)
    assert.deepEqual(ids(heard.text), [first, second])
  })

  it('Last-Event-ID goes on where the connection was lost', async () => {
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
    assert.deepEqual(ids(back.heard.text), [missed[0], missed[2], next])
  })

  it('a deleted, invented or foreign position asks the client to reload', async () => {
    const session = await makeSession(server.db, admin)
    await change(mine)
    for (const place of ['1', '99999999999999', 'x']) {
      const { heard, leave } = await follow(session, { 'last-event-id': place })
      await until(
        async () => toldOf(heard.text),
        ([first]) => first?.event === 'resync',
      )
      leave()
    }
    await server.db.owner.query(`update change_log set at = now() - interval '25 hours'`)
    await maintain(server.db.owner, server.store)
    const { rows } = await server.db.owner.query('select 1 from change_log')
    assert.equal(rows.length, 0)
  })

  it('a revoked session is closed within five seconds, and gets nothing afterwards', async () => {
    const session = await makeSession(server.db, admin)
    const { heard } = await follow(session)
    const watch = startWatch()
    await server.db.owner.query('update session set revoked_at = now() where id = $1', [session.id])
    await until(
      async () => heard.ended,
      (ended) => ended,
    )
    const ms = watch()
    assert.ok(ms < 5000, `${ms} ms`)
    await change(mine)
    await sleep(600)
    assert.deepEqual(ids(heard.text), [])
  })

  it('a revoked privilege applies within five seconds', async () => {
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
    await until(
      async () => ending.heard.ended,
      (ended) => ended,
    )
    const ms = watch()
    assert.ok(ms < 5000, `${ms} ms`)
    await hears(witness.heard, await change(mine))
    assert.deepEqual([ids(heard.text), heard.ended], [[], false])
  })

  it('five streams for one session, not six', async () => {
    const session = await makeSession(server.db, admin)
    const streams = await Promise.all(Array.from({ length: 5 }, () => follow(session)))
    const sixth = await ask({ cookie: session.cookie })
    assert.equal(sixth.status, 429)
    assert.ok(sixth.headers.get('retry-after'))
    streams[0]?.leave()
    await until(
      async () => (await follow(session).catch(() => null)) !== null,
      (open) => open,
    )
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
