/** The own account: data, picture, password, and leaving. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { hashPassword } from '../../auth/passwords.ts'
import type { Output } from '@hilo/contract/index.ts'
import { faultsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, unique, type TestSession } from '../../test/factories.ts'
import { multipart, startTestServer } from '../../test/harness.ts'
import { drawing } from '../../test/pictures.ts'
import { awayFromEnd, changedMeanwhile, quarter } from '../../test/poll.ts'

const old = 'una clave bien larga'
const pwd = 'otra clave bien larga y rara'
const server = closedAfter(await startTestServer())
const passwordHash = await hashPassword(old)

type Edited = Output<'account/edit'>

async function person(over = {}, began = {}) {
  const account = await makeAdmin(server.db, { passwordHash, ...over })
  const session = await makeSession(server.db, account, began)
  const edit = (query: object, files?: Record<string, Buffer>) => server.call('account/edit', query, { session, files })
  const edited = async (query: object, files?: Record<string, Buffer>) =>
    (await server.done('account/edit', query, session, files)).record
  return { ...account, session, edit, edited }
}

/** In the form of the specification. */
async function sent(payload: string | Buffer, { cookie }: TestSession, headers: Record<string, string>) {
  const post = { method: 'POST', url: '/api/v1/account/edit.json', payload } as const
  const answer = await server.app.inject({
    ...post,
    headers: { cookie, host: server.config.publicUrl.host, ...headers },
  })
  return { status: answer.statusCode, body: answer.json<Edited>() }
}

describe('editing one’s account', () => {
  it('is read with the version that a change names; an outdated change is refused with the current record', async () => {
    const { session, edit, edited } = await person()
    const { version } = (await server.done('account/get', {}, session)).record
    await edited({ version, name: 'Ana Uno' })
    const late = await edit({ version, name: 'Ana Dos' })
    assert.deepEqual([...refusalOf(late), (late.body as Edited).record.name], [409, 'VERSION_CONFLICT', 'Ana Uno'])
  })

  it('is refused when the password has changed since it was proven', async () => {
    const { user_id, edit } = await person()
    const other = await hashPassword(`${pwd}, de otro`)
    const change = ['update app_user set password_hash = $2 where id = $1', user_id, other] as const
    const late = await changedMeanwhile(server.db, 'app_user', change, () => edit({ current_pwd: old, pwd }))
    assert.deepEqual(refusalOf(late), [409, 'VERSION_CONFLICT'])
  })

  it('takes its fields under data, as JSON and as a JSON text in multipart', async () => {
    const { session, edited } = await person()
    const json = (body: object) => sent(JSON.stringify(body), session, { 'content-type': 'application/json' })
    const plain = await json({ data: { name: 'Ana Uno' } })
    assert.deepEqual([plain.status, plain.body.record.name], [200, 'Ana Uno'])
    const form = multipart([['data', JSON.stringify({ name: 'Ana Dos', phone: '+34600112233' })]])
    const parts = await sent(form.payload, session, form.headers)
    assert.deepEqual([parts.status, parts.body.record.name], [200, 'Ana Dos'])
    assert.deepEqual(refusalOf(await json({ data: { name: 'A' }, query: { name: 'B' } })), [422, 'VALIDATION'])
    assert.equal((await edited({ phone: null })).phone, null)
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/api/v1/admin_vno/sessions/get.json',
      headers: { cookie: session.cookie, host: server.config.publicUrl.host },
      payload: { data: {} },
    })
    assert.equal(elsewhere.statusCode, 422)
  })

  it('the audit names the changed fields and no personal data', async () => {
    const { user_id, edit, edited } = await person()
    const name = `Canario ${unique()}`
    assert.equal((await edited({ name, tax_id: '12345678-z' })).name, name)
    const [trace] = await server.rows('select audit::text as text, after from audit where actor_id = $1', user_id)
    assert.deepEqual(trace?.['after'], { changed: ['name', 'tax_id'] })
    assert.ok(!String(trace?.['text']).includes(name))
    assert.deepEqual(faultsOf(await edit({ name: 'x'.repeat(121) })), ['name range'])
  })

  it('S34 a picture is re-encoded, shown, replaced and removed', async () => {
    const { session, edit, edited } = await person()
    const IFD0 = { Artist: 'CANARIO' }
    const profile_picture = await drawing({ width: 640, height: 480 }).jpeg().withExif({ IFD0 }).toBuffer()
    const view = (file_id: number | null, who = session) => server.call('files/view', { file_id }, { session: who })
    const shown = await view((await edited({}, { profile_picture })).picture)
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/webp'])
    assert.ok(!shown.bytes.includes('CANARIO'))
    const bad = await edit({}, { profile_picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
    assert.deepEqual([bad.status, faultsOf(bad)], [422, ['profile_picture format']])
    assert.equal((await edited({ profile_picture: null })).picture, null)
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const { picture } = (await server.done('account/edit', {}, neutral, { profile_picture })).record
    assert.equal((await view(picture)).status, 404)
    assert.equal((await view(picture, neutral)).status, 200)
  })
})

