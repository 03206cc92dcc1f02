import assert from 'node:assert/strict'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Provider } from 'oidc-provider'
import { codeOf, columnsOf } from '../test/answers.ts'
import { insert, makeAdmin, makeOperator, makeTechnician, makeVno, type Account } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer } from '../test/harness.ts'
import { makeContractor } from '../test/rights-factories.ts'
import { firstCode, makeEntryCode } from './entry-code.ts'
import { atRedirect, completeOnWeb, startAddress, TestBrowser } from './test-browser.ts'

const port = await freePort()
const ours = `http://127.0.0.1:${port}`

/** A plain provider with its own pages; `login` in the form chooses the person. */
async function startForeignIssuer() {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'hilo',
        client_secret: 'secreto-del-emisor-ajeno',
        redirect_uris: [`${ours}/oauth/user`],
        post_logout_redirect_uris: [`${ours}/login`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['x'] },
  })
  const answer = provider.callback()
  http.on('request', (req, res) => void answer(req, res))
  return { http, issuer }
}

const { http, issuer } = await startForeignIssuer()
const server = await startTestServer({
  PORT: port,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'hilo',
  OIDC_CLIENT_SECRET: 'secreto-del-emisor-ajeno',
})
const admin = await makeAdmin(server.db)
await link(admin, 'ana')
after(async () => {
  await server.close()
  http.closeAllConnections()
  http.close()
})

async function link({ user_id }: Account, sub: string): Promise<void> {
  const text = 'insert into user_identity (user_id, iss, sub) values ($1, $2, $3)'
  await server.db.owner.query(text, [user_id, issuer, sub])
}

/** Passes the foreign issuer's two pages as this person. */
async function enter(browser: TestBrowser, login: string, more: object = {}) {
  const form = await browser.follow(await startAddress(browser, server), atRedirect)
  const consent = await browser.follow(form.url, atRedirect, { prompt: 'login', login, password: 'x' })
  const landed = await browser.follow(consent.url, atRedirect, { prompt: 'consent' })
  assert.ok(atRedirect(landed.url), landed.text)
  return completeOnWeb(browser, server, { ...Object.fromEntries(landed.url.searchParams), ...more })
}

/** Who entered, in a new browser. */
const entered = async (login: string, more: object = {}) =>
  (await enter(new TestBrowser(server), login, more)).body as UserInfo
test('a linked person of a foreign issuer signs in, and signs out there too', async () => {
  const browser = new TestBrowser(server)
  const done = await enter(browser, 'ana')
  assert.equal(done.status, 200, done.text)
  assert.equal((done.body as UserInfo).vno_admin_account?.id, admin.id)
  const cookie = browser.header(server.config.publicUrl)
  const { url } = (await server.call('account/oauth_logout_start', {}, { headers: { cookie } })).body as { url: string }
  assert.ok(url.startsWith(`${issuer}/session/end?`))
  assert.equal(new URL(url).searchParams.get('post_logout_redirect_uri'), `${ours}/login`)
  assert.ok(new URL(url).searchParams.get('id_token_hint'))
  assert.equal((await browser.ask(url)).status, 200)
})

test('an unlinked person gets an error, even with another person’s address or id as a name', async () => {
  for (const sub of ['nadie', admin.email, String(admin.user_id)])
    assert.equal(codeOf(await enter(new TestBrowser(server), sub)), 'ACCOUNT_NOT_LINKED')
})

async function invite(email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await server.db.owner.query<{ id: number }>("select id from role where system and key = 'vno'")
  await insert(server.db, 'invitation', {
    vno_id: admin.vno_id,
    token_hash: createHash('sha256').update(token).digest(),
    kind: 'admin',
    email,
    name: 'Berta Invitada',
    role_id: rows[0]?.id,
    expires_at: new Date(Date.now() + 86_400_000),
    last_sent_at: new Date(),
  })
  return token
}

