/** The second factor at the embedded issuer, over HTTP. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession } from '../test/factories.ts'
import {
  audited,
  enroll,
  faultOf,
  mails,
  optionsOf,
  origin,
  owner,
  startNamed,
  Visitor,
  withPassword,
} from '../test/passkey-scene.ts'
import { TestAuthenticator, type Lie } from './test-authenticator.ts'
import { atRedirect } from './test-browser.ts'

const server = closedAfter(await startNamed())

const person = async () => makeAdmin(server.db, await withPassword())

describe('a passkey', () => {
  it('is asked for after the right password, and only then the sign-in is complete', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    const page = await visitor.enter(account)
    assert.match(page.url.pathname, /\/llave$/)
    const asked = optionsOf(page).allowCredentials?.map(({ id }) => id)
    assert.deepEqual(asked, [key.id])
    const session = await visitor.complete(await visitor.post(page, { response: key.sign(optionsOf(page)) }))
    assert.equal((await server.call('admin_vno/ports/get', {}, { session })).status, 200)
  })

  it('ends sessions without it, is audited and mailed to its owner', async () => {
    const account = await person()
    const session = await makeSession(server.db, account)
    await enroll(server, account)
    assert.equal((await server.call('account/get', {}, { session })).status, 401)
    assert.deepEqual(await mails(server, account.email), ['passkey_added'])
    assert.deepEqual(await audited(server, account.user_id), ['account/passkeys/add'])
  })

  it('opens without a password, for the person that the authenticator names', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    const start = await visitor.start()
    const page = await visitor.browser.ask(`${origin}${start.url.pathname}/llave`)
    assert.equal(optionsOf(page).allowCredentials?.length ?? 0, 0)
    const nameless = await visitor.post(page, { response: key.sign(optionsOf(page), { userHandle: null }) })
    assert.equal(nameless.status, 422)
    const session = await visitor.complete(await visitor.post(nameless, { response: key.sign(optionsOf(nameless)) }))
    assert.equal((await server.done('account/get', {}, session)).record.email, account.email)
  })

  const [foreign, unproven, copied] = ['Esa llave no es de esta cuenta', 'La respuesta de esa llave', 'El contador']
  const lies: Record<string, [Lie, string]> = {
    'for another origin': [{ origin: 'http://localhost:3001' }, unproven],
    'for a look-alike site': [{ rpId: 'localhost.evil.test' }, unproven],
    'to another challenge': [{ challenge: Buffer.alloc(32, 1).toString('base64url') }, unproven],
    'without the person': [{ verified: false }, unproven],
    'with a counter that went back': [{ counter: 1 }, copied],
    'with the counter of the last use': [{ counter: 7 }, copied],
    'with a counter that fell to nought': [{ counter: 0 }, copied],
    'with a counter that went back, by a copy that says it may be one': [{ counter: 1, synced: true }, copied],
    'in another person’s name': [{ userHandle: Buffer.from('1').toString('base64url') }, foreign],
  }
  it('verifies nothing else: no other origin, site, challenge or person, and no counter that went back', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    let page = await visitor.enter(account)
    await visitor.complete(await visitor.post(page, { response: key.sign(optionsOf(page), { counter: 7 }) }))
    key.counter = 7
    for (const [what, [lie, sentence]] of Object.entries(lies)) {
      page = await visitor.enter(account)
      const answer = await visitor.post(page, { response: key.sign(optionsOf(page), lie) })
      assert.equal(answer.status, 422, what)
      assert.ok(faultOf(answer)?.startsWith(sentence), what)
    }
    assert.equal((await audited(server, account.user_id)).filter((call) => call.endsWith('copy_refused')).length, 4)
    page = await visitor.enter(account)
    await visitor.complete(await visitor.post(page, { response: key.sign(optionsOf(page), { counter: 99 }) }))
  })

  it('that is kept on several devices opens whatever its copies count, and that is audited', async () => {
    const { account, key } = await owner(server, true)
    const visitor = new Visitor(server)
    for (const counter of [7, 1, 1, 0, 0, 3]) {
      const page = await visitor.enter(account)
      await visitor.complete(await visitor.post(page, { response: key.sign(optionsOf(page), { counter }) }))
    }
    const copies = (await audited(server, account.user_id)).filter((call) => call.endsWith('copy_used'))
    assert.equal(copies.length, 3, 'of 1 after 7, 1 after 1, 0 after 1')
  })

  it('made before its kind was stored is known by the next use that its counter confirms', async () => {
    for (const isSynced of [true, false]) {
      const { account, key } = await owner(server, isSynced)
      await server.db.owner.query('update passkey set eligible = null where user_id = $1', [account.user_id])
      const visitor = new Visitor(server)
      const answers: number[] = []
      for (const counter of [5, 2]) {
        const page = await visitor.enter(account)
        answers.push((await visitor.post(page, { response: key.sign(optionsOf(page), { counter }) })).status)
      }
      assert.deepEqual([answers[0]! < 400, answers[1]! < 400], [true, isSynced])
    }
  })

  it('of one person opens no other’s account, whatever user id it claims', async () => {
    const [mine, theirs] = [await owner(server), await owner(server)]
    const visitor = new Visitor(server)
    for (const lie of [{}, { credentialId: theirs.key.id }, { userHandle: null }]) {
      const page = await visitor.enter(theirs.account)
      const answer = await visitor.post(page, { response: mine.key.sign(optionsOf(page), lie) })
      assert.equal(answer.status, 422)
    }
  })

  it('answers once: a replay is refused, in the same sign-in and in another', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    const page = await visitor.enter(account)
    const response = key.sign(optionsOf(page))
    const both = await Promise.all([1, 2].map(() => visitor.browser.ask(page.url, { response })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422])
    const other = new Visitor(server)
    const second = await other.enter(account)
    const replay = await other.post(second, { response })
    assert.equal(replay.status, 422)
  })

  it('is valid for five minutes, and the password for ten', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    const page = await visitor.enter(account)
    const uid = page.url.pathname.split('/').at(-2)
    const age = (column: string, minutes: number) => {
      const text = `update login_step set ${column} = ${column} - make_interval(mins => $2) where uid = $1`
      return server.db.owner.query(text, [uid, minutes])
    }
    await age('challenged_at', 6)
    const late = await visitor.post(page, { response: key.sign(optionsOf(page)) })
    assert.equal(late.status, 422)
    assert.match(faultOf(late) ?? '', /demasiado tiempo/)
    await age('proven_at', 11)
    const later = await visitor.post(late, { act: 'code', code: 'AAAAA-AAAAA-AAAAA' })
    assert.match(faultOf(later) ?? '', /demasiado tiempo/)
  })

  it('cannot be skipped: neither by neighbouring addresses nor by cancelling', async () => {
    const { account } = await owner(server)
    const visitor = new Visitor(server)
    const page = await visitor.enter(account)
    const fresh = page.url.pathname.replace(/llave$/, 'llave-nueva')
    for (const form of [{ act: 'later' }, { act: 'codes' }, { name: 'X', response: '{}' }]) {
      const answer = await visitor.browser.follow(`${origin}${fresh}`, atRedirect, form)
      assert.ok(!atRedirect(answer.url), 'no way in')
    }
    const uid = page.url.pathname.split('/').at(-2)
    const resumed = await visitor.browser.follow(`${origin}/oidc/auth/${uid}`, atRedirect)
    assert.ok(!atRedirect(resumed.url))
    const again = await visitor.enter(account)
    const cancelled = await visitor.post(again, { act: 'cancel' })
    assert.match(cancelled.text, /name="password"/)
    const wrong = await visitor.post(cancelled, { email: account.email, password: 'otra clave bien larga' })
    assert.equal(wrong.status, 422)
  })

  it('is a form of ours: another site’s page and another browser get nowhere', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    const page = await visitor.enter(account)
    const form = { response: key.sign(optionsOf(page)) }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }])
      assert.equal((await visitor.browser.ask(page.url, form, headers)).status, 400)
    assert.equal((await new Visitor(server).browser.ask(page.url, form)).status, 400)
  })
})

describe('making a passkey', () => {
  it('needs the password: a stolen session registers none', async () => {
    const account = await person()
    const session = await makeSession(server.db, account)
    const visitor = new Visitor(server)
    visitor.browser.keep(new URL(origin), [`hilo_session=${session.token}; Path=/`])
    const page = await visitor.start(true)
    assert.match(page.text, /name="password"/)
    const straight = `${origin}${page.url.pathname}/llave-nueva`
    assert.equal((await visitor.browser.ask(straight, { name: 'X', response: '{}' })).status, 303)
    const { rows } = await server.db.owner.query('select 1 from passkey where user_id = $1', [account.user_id])
    assert.equal(rows.length, 0)
  })

  it('takes an honest answer to its own challenge, with a name, once', async () => {
    const account = await person()
    const visitor = new Visitor(server)
    let page = await visitor.enter(account, true)
    const key = new TestAuthenticator(origin)
    for (const lie of [
      { origin: 'http://localhost:3001' },
      { challenge: 'AAAA' },
      { rpId: 'evil.test' },
      { verified: false },
    ]) {
      page = await visitor.post(page, { name: 'Móvil', response: key.make(optionsOf(page), lie) })
      assert.equal(page.status, 422, JSON.stringify(lie))
    }
    page = await visitor.post(page, { name: '  ', response: key.make(optionsOf(page)) })
    assert.match(faultOf(page) ?? '', /nombre/)
    for (const response of ['', 'null', '[]', '{"id":1}', '{"id":"x","response":null}', '{"id":"x","response":{}}']) {
      page = await visitor.post(page, { name: 'Móvil', response })
      assert.equal(page.status, 422, response)
    }
    const response = key.make(optionsOf(page))
    const answers = await Promise.all([1, 2].map(() => visitor.browser.ask(page.url, { name: 'Móvil', response })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })

  it('has no more than ten, and none twice', async () => {
    const { account, key } = await owner(server)
    const visitor = new Visitor(server)
    let page = await visitor.enter(account, true)
    page = await visitor.post(page, { response: key.sign(optionsOf(page)) })
    assert.match(page.url.pathname, /llave-nueva$/)
    page = await visitor.post(page, { name: 'La misma', response: key.make(optionsOf(page)) })
    assert.equal(page.status, 422)
    await server.db.owner.query(
      `insert into passkey (user_id, credential_id, public_key, synced, name)
       select $1::bigint, 'lleno-' || $1::bigint || '-' || n, 'x', false, 'X' from generate_series(1, 9) n`,
      [account.user_id],
    )
    page = await visitor.post(page, { name: 'Once', response: new TestAuthenticator(origin).make(optionsOf(page)) })
    assert.equal(page.status, 422)
    assert.match(faultOf(page) ?? '', /diez/)
  })

  it('registered during a sign-in begun before ends that one', async () => {
    const account = await person()
    const early = new Visitor(server)
    const waiting = await early.enter(account, true)
    await enroll(server, account)
    const answer = await early.post(waiting, { act: 'later' })
    assert.ok(!atRedirect(answer.url), 'the password alone is no longer enough')
  })
})
