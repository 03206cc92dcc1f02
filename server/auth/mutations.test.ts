import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../test/answers.ts'
import { startAtIssuer } from '../test/issuer-scene.ts'
import { clientId, type Mutation } from './test-issuer.ts'

const { issuer, server, admin, begin, complete } = await startAtIssuer()

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
  const done = await complete(await begin())
  assert.equal(done.status, 200, done.text)
  assert.equal((done.body as { user: { id: number } }).user.id, admin.user_id)
})

for (const [name, lie] of Object.entries(lies)) {
  test(`S16 refused: ${name}`, async () => {
    const begun = await begin()
    const had = await sessions()
    issuer.mutation = lie
    const done = await complete(begun)
    assert.equal(done.status, 422, done.text)
    assert.equal(codeOf(done), 'LOGIN_REFUSED')
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
    assert.equal(codeOf(await complete({ cookie, back: change(back) })), 'LOGIN_REFUSED')
  })
}

test('S16 a code of one sign-in does not finish another one', async () => {
  const [first, { cookie, back }] = [await begin(), await begin()]
  assert.equal((await complete({ cookie, back: { ...first.back, state: back.state } })).status, 422)
})

test('an unknown state, a used one, a changed one and an old one are all too late', async () => {
  const { cookie, back } = await begin()
  for (const state of [`${back.state}x`, 'x'.repeat(43)])
    assert.equal((await complete({ cookie, back: { ...back, state } })).status, 422)
  assert.equal((await complete({ cookie, back })).status, 200)
  assert.equal(codeOf(await complete({ cookie, back })), 'LOGIN_EXPIRED')
  const old = await begin()
  await server.db.owner.query("update login_attempt set expires_at = now() - interval '1 second'")
  assert.equal(codeOf(await complete(old)), 'LOGIN_EXPIRED')
})

test('only the browser that began a sign-in ends it', async () => {
  const mine = await begin()
  const other = await begin()
  for (const cookie of [undefined, other.cookie, 'hilo_login=']) {
    const { back } = await begin()
    assert.equal(codeOf(await complete({ cookie, back })), 'LOGIN_EXPIRED')
  }
  assert.equal((await complete(mine)).status, 200)
})

test('an unreachable issuer is reported, and the next try succeeds again', async () => {
  const begun = await begin()
  issuer.down = true
  const done = await complete(begun)
  assert.equal(done.status, 503)
  assert.ok(done.headers['retry-after'])
  issuer.down = false
  assert.equal((await complete(await begin())).status, 200)
})
