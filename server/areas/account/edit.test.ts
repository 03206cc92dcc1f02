/** The own account: data, picture, password, and leaving. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { hashPassword } from '../../auth/passwords.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { multipart, startTestServer, type Answer, type TestServer } from '../../test/harness.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'

const old = 'una clave bien larga'
const pwd = 'otra clave bien larga y rara'
let server: TestServer
let passwordHash: string
before(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(old)
})
after(() => server.close())

interface Edited {
  record: { id: number; version: number; name: string; email: string; phone: string | null; picture: number | null }
  app_token?: { oauth_token: { token: string } }
}
const edited = ({ body }: Answer) => body as Edited
const code = ({ body }: Answer) => (body as { error?: string }).error
const fields = ({ body }: Answer) =>
  (body as { details: { field: string; code: string }[] }).details.map((one) => `${one.field} ${one.code}`)
const rows = async (text: string, values: unknown[]) =>
  (await server.db.owner.query<Record<string, unknown>>(text, values)).rows

async function person(over = {}, began = {}) {
  const account = await makeAdmin(server.db, { passwordHash, ...over })
  const session = await makeSession(server.db, account, began)
  const edit = (query: object, files?: Record<string, Buffer>) => server.call('account/edit', query, { session, files })
  return { ...account, session, edit }
}

/** In the form of the specification. */
async function sent(
  payload: string | Buffer,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/account/edit.json', headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

describe('editing one’s account', () => {
  it('is read with the version that a change names; an outdated change is refused with the current record', async () => {
    const { session, edit } = await person()
    const own = edited(await server.call('account/get', {}, { session })).record
    assert.equal((await edit({ version: own.version, name: 'Ana Uno' })).status, 200)
    const late = await edit({ version: own.version, name: 'Ana Dos' })
    assert.deepEqual([late.status, code(late), edited(late).record.name], [409, 'VERSION_CONFLICT', 'Ana Uno'])
  })

  it('takes its fields under data, as JSON and as a JSON text in multipart', async () => {
    const { session, edit } = await person()
    const headers = { cookie: session.cookie, host: server.config.publicUrl.host }
    const json = await sent(JSON.stringify({ data: { name: 'Ana Uno' } }), {
      ...headers,
      'content-type': 'application/json',
    })
    assert.deepEqual([json.status, (json.body as Edited).record.name], [200, 'Ana Uno'])
    const form = multipart([['data', JSON.stringify({ name: 'Ana Dos', phone: '+34600112233' })]])
    const parts = await sent(form.payload, { ...headers, ...form.headers })
    assert.deepEqual([parts.status, (parts.body as Edited).record.name], [200, 'Ana Dos'])
    const twice = await sent(JSON.stringify({ data: { name: 'A' }, query: { name: 'B' } }), {
      ...headers,
      'content-type': 'application/json',
    })
    assert.deepEqual([twice.status, (twice.body as { error: string }).error], [422, 'VALIDATION'])
    assert.equal(edited(await edit({ phone: null })).record.phone, null)
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/api/v1/admin_vno/sessions/get.json',
      headers,
      payload: { data: {} },
    })
    assert.equal(elsewhere.statusCode, 422)
  })

  it('the audit names the changed fields and no personal data', async () => {
    const { user_id, edit } = await person()
    const name = `Canario ${unique()}`
    const { record } = edited(await edit({ name, tax_id: '12345678-z' }))
    assert.equal(record.name, name)
    const [trace] = await rows('select audit::text as text, after from audit where actor_id = $1', [user_id])
    assert.deepEqual(trace?.['after'], { changed: ['name', 'tax_id'] })
    assert.ok(!String(trace?.['text']).includes(name))
    const known = await server.call('account/edit', { name: 'x'.repeat(121) }, { session: (await person()).session })
    assert.deepEqual(fields(known), ['name range'])
  })

  it('a stale version gets the current record', async () => {
    const { edit } = await person()
    const { record } = edited(await edit({ name: 'Primero' }))
    assert.equal((await edit({ name: 'Segundo', version: record.version })).status, 200)
    const stale = await edit({ name: 'Tercero', version: record.version })
    assert.deepEqual([stale.status, code(stale)], [409, 'VERSION_CONFLICT'])
    assert.equal((stale.body as { record: { name: string } }).record.name, 'Segundo')
  })

  it('S34 a picture is re-encoded, shown, replaced and removed', async () => {
    const { session, edit } = await person()
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f7b52' } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'CANARIO' } })
      .toBuffer()
    const { record } = edited(await edit({}, { profile_picture: picture }))
    const shown = await server.call('files/view', { file_id: record.picture ?? 0 }, { session })
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/webp'])
    assert.ok(!shown.bytes.includes('CANARIO'))
    const bad = await edit({}, { profile_picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
    assert.deepEqual([bad.status, fields(bad)], [422, ['profile_picture format']])
    assert.equal(edited(await edit({ profile_picture: null })).record.picture, null)
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const theirs = await server.call('account/edit', {}, { session: neutral, files: { profile_picture: picture } })
    assert.equal(
      (await server.call('files/view', { file_id: edited(theirs).record.picture ?? 0 }, { session })).status,
      404,
    )
    assert.equal(
      (await server.call('files/view', { file_id: edited(theirs).record.picture ?? 0 }, { session: neutral })).status,
      200,
    )
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
    assert.equal((await server.call('admin_vno/sessions/get', {}, { session: { cookie } })).status, 200)
    const mails = await rows('select kind from mail where recipient = $1', [email])
    assert.deepEqual(mails, [{ kind: 'password_changed' }])
  })

  it('S11 the application finds its new token in the answer, and nowhere else', async () => {
    const account = await person()
    const { token } = await makeSession(server.db, account, { channel: 'android', install_id: 'i-1' })
    const headers = { apiaf: 'android/1.0.19/i-1' }
    const client_request_id = randomUUID()
    const answer = await server.call(
      'account/edit',
      { pwd, current_pwd: old, client_request_id },
      { bearer: token, headers },
    )
    const renewed = edited(answer).app_token?.oauth_token.token ?? ''
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal((await server.call('admin_vno/sessions/get', {}, { bearer: token, headers })).status, 401)
    assert.equal((await server.call('admin_vno/sessions/get', {}, { bearer: renewed, headers })).status, 200)
    const kept = await rows(
      'select 1 from idempotency where body like $1 union all select 1 from session where session::text like $1',
      [`%${renewed}%`],
    )
    assert.deepEqual(kept, [])
  })

  it('S23 within 10 minutes of signing in, `pwd` alone, a new `email` alone and an empty `profile_picture` are taken as the specification sends them', async () => {
    const { session, edit } = await person()
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0f7b52' } })
      .png()
      .toBuffer()
    const { picture: own } = edited(await edit({}, { profile_picture: picture })).record
    assert.ok(own)
    assert.equal(edited(await edit({ profile_picture: '' })).record.picture, own)
    assert.equal((await edit({ email: `${unique().toLowerCase()}@prueba.test` })).status, 200)
    assert.deepEqual(fields(await edit({ pwd, current_pwd: 'no es esta clave' })), ['current_pwd value'])
    const form = multipart([['data', JSON.stringify({ pwd, profile_picture: '' })]])
    const headers = { cookie: session.cookie, host: server.config.publicUrl.host, ...form.headers }
    const answer = await sent(form.payload, headers)
    assert.deepEqual([answer.status, (answer.body as Edited).record.picture], [200, own])
  })

  it('S23 later both ask for the current password or for signing in again', async () => {
    const { edit, email } = await person({}, { created_at: new Date(Date.now() - 11 * 60_000) })
    const other = `${unique().toLowerCase()}@prueba.test`
    for (const change of [{ pwd }, { email: other }]) {
      assert.deepEqual(fields(await edit(change)), ['current_pwd required'])
      assert.deepEqual(fields(await edit({ ...change, current_pwd: 'no es esta clave' })), ['current_pwd value'])
    }
    assert.equal((await edit({ email: email.toUpperCase(), name: 'Misma dirección' })).status, 200)
    assert.deepEqual(fields(await edit({ pwd: 'corta', current_pwd: old })), ['pwd short'])
  })

  it('S21 a stolen session does not become a stolen password', async () => {
    const { edit } = await person()
    await awayFromEnd(quarter)
    for (let n = 0; n < 10; n++) assert.equal((await edit({ pwd, current_pwd: 'no' })).status, 422)
    const answer = await edit({ pwd, current_pwd: old })
    assert.deepEqual([answer.status, code(answer)], [429, 'RATE_LIMITED'])
  })
})

describe('sessions without the right to work', () => {
  it('a technician edits the own account like any other person', async () => {
    const session = await makeSession(
      server.db,
      await makeTechnician(server.db, { vno: await makeVno(server.db), passwordHash }),
    )
    const answer = await server.call('account/edit', { name: 'Técnico Nuevo' }, { session })
    assert.deepEqual([answer.status, edited(answer).record.name], [200, 'Técnico Nuevo'])
  })
})
