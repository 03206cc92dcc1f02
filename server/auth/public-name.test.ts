import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../app.ts'
import { silentLog } from '../log.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { openAuth } from './auth.ts'
import { issuerKeys } from './keys.ts'
import { hashPassword } from './passwords.ts'
import { completeOnWeb, signInOnWeb, startAddress, TestBrowser, atRedirect } from './test-browser.ts'

const password = 'la tercera clave larga'
const place = { PUBLIC_URL: 'https://hilo.test', HILO_DEMO: '0' }
const server = closedAfter(await startTestServer({ PORT: await freePort(), ...place }))
const admin = await makeAdmin(server.db, { passwordHash: await hashPassword(password) })

test('S14 behind https under another name: __Host- and Secure on our cookies, Secure on the issuer’s', async () => {
  const browser = new TestBrowser(server)
  const started = await browser.ask('https://hilo.test/api/v1/account/oauth_login_start.json')
  const begun = /^__Host-hilo_login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1800$/
  assert.match(started.headers.getSetCookie()[0] ?? '', begun)
  const { url } = JSON.parse(started.text) as { url: string }
  assert.ok(url.startsWith('https://hilo.test/oidc/auth?'))
  const asked = await browser.ask(url)
  const cookies = asked.headers.getSetCookie()
  assert.ok(cookies.length > 0)
  for (const cookie of cookies) assert.match(cookie, /; secure; httponly|; httponly; .*secure|; secure/i)
  assert.equal(asked.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')

  const done = await signInOnWeb(new TestBrowser(server), server, admin.email, password)
  assert.equal(done.status, 200, done.text)
  const entered = /^__Host-hilo_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=43200$/
  assert.match(String(done.headers['set-cookie']), entered)
})

test('outside demonstration mode the page shows none of it', async () => {
  const page = await new TestBrowser(server).follow((await start()).href, atRedirect)
  const picked = await new TestBrowser(server).ask(`${page.url.href}?cuenta=admin%40norte.test`)
  for (const { text } of [page, picked]) assert.doesNotMatch(text, /Demostración|hilo-demo|norte\.test/)
})

/** Another process on the same database. */
async function another(): Promise<TestServer> {
  const { config, db, store, reader } = server
  const auth = await openAuth({ config, db, log: silentLog })
  const app = await buildApp({ config, db, store, plant: reader, log: silentLog, auth })
  return {
    ...server,
    app,
    close: () => app.close(),
    call: async (path, query, options) => {
      const headers = { host: config.publicUrl.host, ...options?.headers }
      const [url, payload] = [`/api/v1/${path}.json`, { query: query ?? {} }]
      const answer = await app.inject({ method: 'POST', url, headers, payload })
      const { statusCode: status, body: text, rawPayload: bytes } = answer
      return { status, headers: answer.headers, body: answer.json<unknown>(), text, bytes }
    },
  }
}

/** Begins a sign-in at the first process and ends it at the other. */
async function signInAcross(second: TestServer): Promise<void> {
  const browser = new TestBrowser(server)
  const landed = await browser.signIn(await startAddress(browser, server), admin.email, password)
  const done = await completeOnWeb(browser, second, Object.fromEntries(landed.url.searchParams))
  assert.equal(done.status, 200, done.text)
}

test('a sign-in begun at one process completes at another: keys, attempts and codes are shared', async () => {
  const second = await another()
  try {
    await signInAcross(second)
  } finally {
    await second.close()
  }
})

test('S16 signing keys are rotated after ninety days; earlier signatures still verify', async () => {
  const before = await issuerKeys(server.db.owner)
  await server.db.owner.query(`update secret set created_at = now() - interval '91 days' where name = 'issuer'`)
  const [after, also] = await Promise.all([issuerKeys(server.db.owner), issuerKeys(server.db.owner)])
  const kids = ({ jwks }: typeof before) => jwks.keys.map(({ kid }) => kid)
  assert.deepEqual(kids(also), kids(after))
  assert.deepEqual(kids(after).slice(2), kids(before).slice(0, 2))
  assert.deepEqual([after.cookies, after.clientSecret], [before.cookies, before.clientSecret])
  const second = await another()
  try {
    await signInAcross(second)
    const { rows } = await server.db.owner.query<{ id_token: string }>(
      'select id_token from session where id_token is not null order by id desc limit 1',
    )
    const head = JSON.parse(Buffer.from(rows[0]?.id_token.split('.')[0] ?? '', 'base64url').toString()) as object
    assert.deepEqual(head, { ...head, alg: 'ES256', kid: kids(after)[0] })
  } finally {
    await second.close()
  }
})

test('several processes that start at once agree on the keys', async () => {
  await server.db.owner.query('delete from secret')
  const made = await Promise.all([1, 2, 3].map(() => issuerKeys(server.db.owner)))
  assert.deepEqual(made[0], made[1])
  assert.deepEqual(made[1], made[2])
})

test('S13 a session ends when it has lain idle and when it is old, without anybody doing anything', async () => {
  const browser = new TestBrowser(server)
  const alive = async () => {
    const cookie = browser.header(server.config.publicUrl)
    const known = await server.call('account/check_login', {}, { headers: { cookie } })
    return (known.body as { user: { id: number } }).user.id > 0
  }
  for (const column of [
    "last_seen_at = now() - idle_limit - interval '1 second'",
    "expires_at = now() - interval '1 second'",
  ]) {
    await signInFresh(browser)
    assert.equal(await alive(), true)
    await server.db.owner.query(`update session set ${column} where user_id = $1`, [admin.user_id])
    assert.equal(await alive(), false, column)
  }
})

test('expired rows are deleted', async () => {
  await start()
  await server.db.owner.query("update login_attempt set expires_at = now() - interval '1 second'")
  const { sweep } = await import('./attempts.ts')
  await sweep(server.db.app)
  const { rows } = await server.db.owner.query<{ n: number }>('select count(*)::int as n from login_attempt')
  assert.equal(rows[0]?.n, 0)
})

async function signInFresh(browser: TestBrowser): Promise<void> {
  // The keys were rotated above: the running issuer keeps its own until it restarts.
  const done = await signInOnWeb(browser, server, admin.email, password)
  assert.equal(done.status, 200, done.text)
}

async function start(): Promise<URL> {
  const started = await server.call('account/oauth_login_start')
  return new URL((started.body as { url: string }).url)
}
