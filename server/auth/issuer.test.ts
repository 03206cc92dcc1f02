import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeTechnician } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer } from '../test/harness.ts'
import { sha256 } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { atRedirect, completeOnWeb, signInOnWeb, startAddress, TestBrowser } from './test-browser.ts'

const password = 'otra clave bien larga'
const server = closedAfter(await startTestServer({ PORT: await freePort() }))
const origin = server.config.publicUrl.origin
const admin = await makeAdmin(server.db, { passwordHash: await hashPassword(password) })

const verifier = randomBytes(32).toString('base64url')
const challenge = sha256(verifier).toString('base64url')

/** An authorization address as the application's client would make it. */
function authorize(over: Record<string, string | undefined> = {}): string {
  const all: Record<string, string | undefined> = {
    client_id: 'hilo-native',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'hilo://oauth/user',
    state: 's'.repeat(43),
    nonce: 'n'.repeat(43),
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...over,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${origin}/oidc/auth?${new URLSearchParams(given).toString()}`
}

async function newCode(): Promise<string> {
  const landed = await new TestBrowser(server).signIn(authorize(), admin.email, password)
  return landed.url.searchParams.get('code') ?? ''
}

function redeem(code: string, over: Record<string, string> = {}) {
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'hilo-native',
    redirect_uri: 'hilo://oauth/user',
    code,
    code_verifier: verifier,
    ...over,
  }
  return new TestBrowser(server).ask(`${origin}/oidc/token`, fields, { accept: 'application/json' })
}

async function loginPage(browser = new TestBrowser(server)) {
  const page = await browser.follow(authorize(), atRedirect)
  assert.equal(page.status, 200, page.text)
  return { browser, page, send: (email: string, typed: string) => browser.ask(page.url, { email, password: typed }) }
}

test('the metadata offer code with PKCE S256 and iss, no implicit flow, and addresses of the public name', async () => {
  const page = await new TestBrowser(server).ask(`${origin}/oidc/.well-known/openid-configuration`, undefined, {
    'x-forwarded-host': 'otro.test',
    'x-forwarded-proto': 'https',
  })
  const about = JSON.parse(page.text) as Record<string, unknown>
  assert.equal(about['issuer'], `${origin}/oidc`)
  assert.equal(about['token_endpoint'], `${origin}/oidc/token`)
  assert.deepEqual(about['response_types_supported'], ['code'])
  assert.deepEqual(about['grant_types_supported'], ['authorization_code'])
  assert.deepEqual(about['code_challenge_methods_supported'], ['S256'])
  assert.equal(about['authorization_response_iss_parameter_supported'], true)
  assert.equal(about['registration_endpoint'], undefined)
})

test('the keys are public ones, the same for every process, and not the library’s', async () => {
  const page = await new TestBrowser(server).ask(`${origin}/oidc/jwks`)
  const { keys } = JSON.parse(page.text) as { keys: Record<string, string>[] }
  assert.deepEqual(keys.map(({ alg }) => alg).sort(), ['ES256', 'RS256'])
  assert.ok(keys.every((key) => key['d'] === undefined && key['p'] === undefined))
  const { rows } = await server.db.owner.query<{ value: { jwks: { keys: { kid: string }[] } } }>(
    `select value from secret where name = 'issuer'`,
  )
  assert.deepEqual(new Set(rows[0]?.value.jwks.keys.map(({ kid }) => kid)), new Set(keys.map(({ kid }) => kid)))
  await assert.rejects(server.db.app.query('select * from secret'), /permission denied/)
})

test('S16 protocol violations get an error page in Spanish, without a stack and without a redirect', async () => {
  const refused = [
    authorize({ redirect_uri: 'https://otro.test/' }),
    authorize({ redirect_uri: 'hilo://oauth/user/x' }),
    authorize({ client_id: 'nobody' }),
    authorize({ client_id: undefined }),
    `${authorize()}&client_id=hilo-web`,
  ]
  for (const url of refused) {
    const page = await new TestBrowser(server).ask(url)
    assert.equal(page.status, 400, url)
    assert.match(page.text, /<html lang="es" translate="no">.*No se puede seguir/s)
    assert.doesNotMatch(page.text, /oops|node_modules|Error:/)
  }
})

test('S16 no challenge, a plain one, an implicit answer: back to the client with an error', async () => {
  const refused: [Record<string, string | undefined>, string][] = [
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ prompt: 'none' }, 'login_required'],
  ]
  for (const [over, error] of refused) {
    const page = await new TestBrowser(server).ask(authorize(over))
    const back = new URL(page.headers.get('location') ?? '')
    const said = back.searchParams.get('error') ?? new URLSearchParams(back.hash.slice(1)).get('error')
    assert.deepEqual([back.protocol, said], ['hilo:', error], JSON.stringify(over))
  }
})

test('S16 a code lives a minute, works once, for its own client, redirect and verifier', async () => {
  const ok = await redeem(await newCode())
  assert.equal(ok.status, 200, ok.text)
  const wrong: Record<string, string>[] = [
    { code_verifier: randomBytes(32).toString('base64url') },
    { redirect_uri: `${origin}/oauth/native` },
    { client_id: 'hilo-web' },
  ]
  for (const over of wrong)
    assert.ok([400, 401].includes((await redeem(await newCode(), over)).status), JSON.stringify(over))
  const code = await newCode()
  const twice = await Promise.all([redeem(code), redeem(code)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 400])
  const old = await newCode()
  const { rows } = await server.db.owner.query<{ left: number }>(
    "select extract(epoch from expires_at - now())::int as left from oidc_payload where model = 'AuthorizationCode' and id = $1",
    [old],
  )
  assert.ok((rows[0]?.left ?? 99) <= 60)
  await server.db.owner.query("update oidc_payload set expires_at = now() - interval '1 second' where id = $1", [old])
  assert.equal((await redeem(old)).status, 400)
})

test('a code used twice revokes what it granted', async () => {
  const code = await newCode()
  await redeem(code)
  await redeem(code)
  const { rows } = await server.db.owner.query<{ n: number }>(
    `select count(*)::int as n from oidc_payload t join oidc_payload c on c.grant_id = t.grant_id and c.id = $1`,
    [code],
  )
  assert.equal(rows[0]?.n, 0)
})

test('each sign-in asks for the password, even right after another one', async () => {
  const browser = new TestBrowser(server)
  await signInOnWeb(browser, server, admin.email, password)
  await loginPage(browser)
  const other = await makeTechnician(server.db, { passwordHash: await hashPassword(password) })
  const done = await signInOnWeb(browser, server, other.email, password)
  assert.equal((done.body as { technical_account: { id: number } }).technical_account.id, other.id)
})

test('S26, S27 the page is complete in itself: strict policy with a nonce, every header, Spanish labels, the version', async () => {
  const { page } = await loginPage()
  const policy = page.headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  assert.match(policy, /^default-src 'none'; base-uri 'none'; frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  assert.equal(page.text.split(`nonce="${nonce}"`).length - 1, 2)
  assert.doesNotMatch(page.text, / style="|<script(?! nonce)| on\w+="/)
  for (const [name, value] of [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['cache-control', 'no-store'],
  ])
    assert.equal(page.headers.get(name ?? ''), value)
  const version = `<footer>${server.config.version}</footer>`
  for (const text of ['>Correo electrónico</label>', '>Contraseña</label>', '>Entrar</button>', version])
    assert.ok(page.text.includes(text), text)
})

test('of the demonstration’s accounts the page offers those that exist', async () => {
  const offered = async () => (await loginPage()).page.text.match(/Demostración|cuenta=[^"]+/g) ?? []
  const chosen = async () => {
    const { browser, page } = await loginPage()
    const { text } = await browser.ask(`${page.url.href}?cuenta=tecnico%40norte.test`)
    return text.includes('value="tecnico@norte.test"')
  }
  assert.deepEqual(await offered(), [])
  assert.equal(await chosen(), false)
  await makeTechnician(server.db, { email: 'tecnico@norte.test' })
  assert.deepEqual(await offered(), ['Demostración', 'Demostración', 'cuenta=tecnico%40norte.test'])
  assert.equal(await chosen(), true)
})

test('S22 a wrong password and an unknown address answer with the same page, and the address stays', async () => {
  const known = await (await loginPage()).send(admin.email, 'no es esta clave')
  const unknown = await (await loginPage()).send('nadie@prueba.test', 'no es esta clave')
  const plain = (text: string) =>
    text
      .replace(/nonce="[^"]+"/g, '')
      .replaceAll(admin.email, 'X')
      .replaceAll('nadie@prueba.test', 'X')
  assert.deepEqual([known.status, unknown.status], [422, 422])
  assert.equal(plain(known.text), plain(unknown.text))
  assert.ok(known.text.includes(`value="${admin.email}"`))
  assert.ok(known.text.includes('El correo o la contraseña no son correctos.'))
  assert.ok(!known.text.includes('no es esta clave'))
})

test('typed input is shown as text', async () => {
  const page = await (await loginPage()).send('"><script>alert(1)</script>', 'x')
  assert.ok(page.text.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'))
})

test('empty fields, too long bodies, other forms and other sites’ forms do not enter', async () => {
  const { browser, page, send } = await loginPage()
  assert.equal((await send('', '')).status, 422)
  assert.equal((await send('\0', 'x\0')).status, 422)
  assert.equal((await send(`${admin.email}\0x`, 'x\0')).status, 422)
  assert.equal((await browser.ask(page.url, { email: admin.email, password: 'x'.repeat(5000) })).status, 400)
  const foreign = await browser.ask(page.url, { email: admin.email, password }, { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 400)
  const json = await browser.ask(page.url, { email: admin.email, password }, { 'content-type': 'text/plain' })
  assert.equal(json.status, 400)
  assert.equal((await new TestBrowser(server).ask(page.url, { email: admin.email, password })).status, 400)
  assert.equal((await send(admin.email.toUpperCase(), password)).status, 303)
})

test('S21 the same person entering from thirty places at once is no attack', async () => {
  const pages = await Promise.all(Array.from({ length: 30 }, () => loginPage()))
  const answers = await Promise.all(pages.map(({ send }) => send(admin.email, password)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]))
})

test('a sign-in that was cancelled at the embedded issuer says so', async () => {
  const browser = new TestBrowser(server)
  const state = new URL(await startAddress(browser, server)).searchParams.get('state') ?? ''
  const done = await completeOnWeb(browser, server, { state, error: 'access_denied' })
  assert.equal(done.status, 422)
  assert.match(done.text, /"LOGIN_REFUSED".*"Has cancelado la entrada\."/)
})
