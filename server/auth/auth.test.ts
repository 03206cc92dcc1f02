import assert from 'node:assert/strict'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { codeOf, columnOf, detailsOf } from '../test/answers.ts'
import { startTestServer, type Answer, type CallOptions } from '../test/harness.ts'
import { hashPassword } from './passwords.ts'
import { atRedirect, completeOnWeb, signInOnWeb, startAddress, TestBrowser } from './test-browser.ts'

const password = 'una clave bien larga'
const app = { apiaf: 'android/1.0.19/install-1' }
const server = closedAfter(await startTestServer({ PORT: await freePort() }))
const passwordHash = await hashPassword(password)
const admin = await makeAdmin(server.db, { passwordHash })

const info = ({ body }: Answer) => body as UserInfo
const cookies = (browser: TestBrowser) => ({ headers: { cookie: browser.header(server.config.publicUrl) } })

async function start(query: object = {}, headers: Record<string, string> = {}): Promise<URL> {
  const started = await server.call('account/oauth_login_start', query, { headers })
  assert.equal(started.status, 200, started.text)
  return new URL((started.body as { url: string }).url)
}
/** Enters with the password in a new browser. */
const enter = ({ email }: { email: string }) => signInOnWeb(new TestBrowser(server), server, email, password)
const known = async (options: CallOptions) => info(await server.call('account/check_login', {}, options))

test('an administrator signs in on the web, is recognized, and signs out', async () => {
  const browser = new TestBrowser(server)
  const before = await server.call('account/check_login', {}, cookies(browser))
  assert.deepEqual([before.status, info(before).user.id, info(before).vno_admin_account], [200, 0, null])

  const done = await signInOnWeb(browser, server, admin.email, password)
  assert.equal(done.status, 200, done.text)
  assert.equal(info(done).user.id, admin.user_id)
  assert.equal(info(done).vno_admin_account?.id, admin.id)
  assert.equal(info(done).app_token, undefined)
  const lasting = /^hilo_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/
  assert.match(String(done.headers['set-cookie']), lasting)

  assert.deepEqual((await server.call('account/check_login', {}, cookies(browser))).body, done.body)
  const out = await server.call('account/oauth_logout_start', {}, cookies(browser))
  const used = cookies(browser)
  const left = await server.call('account/logout', {}, used)
  assert.deepEqual([left.status, left.body], [200, {}])
  assert.match(String(left.headers['set-cookie']), /^hilo_session=; .*Max-Age=0/)
  assert.equal((await known(used)).user.id, 0)
  const gone = await browser.ask((out.body as { url: string }).url)
  assert.deepEqual([gone.status, gone.headers.get('location')], [303, `${server.config.publicUrl.origin}/login`])
})

test('code and state alone complete a sign-in at the embedded issuer; another issuer’s name is refused', async () => {
  const land = async (browser: TestBrowser) => {
    const landed = await browser.signIn(await startAddress(browser, server), admin.email, password)
    const { code, state } = Object.fromEntries(landed.url.searchParams)
    return { code, state }
  }
  const browser = new TestBrowser(server)
  const done = await completeOnWeb(browser, server, await land(browser))
  assert.deepEqual([done.status, info(done).user.id], [200, admin.user_id])
  const other = new TestBrowser(server)
  const refused = await completeOnWeb(other, server, { ...(await land(other)), iss: 'https://otro.test' })
  assert.equal(codeOf(refused), 'LOGIN_REFUSED')
})

test('signing in and out leave their audit rows, and the token is nowhere in the database', async () => {
  const browser = new TestBrowser(server)
  const person = await makeAdmin(server.db, { passwordHash })
  await signInOnWeb(browser, server, person.email, password)
  const token = browser.cookie('hilo_session') ?? ''
  await server.call('account/logout', {}, cookies(browser))
  const call = 'select call, account_type, vno_id, channel from audit where actor_id = $1 order by id'
  const { rows } = await server.db.owner.query(call, [person.user_id])
  const row = { account_type: 'va', vno_id: person.vno_id, channel: 'web' }
  assert.deepEqual(rows, [
    { call: 'account/oauth_login_complete', ...row },
    { call: 'account/logout', ...row },
  ])
  const found = await server.db.owner.query('select 1 from session where session::text like $1', [`%${token}%`])
  assert.equal(found.rowCount, 0)
})

test('S11 a session from before signing in is over, and the new one has another token', async () => {
  const planted = await makeSession(server.db, await makeTechnician(server.db))
  const browser = new TestBrowser(server)
  browser.keep(server.config.publicUrl, [planted.cookie])
  await signInOnWeb(browser, server, admin.email, password)
  assert.notEqual(browser.cookie('hilo_session'), planted.token)
  assert.equal((await known({ session: planted })).user.id, 0)
})

