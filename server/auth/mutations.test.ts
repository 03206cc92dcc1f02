import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeAdmin, type Account } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { clientId, clientSecret, LyingIssuer, type Mutation } from './test-issuer.ts'

const issuer = new LyingIssuer()
let server: TestServer
let admin: Account

before(async () => {
  await issuer.start()
  server = await startTestServer({
    PORT: await freePort(),
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  })
  admin = await makeAdmin(server.db)
  await server.db.owner.query('insert into user_identity (user_id, iss, sub) values ($1, $2, $3)', [
    admin.user_id,
    issuer.url,
    issuer.sub,
  ])
})
after(async () => {
  await server.close()
  await issuer.close()
})

/** Begins a sign-in in a new browser. */
async function begin() {
  const started = await server.call('account/oauth_login_start')
  assert.equal(started.status, 200, started.text)
  const { url } = started.body as { url: string }
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { url, cookie, back: issuer.approve(url) }
}

async function sessions(): Promise<number> {
  const { rows } = await server.db.owner.query<{ n: number }>('select count(*)::int as n from session')
  return rows[0]?.n ?? 0
}

const now = () => Math.floor(Date.now() / 1000)
const flip = (jwt: string) => {
  const [head = '', body = '', seal = ''] = jwt.split('.')
  const bytes = Buffer.from(seal, 'base64url')
  bytes[7] = (bytes[7] ?? 0) ^ 1
  return `${head}.${body}.${bytes.toString('base64url')}`
}
const repack = (change: (claims: Record<string, unknown>) => void) => (jwt: string) => {
  const [head = '', body = '', seal = ''] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  change(claims)
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${seal}`
}

/** Made when the module is loaded, which may be long before the test that uses them. */
const lies: Record<string, Mutation> = {
  'iss of another issuer': { claims: { iss: 'https://otro.test' } },
  'iss with a slash more': { claims: { iss: 'http://127.0.0.1/' } },
  'no iss': { claims: { iss: undefined } },
  'aud of another client': { claims: { aud: 'another-client' } },
  'aud of others only': { claims: { aud: ['a', 'b'] } },
  'aud of several without azp': { claims: { aud: [clientId, 'b'] } },
  'azp of another client': { claims: { aud: [clientId, 'b'], azp: 'b' } },
  'no aud': { claims: { aud: undefined } },
  'another nonce': { claims: { nonce: 'x'.repeat(43) } },
  'no nonce': { claims: { nonce: undefined } },
  'exp an hour ago': { claims: { exp: now() - 3600 } },
  'exp 61 s ago': { claims: { exp: now() - 61 } },
  'no exp': { claims: { exp: undefined } },
  'exp as text': { claims: { exp: String(now() + 86_400) } },
  'no iat': { claims: { iat: undefined } },
  'nbf in a day': { claims: { nbf: now() + 86_400 } },
  'no sub': { claims: { sub: undefined } },
  'empty sub': { claims: { sub: '' } },
  'sub as a number': { claims: { sub: 1 } },
  'unsigned, alg none': { key: 'none' },
  'unsigned, alg None': { key: 'none', header: { alg: 'None' } },
  'unsigned, alg ES256': { key: 'none', header: { alg: 'ES256' } },
  'HS256 with our secret': { key: 'secret' },
  'HS256 with the public key': { key: 'public' },
  'a stranger’s key under the honest kid': { key: 'stranger' },
  'an unknown kid': { key: 'stranger', header: { kid: 'unknown' } },
  'RS256, which the issuer does not offer': { key: 'rsa' },
  'a header that names another algorithm': { header: { alg: 'ES384' } },
  'a critical header that we do not know': { header: { crit: ['b64'], b64: false } },
  'one bit of the signature': { token: flip },
  'no signature': { token: (jwt) => jwt.replace(/[^.]+$/, '') },
  'another person after signing': { token: repack((claims) => (claims['sub'] = 'admin')) },
  'a longer life after signing': { token: repack((claims) => (claims['exp'] = now() + 9999)) },
  'five parts': { token: (jwt) => `${jwt}.a.b` },
  'no token at all': { answer: ({ id_token: _, ...body }) => body },
  'an empty token': { answer: (body) => ({ ...body, id_token: '' }) },
  'a token that is no text': { answer: (body) => ({ ...body, id_token: { a: 1 } }) },
  'no token type': { answer: ({ token_type: _, ...body }) => body },
  'an error instead': { status: 400, answer: () => ({ error: 'invalid_grant' }) },
  'another status': { status: 201 },
  'a redirect to another address': { redirect: 'http://127.0.0.1:1/token' },
}

test('S16 an honest answer signs in, so that the refusals below mean something', async () => {
  const { cookie, back } = await begin()
  const done = await server.call('account/oauth_login_complete', back, { headers: { cookie } })
  assert.equal(done.status, 200, done.text)
  assert.equal((done.body as { user: { id: number } }).user.id, admin.user_id)
})

for (const [name, lie] of Object.entries(lies)) {
  test(`S16 refused: ${name}`, async () => {
    const { cookie, back } = await begin()
    const had = await sessions()
    issuer.mutation = lie
    const done = await server.call('account/oauth_login_complete', back, { headers: { cookie } })
    assert.equal(done.status, 422, done.text)
    assert.equal((done.body as { error: string }).error, 'LOGIN_REFUSED')
    assert.equal(done.headers['set-cookie'], undefined)
    assert.equal(await sessions(), had)
  })
}

const tampered: Record<string, (back: { code: string; state: string; iss: string }) => object> = {
  'iss parameter of another issuer': (back) => ({ ...back, iss: 'https://otro.test' }),
  'no iss parameter though the issuer sends one': ({ code, state }) => ({ code, state }),
  'a code of nobody': (back) => ({ ...back, code: 'deadbeef' }),
}
for (const [name, change] of Object.entries(tampered)) {
  test(`S16 refused: ${name}`, async () => {
    const { cookie, back } = await begin()
    const done = await server.call('account/oauth_login_complete', change(back), { headers: { cookie } })
    assert.equal((done.body as { error: string }).error, 'LOGIN_REFUSED')
  })
}

test('S16 a code of one sign-in does not finish another one', async () => {
  const first = await begin()
  const second = await begin()
  const mixed = { ...first.back, state: second.back.state }
  const done = await server.call('account/oauth_login_complete', mixed, { headers: { cookie: second.cookie } })
  assert.equal(done.status, 422)
})

test('an unknown state, a used one, a changed one and an old one are all too late', async () => {
  const { cookie, back } = await begin()
  const complete = (query: object) => server.call('account/oauth_login_complete', query, { headers: { cookie } })
  assert.equal((await complete({ ...back, state: `${back.state}x` })).status, 422)
  assert.equal((await complete({ ...back, state: 'x'.repeat(43) })).status, 422)
  assert.equal((await complete(back)).status, 200)
  assert.equal(((await complete(back)).body as { error: string }).error, 'LOGIN_EXPIRED')
  const old = await begin()
  await server.db.owner.query("update login_attempt set expires_at = now() - interval '1 second'")
  const late = await server.call('account/oauth_login_complete', old.back, { headers: { cookie: old.cookie } })
  assert.equal((late.body as { error: string }).error, 'LOGIN_EXPIRED')
})

test('only the browser that began a sign-in ends it', async () => {
  const mine = await begin()
  const other = await begin()
  for (const cookie of [undefined, other.cookie, 'hilo_login=']) {
    const { back } = await begin()
    const done = await server.call(
      'account/oauth_login_complete',
      back,
      cookie === undefined ? {} : { headers: { cookie } },
    )
    assert.equal((done.body as { error: string }).error, 'LOGIN_EXPIRED')
  }
  const done = await server.call('account/oauth_login_complete', mine.back, { headers: { cookie: mine.cookie } })
  assert.equal(done.status, 200)
})

test('an unreachable issuer is reported, and the next try succeeds again', async () => {
  const { cookie, back } = await begin()
  issuer.down = true
  const done = await server.call('account/oauth_login_complete', back, { headers: { cookie } })
  assert.equal(done.status, 503)
  assert.ok(done.headers['retry-after'])
  issuer.down = false
  const again = await begin()
  assert.equal(
    (await server.call('account/oauth_login_complete', again.back, { headers: { cookie: again.cookie } })).status,
    200,
  )
})
