/** Identity servers of Debian sign people in and out. */
import assert from 'node:assert/strict'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { after, describe, it } from 'node:test'
import { codeOf } from '../test/answers.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { silentLog } from '../log.ts'
import { makeAdmin } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { randomToken, sha256 } from './attempts.ts'
import { IssuerClient } from './client.ts'
import { makeEntryCode } from './entry-code.ts'
import { startGlewlwyd, unlessGlewlwyd } from '../test/issuers/glewlwyd.ts'
import { startLemonLdap, unlessLemonLdap } from '../test/issuers/lemonldap.ts'
import type { InstalledIssuer, Registration } from '../test/issuers/program.ts'
import { completeOnWeb, atRedirect, startAddress as loginAddress, TestBrowser } from './test-browser.ts'

type Client = Pick<Registration, 'id' | 'secret' | 'algorithm'>

const plain: Client = { id: 'hilo', secret: 'secreto', algorithm: 'RS256' }
/** Neither issuer decodes what HTTP Basic carries form-encoded. */
const odd: Client = { id: 'hilo-vno:1', secret: 's3+cr/et=%ñ~:', algorithm: 'RS256' }

const issuers = {
  'LemonLDAP::NG': {
    start: startLemonLdap,
    needed: unlessLemonLdap,
    accepted: ['RS256', 'RS384', 'RS512'],
    refused: ['none', 'HS256', 'HS512'],
    refusal: 'consent_required',
  },
  Glewlwyd: {
    start: startGlewlwyd,
    needed: unlessGlewlwyd,
    accepted: ['RS256', 'RS512', 'PS256', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    refused: ['HS256'],
    refusal: 'interaction_required',
  },
} as const

const signed = (algorithm: string): Client => ({ id: algorithm, secret: 'secreto', algorithm })

/** What the web client sends of the redirect's parameters. */
function answerIn({ searchParams }: URL): Record<string, string> {
  const names = ['code', 'state', 'iss', 'error', 'error_description']
  return Object.fromEntries([...searchParams].filter(([name]) => names.includes(name)))
}

/** Links an account by a code, signs in again without the code, and checks the session's account. Returns the second browser. */
async function signInLinked(issuer: InstalledIssuer, server: TestServer): Promise<TestBrowser> {
  let browser = new TestBrowser(server)
  const account = await makeAdmin(server.db)
  const invitation_token = await makeEntryCode(server.db.owner, 'link', account.user_id)
  for (const more of [{ invitation_token }, {}]) {
    browser = new TestBrowser(server)
    const landed = await issuer.signIn(browser, await loginAddress(browser, server))
    const done = await completeOnWeb(browser, server, { ...answerIn(landed.url), ...more })
    assert.equal(done.status, 200, done.text)
    const cookie = browser.header(server.config.publicUrl)
    const { body } = await server.call('account/check_login', {}, { headers: { cookie } })
    assert.equal((body as UserInfo).vno_admin_account?.id, account.id)
  }
  return browser
}

/** Signs in without a session of ours; the subject. */
async function redeemed(issuer: InstalledIssuer, server: TestServer, { id, secret }: Client): Promise<string> {
  const clients = { web: { id, secret }, native: { id } }
  const client = new IssuerClient({ issuer: new URL(issuer.url), clients, log: silentLog })
  const [state, nonce, codeVerifier] = [randomToken(), randomToken(), randomToken()]
  const redirectUri = new URL('/oauth/user', server.config.publicUrl).href
  const address = await client.loginUrl('web', {
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: sha256(codeVerifier).toString('base64url'),
    code_challenge_method: 'S256',
  })
  const landed = await issuer.signIn(new TestBrowser(server), address)
  const { code = '', ...more } = answerIn(landed.url)
  return (await client.redeem({ kind: 'web', redirectUri, nonce, codeVerifier, ...more, state, code })).sub
}

const registered = (client: Client, port: string): Registration => ({
  ...client,
  redirect: `http://127.0.0.1:${port}/oauth/user`,
  afterLogout: `http://127.0.0.1:${port}/login`,
})

for (const [name, { start, needed, accepted, refused, refusal }] of Object.entries(issuers))
  describe(name, needed, async () => {
    const started: { close(): Promise<void> }[] = []
    const [port, oddPort] = [await freePort(), await freePort()]
    const clients = [plain, ...[...accepted, ...refused].map(signed)].map((one) => registered(one, port))
    const issuer = await start(await freePort(), [...clients, registered(odd, oddPort)])
    started.push(issuer)
    const serve = async (PORT: string, { id, secret }: Client) => {
      const env = { PORT, OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret }
      const one = await startTestServer(env)
      started.push(one)
      return one
    }

    const server = await serve(port, plain)
    const oddServer = await serve(oddPort, odd)
    after(async () => {
      for (const one of started.toReversed()) await one.close()
    })

    it('signs people in, and out there too', async () => {
      const browser = await signInLinked(issuer, server)
      const isKnown = async () => atRedirect((await issuer.visit(browser, await loginAddress(browser, server))).url)
      assert.equal(await isKnown(), true, 'a second sign-in needs no password')
      const cookie = browser.header(server.config.publicUrl)
      const left = await server.call('account/oauth_logout_start', {}, { headers: { cookie } })
      const page = await issuer.signOut(browser, (left.body as { url: string }).url)
      assert.equal(page.url.pathname, '/login')
      assert.equal(await isKnown(), false)
      const again = await issuer.signIn(browser, await loginAddress(browser, server))
      assert.ok(atRedirect(again.url), 'with the password')
    })

    it('knows our client by a name and a secret that are encoded', async () => {
      await signInLinked(issuer, oddServer)
    })

    it('says why it gives no code', async () => {
      const browser = new TestBrowser(server)
      const landed = await issuer.refuse(browser, await loginAddress(browser, server))
      assert.equal(landed.url.searchParams.get('error'), refusal)
      const done = await completeOnWeb(browser, server, answerIn(landed.url))
      assert.equal(codeOf(done), 'LOGIN_REFUSED', done.text)
    })

    for (const algorithm of accepted)
      it(`signs with ${algorithm}`, async () => {
        assert.ok(await redeemed(issuer, server, signed(algorithm)))
      })

    for (const algorithm of refused)
      it(`is refused when it signs with ${algorithm}`, async () => {
        const outcome = await redeemed(issuer, server, signed(algorithm)).catch((error: unknown) => error)
        assert.ok(outcome instanceof Problem && outcome.code === 'LOGIN_REFUSED', String(outcome))
      })
  })