test('each kind of account enters as itself; an operator’s administrator takes precedence', async () => {
  const technician = await makeTechnician(server.db, { passwordHash })
  const operator = await makeOperator(server.db, { passwordHash })
  const [asTechnician, asOperator] = [info(await enter(technician)), info(await enter(operator))]
  assert.deepEqual([asTechnician.technical_account?.id, asTechnician.vno_admin_account], [technician.id, null])
  assert.deepEqual([asOperator.admin_account?.id, asOperator.technical_account], [operator.id, null])
  await server.db.owner.query('update technical_account set user_id = $1 where id = $2', [admin.user_id, technician.id])
  assert.equal(info(await enter(admin)).vno_admin_account?.id, admin.id)
})

test('S7 suspended, unavailable and of a suspended operator: no session; waiting for approval: one without privileges', async () => {
  for (const status of [3, 5])
    assert.equal(codeOf(await enter(await makeAdmin(server.db, { passwordHash, status }))), 'ACCOUNT_DISABLED')
  const stopped = await makeAdmin(server.db, { passwordHash, vno: await makeVno(server.db, { status: 4 }) })
  assert.equal(codeOf(await enter(stopped)), 'ACCOUNT_DISABLED')
  const entered = await enter(await makeAdmin(server.db, { passwordHash, status: 2 }))
  assert.equal(entered.status, 200)
  assert.deepEqual(info(entered).vno_admin_account?.privileges, {})
})

test('a refused person gets the reason, its author, and a contact', async () => {
  const vno = await makeVno(server.db, { status: 4, status_comments: 'Impago de octubre' })
  const told = async (person: { email: string }) => detailsOf(await enter(person))[0]?.message ?? ''
  const ofAdmin = await told(await makeAdmin(server.db, { passwordHash, vno }))
  assert.match(ofAdmin, /está suspendido.*Motivo: Impago de octubre\. Habla con el operador neutro/)
  const ofTechnician = await told(await makeTechnician(server.db, { passwordHash, vno }))
  assert.match(ofTechnician, /está suspendido.*Habla con tu empresa/)
  assert.doesNotMatch(ofTechnician, /Impago/)
  const person = await makeAdmin(server.db, { passwordHash, status: 3 })
  const suspend = `update vno_admin_account set suspended_reason = 'Baja médica' where id = $1`
  await server.db.owner.query(suspend, [person.id])
  assert.equal(await told(person), 'Tu cuenta está suspendida. Motivo: Baja médica. Habla con tu administrador.')
})

test('the way back travels in the state; one that leaves the site does not', async () => {
  const way = (url: URL) =>
    Buffer.from((url.searchParams.get('state') ?? '').split('.')[1] ?? '', 'base64url').toString()
  assert.equal(way(await start({ return_to_url: '/vno/ports?filter=x' })), '/vno/ports?filter=x')
  for (const bad of ['https://otro.test/', '//otro.test', '/\\otro.test', 'javascript:alert(1)', '/login', '/'])
    assert.equal(way(await start({ return_to_url: bad })), '')
})

test('two sign-ins begun in two tabs of one browser both complete', async () => {
  const browser = new TestBrowser(server)
  const pages = []
  for (let tab = 0; tab < 2; tab++) pages.push(await browser.follow(await startAddress(browser, server), atRedirect))
  const landings: URL[] = []
  for (const page of pages)
    landings.push((await browser.follow(page.url, atRedirect, { email: admin.email, password })).url)
  for (const landing of landings) {
    const done = await completeOnWeb(browser, server, Object.fromEntries(landing.searchParams))
    assert.equal(done.status, 200, done.text)
  }
})

/** The application's side: its verifier never leaves it before the end. */
function nativePair() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

async function landNative(redirect: string, challenge: string): Promise<Record<string, string>> {
  const url = await start({ redirect, code_challenge: challenge }, app)
  const landed = await new TestBrowser(server).signIn(url.href, admin.email, password)
  assert.ok(landed.url.href.startsWith(redirect), landed.url.href)
  return Object.fromEntries(landed.url.searchParams)
}

test('the application signs in with its own challenge, gets a bearer token and never a cookie', async () => {
  for (const redirect of ['hilo://oauth/user', `${server.config.publicUrl.origin}/oauth/native`]) {
    const { verifier, challenge } = nativePair()
    const query = { ...(await landNative(redirect, challenge)), code_verifier: verifier }
    const done = await server.call('account/oauth_login_complete', query, { headers: app })
    assert.equal(done.status, 200, done.text)
    assert.equal(done.headers['set-cookie'], undefined)
    const { token, expires_at } = info(done).app_token?.oauth_token ?? { token: '', expires_at: '' }
    assert.ok(Date.parse(expires_at) > Date.now() + 89 * 86_400_000)
    const asked = { bearer: token, headers: app }
    const user = await known(asked)
    assert.deepEqual([user.user.id, user.app_token?.oauth_token.token], [admin.user_id, token])
    await server.call('account/logout', {}, asked)
    assert.equal((await known(asked)).user.id, 0)
  }
})