test('an unlinked person with an invitation is linked at the end of signing in, once', async () => {
  const email = 'berta@prueba.test'
  const token = await invite(email)
  const done = await enter(new TestBrowser(server), 'berta', { invitation_token: token })
  assert.equal(done.status, 200, done.text)
  const { user, vno_admin_account: account } = done.body as UserInfo
  assert.deepEqual([user.name, user.email, account?.status], ['Berta Invitada', email, 4])
  assert.equal((await entered('berta')).user.id, user.id)
  assert.equal(codeOf(await enter(new TestBrowser(server), 'otra', { invitation_token: token })), 'INVITATION_USED')
  assert.equal(codeOf(await enter(new TestBrowser(server), email)), 'ACCOUNT_NOT_LINKED', 'an address links nobody')
})

test('a printed code links an account that is there already, and makes the first administrator', async () => {
  const person = await makeAdmin(server.db)
  const code = await makeEntryCode(server.db.owner, 'link', person.user_id)
  assert.equal((await entered('carla', { invitation_token: code })).vno_admin_account?.id, person.id)
  assert.equal(codeOf(await enter(new TestBrowser(server), 'otra', { invitation_token: code })), 'INVITATION_USED')
  const first = (await firstCode(server.db.owner)) ?? ''
  assert.equal((await entered('jefa', { invitation_token: first })).admin_account?.status, 4)
})

const read = async (invitation_token: string) =>
  (await server.done('account/invitation/get', { invitation_token })).record
const roleOf = async ({ role_id }: Account) =>
  (await server.db.owner.query<{ name: string }>('select name from role where id = $1', [role_id])).rows[0]?.name
const isUsed = async (user_id: number) => {
  const text = 'select used_at is not null as used from entry_code where user_id = $1'
  return (await server.db.owner.query<{ used: boolean }>(text, [user_id])).rows[0]?.used
}

test('a printed code says what it is for: whose account it links, or that it makes an administrator', async () => {
  const vno = await makeVno(server.db)
  const technician = await makeTechnician(server.db, { vno })
  const contractor = await makeContractor(server.db, vno, { name: 'Contrata Sur' })
  const employ = 'update technical_account set contractor_id = $2 where id = $1'
  await server.db.owner.query(employ, [technician.id, contractor])
  const manager = await makeAdmin(server.db, { vno })
  const operator = await makeOperator(server.db)
  const common = { email: null, invited_by: null, own_password: false }
  for (const [person, more] of [
    [technician, { kind: 'technician', operator: vno.name, contractor: 'Contrata Sur' }],
    [manager, { kind: 'admin', operator: vno.name, contractor: null }],
    [operator, { kind: 'admin', operator: null, contractor: null }],
  ] as const) {
    const { expires_at, ...said } = await read(await makeEntryCode(server.db.owner, 'link', person.user_id))
    assert.deepEqual(said, { purpose: 'link', name: person.name, role: await roleOf(person), ...common, ...more })
    assert.equal(typeof expires_at, 'string')
  }
  const code = await makeEntryCode(server.db.owner, 'admin')
  for (const typed of [code, `«${code.toLowerCase()}».`, `\u200b${code.replaceAll('-', ' − ')}`])
    assert.deepEqual(columnsOf([await read(typed)], 'purpose', 'name'), [['administrator', null]], typed)
})

test('a code names the account that its person enters with: of an operator before technician', async () => {
  const vno = await makeVno(server.db)
  const technician = await makeTechnician(server.db, { vno })
  const manager = await makeAdmin(server.db, { vno })
  const merge = 'update vno_admin_account set user_id = $2 where id = $1'
  await server.db.owner.query(merge, [manager.id, technician.user_id])
  const code = await makeEntryCode(server.db.owner, 'link', technician.user_id)
  assert.equal((await read(code))['role'], await roleOf(manager))
  await server.db.owner.query('update vno_admin_account set status = 3 where id = $1', [manager.id])
  assert.equal((await read(code))['role'], await roleOf(technician))
})