describe('password and address', () => {
  it('S11 S12 a new password ends every other session and gives this one another token', async () => {
    const { session, edit, email, ...account } = await person()
    const other = await makeSession(server.db, { email, ...account })
    const client_request_id = randomUUID()
    const answer = await edit({ pwd, current_pwd: old, client_request_id })
    assert.equal(answer.status, 200, answer.text)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    assert.match(cookie, /^hilo_session=[\w-]{43}$/)
    for (const dead of [session, other])
      assert.equal((await server.call('admin_vno/sessions/get', {}, { session: dead })).status, 401)
    const again = await server.call(
      'account/edit',
      { pwd, current_pwd: old, client_request_id },
      { session: { cookie } },
    )
    assert.ok(!again.text.includes('app_token'))
    await server.done('admin_vno/sessions/get', {}, { cookie })
    const mails = await server.rows('select kind from mail where recipient = $1', email)
    assert.deepEqual(mails, [{ kind: 'password_changed' }])
  })

  it('S11 the application finds its new token in the answer, and nowhere else', async () => {
    const account = await person()
    const { token } = await makeSession(server.db, account, { channel: 'android', install_id: 'i-1' })
    const headers = { apiaf: 'android/1.0.19/i-1' }
    const query = { pwd, current_pwd: old, client_request_id: randomUUID() }
    const answer = await server.call('account/edit', query, { bearer: token, headers })
    const renewed = (answer.body as Edited).app_token?.oauth_token.token ?? ''
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal((await server.call('admin_vno/sessions/get', {}, { bearer: token, headers })).status, 401)
    assert.equal((await server.call('admin_vno/sessions/get', {}, { bearer: renewed, headers })).status, 200)
    const kept = `select from idempotency where body like $1 union all select from session where session::text like $1`
    assert.deepEqual(await server.rows(kept, `%${renewed}%`), [])
  })

  it('S23 within 10 minutes of signing in, `pwd` alone, a new `email` alone and an empty `profile_picture` are taken as the specification sends them', async () => {
    const { session, edit, edited } = await person()
    const profile_picture = await drawing({ width: 64, height: 48 }).png().toBuffer()
    const { picture: own } = await edited({}, { profile_picture })
    assert.ok(own)
    assert.equal((await edited({ profile_picture: '' })).picture, own)
    await edited({ email: `${unique().toLowerCase()}@prueba.test` })
    assert.deepEqual(faultsOf(await edit({ pwd, current_pwd: 'no es esta clave' })), ['current_pwd value'])
    const form = multipart([['data', JSON.stringify({ pwd, profile_picture: '' })]])
    const answer = await sent(form.payload, session, form.headers)
    assert.deepEqual([answer.status, answer.body.record.picture], [200, own])
  })

  it('S23 later both ask for the current password or for signing in again', async () => {
    const { edit, edited, email } = await person({}, { created_at: new Date(Date.now() - 11 * 60_000) })
    const other = `${unique().toLowerCase()}@prueba.test`
    for (const change of [{ pwd }, { email: other }]) {
      assert.deepEqual(faultsOf(await edit(change)), ['current_pwd required'])
      assert.deepEqual(faultsOf(await edit({ ...change, current_pwd: 'no es esta clave' })), ['current_pwd value'])
    }
    await edited({ email: email.toUpperCase(), name: 'Misma dirección' })
    assert.deepEqual(faultsOf(await edit({ pwd: 'corta', current_pwd: old })), ['pwd short'])
  })

  it('S21 a stolen session does not become a stolen password', async () => {
    const { edit } = await person()
    await awayFromEnd(quarter)
    for (let n = 0; n < 10; n++) assert.equal((await edit({ pwd, current_pwd: 'no' })).status, 422)
    assert.deepEqual(refusalOf(await edit({ pwd, current_pwd: old })), [429, 'RATE_LIMITED'])
  })
})

describe('sessions without the right to work', () => {
  it('a technician edits the own account like any other person', async () => {
    const session = await makeSession(server.db, await makeTechnician(server.db, { passwordHash }))
    const { record } = await server.done('account/edit', { name: 'Técnico Nuevo' }, session)
    assert.equal(record.name, 'Técnico Nuevo')
  })
})