test('S17 a stolen code is useless without the verifier, and an application’s sign-in completes in no browser', async () => {
  const { verifier, challenge } = nativePair()
  const redirect = 'hilo://oauth/user'
  const attempts: [object, Record<string, string>, string][] = [
    [{ code_verifier: nativePair().verifier }, app, 'LOGIN_REFUSED'],
    [{}, app, 'LOGIN_REFUSED'],
    [{ code_verifier: verifier }, {}, 'LOGIN_EXPIRED'],
  ]
  for (const [extra, headers, code] of attempts) {
    const query = { ...(await landNative(redirect, challenge)), ...extra }
    assert.equal(codeOf(await server.call('account/oauth_login_complete', query, { headers })), code)
  }
  const browser = new TestBrowser(server)
  const landed = await browser.signIn(await startAddress(browser, server), admin.email, password)
  const query = Object.fromEntries(landed.url.searchParams)
  const asApp = { headers: { ...app, ...cookies(browser).headers } }
  assert.equal(codeOf(await server.call('account/oauth_login_complete', query, asApp)), 'LOGIN_EXPIRED')
})

test('S17 only the two registered redirects, whole, and only with a challenge', async () => {
  const { challenge } = nativePair()
  const refused = [
    { redirect: 'hilo://oauth/user/', code_challenge: challenge },
    { redirect: 'hilo://oauth/user?x=1', code_challenge: challenge },
    { redirect: 'https://otro.test/oauth/native', code_challenge: challenge },
    { redirect: 'javascript:alert(1)', code_challenge: challenge },
    { redirect: 'hilo://oauth/user' },
    { redirect: 'hilo://oauth/user', code_challenge: 'short' },
  ]
  for (const query of refused) {
    const answer = await server.call('account/oauth_login_start', query, { headers: app })
    assert.equal(codeOf(answer), 'VALIDATION', JSON.stringify(query))
  }
  const fromWeb = { redirect: 'hilo://oauth/user', code_challenge: challenge }
  assert.equal(codeOf(await server.call('account/oauth_login_start', fromWeb)), 'VALIDATION')
  const { origin } = server.config.publicUrl
  const landing = async (query: object, headers = {}) => (await start(query, headers)).searchParams.get('redirect_uri')
  assert.equal(await landing({ code_challenge: challenge }, app), `${origin}/oauth/native`)
  assert.equal(await landing({ redirect: `${origin}/oauth/user` }), `${origin}/oauth/user`)
})

test('a challenge that a web client adds to the server’s own is verified', async () => {
  const { verifier, challenge } = nativePair()
  for (const [answer, outcome] of [
    [verifier, undefined],
    [nativePair().verifier, 'LOGIN_REFUSED'],
    [undefined, 'LOGIN_REFUSED'],
  ] as const) {
    const browser = new TestBrowser(server)
    const url = await startAddress(browser, server, `?code_challenge=${challenge}`)
    const landed = await browser.signIn(url, admin.email, password)
    const query = { ...Object.fromEntries(landed.url.searchParams), ...(answer && { code_verifier: answer }) }
    assert.equal(codeOf(await completeOnWeb(browser, server, query)), outcome)
  }
})

test('S11 a code signs in once', async () => {
  const { verifier, challenge } = nativePair()
  const query = { ...(await landNative('hilo://oauth/user', challenge)), code_verifier: verifier }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => server.call('account/oauth_login_complete', query, { headers: app })),
  )
  assert.deepEqual(columnOf(answers, 'status').sort(), [200, 422, 422, 422, 422])
})

test('the identity row is written at the first sign-in, and follows the public address', async () => {
  const person = await makeAdmin(server.db, { passwordHash })
  await enter(person)
  const linked = 'select iss, sub from user_identity where user_id = $1'
  const { rows } = await server.db.owner.query(linked, [person.user_id])
  assert.deepEqual(rows, [{ iss: `${server.config.publicUrl.origin}/oidc`, sub: String(person.user_id) }])
})

test('signing out succeeds without a session', async () => {
  assert.equal((await server.call('account/logout')).status, 200)
  const { url } = await server.done('account/oauth_logout_start', {})
  const browser = new TestBrowser(server)
  const page = await browser.follow(url, (next) => next.pathname === '/login')
  assert.equal(page.url.pathname, '/login')
  assert.ok(!atRedirect(page.url))
})