test('a code of a person whose account may not enter says why, links nothing and stays', async () => {
  const suspended = await makeTechnician(server.db, { status: 3 })
  const code = await makeEntryCode(server.db.owner, 'link', suspended.user_id)
  assert.equal(codeOf(await server.call('account/invitation/get', { invitation_token: code })), 'ACCOUNT_DISABLED')
  const come = () => enter(new TestBrowser(server), 'teo', { invitation_token: code })
  assert.equal(codeOf(await come()), 'ACCOUNT_DISABLED')
  assert.equal(await isUsed(suspended.user_id), false)
  await server.db.owner.query('update technical_account set status = 4 where id = $1', [suspended.id])
  assert.equal(((await come()).body as UserInfo).technical_account?.id, suspended.id)
})

test('a known identity is not linked again: the own code is used up, another person’s is refused and stays', async () => {
  const own = await makeEntryCode(server.db.owner, 'link', admin.user_id)
  const same = await entered('ana', { invitation_token: own })
  assert.deepEqual([same.vno_admin_account?.id, await isUsed(admin.user_id)], [admin.id, true])
  const again = await entered('ana', { invitation_token: own })
  assert.equal(again.vno_admin_account?.id, admin.id, 'a repeated sign-in brings the used code once more')
  const other = await makeTechnician(server.db)
  const code = await makeEntryCode(server.db.owner, 'link', other.user_id)
  const browser = new TestBrowser(server)
  const refused = await enter(browser, 'ana', { invitation_token: code })
  assert.deepEqual([refused.status, codeOf(refused)], [409, 'ALREADY_EXISTS'])
  assert.match(refused.text, /Tu cuenta de empresa ya está unida a otra persona de Hilo/)
  const cookie = browser.header(server.config.publicUrl)
  const known = await server.call('account/check_login', {}, { headers: { cookie } })
  assert.equal((known.body as UserInfo).user.id, 0, 'no session')
  assert.equal(await isUsed(other.user_id), false)
  assert.equal((await entered('dora', { invitation_token: code })).technical_account?.id, other.id)
  assert.equal(codeOf(await enter(new TestBrowser(server), 'ana', { invitation_token: code })), 'INVITATION_USED')
})

test('a known identity with an invitation signs in as before, and the invitation stays', async () => {
  const token = await invite('elsa@prueba.test')
  assert.equal((await entered('ana', { invitation_token: token })).vno_admin_account?.id, admin.id)
  assert.equal((await read(token))['purpose'], 'invitation')
})

test('with a foreign issuer there are no local passwords', async () => {
  const person = { name: 'Ana', email: 'x@prueba.test', pwd: 'una clave bien larga y rara' }
  const signup = { ...person, invitation_token: 'x'.repeat(43) }
  assert.equal(codeOf(await server.call('account/signup', signup)), 'ACCOUNT_NOT_LINKED')
})

test('a linked person with a suspended account gets no session', async () => {
  const suspended = await makeAdmin(server.db, { status: 3 })
  await link(suspended, 'sara')
  assert.equal(codeOf(await enter(new TestBrowser(server), 'sara')), 'ACCOUNT_DISABLED')
})

test('the embedded issuer is not there when another one is configured', async () => {
  for (const path of ['/oidc/.well-known/openid-configuration', '/oidc/auth', '/oidc/interaction/x']) {
    const page = await new TestBrowser(server).ask(`${ours}${path}`, undefined, { accept: 'application/json' })
    assert.ok(!page.text.includes('"issuer":') && !page.text.includes('Contraseña'), path)
  }
})

test('without the issuer no sign-in completes, a sign-out still works, and sessions stay', async () => {
  const away = await startTestServer({
    PORT: await freePort(),
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'y',
  })
  try {
    const started = await away.call('account/oauth_login_start')
    assert.deepEqual([started.status, codeOf(started)], [503, 'UNAVAILABLE'])
    const { url } = await away.done('account/oauth_logout_start', {})
    assert.equal(url, new URL('/login', away.config.publicUrl).href)
    assert.equal((await away.call('account/check_login')).status, 200)
  } finally {
    await away.close()
  }
})
