/** Glewlwyd of Debian. Its pages are a JavaScript client; the requests made here are those of its pages. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atRedirect, type TestBrowser } from '../../auth/test-browser.ts'
import { startProgram, type InstalledIssuer, type Registration } from './program.ts'

const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
/** The administrator that the schema adds. */
const admin = { username: 'admin', password: 'password' }
const person = { username: 'ana', password: 'la clave de ana' }

export const unlessGlewlwyd = [schema, '/usr/bin/glewlwyd', '/usr/bin/sqlite3'].every((path) => existsSync(path))
  ? {}
  : { skip: 'en este equipo falta Glewlwyd: apt-get install dbconfig-sqlite3 glewlwyd' }

const settings = (folder: string, port: string, url: string) => `
port = ${port}
bind_address = "127.0.0.1"
external_url = "${url}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "/usr/share/glewlwyd/webapp/"
log_mode = "console"
log_level = "WARNING"
cookie_domain = "127.0.0.1"
cookie_secure = 0
session_key = "GLEWLWYD2_SESSION_ID"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${join(folder, 'db')}" };
`

/** One key for each algorithm, named like it. */
function signingKeys(): string {
  const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })
  const pairs = {
    RS256: rsa(),
    RS512: rsa(),
    PS256: rsa(),
    PS512: rsa(),
    ES256: ec('P-256'),
    ES384: ec('P-384'),
    ES512: ec('P-521'),
    EdDSA: generateKeyPairSync('ed25519'),
  }
  const shared = { kty: 'oct', k: randomBytes(32).toString('base64url'), alg: 'HS256', kid: 'HS256' }
  const keys = Object.entries(pairs).map(([alg, { privateKey }]) => ({
    ...privateKey.export({ format: 'jwk' }),
    alg,
    kid: alg,
  }))
  return JSON.stringify({ keys: [...keys, shared] })
}

type Cookies = Pick<TestBrowser, 'header' | 'keep'>

function oneCookie(): Cookies {
  let kept = ''
  return { header: () => kept, keep: (_, lines) => void (kept = lines[0]?.split(';', 1)[0] ?? kept) }
}

/** Calls its API with the cookies of a browser; fails unless it is answered with 200. */
async function call(url: string, cookies: Cookies, method: string, path: string, body?: object): Promise<unknown> {
  const address = new URL(`/api${path}`, url)
  const headers = { cookie: cookies.header(address), ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  cookies.keep(address, answer.headers.getSetCookie())
  const text = await answer.text()
  assert.equal(answer.status, 200, `${method} ${path}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

async function setUp(url: string, clients: readonly Registration[]): Promise<void> {
  const cookies = oneCookie()
  const ask = (method: string, path: string, body?: object) => call(url, cookies, method, path, body)
  await ask('POST', '/auth/', admin)
  type Store = { parameters: { 'data-format': Record<string, object> } }
  const store = (await ask('GET', '/mod/client/database')) as Store
  // Not kept by the store as installed.
  for (const [name, multiple] of Object.entries({ post_logout_redirect_uris: true, sign_kid: false }))
    store.parameters['data-format'][name] = { multiple, read: true, write: true }
  await ask('PUT', '/mod/client/database', store)
  await ask('PUT', '/mod/client/database/reset')
  const parameters = {
    iss: `${url}/api/oidc`,
    'jwks-private': signingKeys(),
    'jwks-show': true,
    'client-sign_kid-parameter': 'sign_kid',
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 600,
    'auth-type-code-enabled': true,
    'pkce-allowed': true,
    'oauth-as-iss-id': true,
    'session-management-allowed': true,
    // Without it the page that confirms a sign-out fails.
    'front-channel-logout-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 3600,
  }
  await ask('POST', '/mod/plugin/', { module: 'oidc', name: 'oidc', display_name: 'oidc', enabled: true, parameters })
  await ask('POST', '/user/', { ...person, name: 'Ana', enabled: true, scope: ['openid'] })
  for (const { id, secret, algorithm, redirect, afterLogout } of clients)
    await ask('POST', '/client/', {
      client_id: id,
      client_secret: secret,
      name: id,
      confidential: true,
      enabled: true,
      redirect_uri: [redirect],
      post_logout_redirect_uris: [afterLogout],
      authorization_type: ['code'],
      token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
      sign_kid: algorithm,
    })
}

const atLogin = (url: URL) => url.pathname === '/login.html'

export async function startGlewlwyd(port: string, clients: readonly Registration[]): Promise<InstalledIssuer> {
  const { url, close } = await startProgram(
    port,
    async ({ folder, url }) => {
      const { status, stderr } = spawnSync('sqlite3', [join(folder, 'db')], { input: readFileSync(schema) })
      assert.equal(status, 0, String(stderr))
      await writeFile(join(folder, 'conf'), settings(folder, port, url))
      return { program: 'glewlwyd', words: [`--config-file=${join(folder, 'conf')}`] }
    },
    '/config',
  )
  await setUp(url, clients).catch(async (error: unknown) => {
    await close()
    throw error
  })
  /** Goes on from its page to where a signed-in person is sent. */
  const goOn = (browser: TestBrowser, { searchParams }: URL) =>
    browser.follow(`${searchParams.get('callback_url')}&g_continue`, (next) => atRedirect(next) || atLogin(next))
  return {
    url: `${url}/api/oidc`,
    close,
    visit: async (browser, address) => goOn(browser, (await browser.follow(address, atLogin)).url),
    async signIn(browser, address) {
      const page = (await browser.follow(address, atLogin)).url
      await call(url, browser, 'POST', '/auth/', person)
      return goOn(browser, page)
    },
    // The consent page cannot refuse the scope `openid`, so the error comes from `prompt=none`.
    refuse: (browser, address) => browser.follow(`${address}&prompt=none`, atRedirect),
    async signOut(browser, address) {
      const page = await browser.follow(address, atLogin)
      const {
        plugin,
        sid,
        client_id: id,
        post_redirect_to: back,
        callback_url: after = '',
      } = Object.fromEntries(page.url.searchParams)
      const session = `/${plugin}/session/${sid}`
      const query = back === undefined ? '' : `?post_redirect_to=${encodeURIComponent(back)}`
      const told = (await call(url, browser, 'GET', `${session}/${id}${query}`)) as { post_redirect_to?: string }
      await call(url, browser, 'DELETE', session)
      await call(url, browser, 'DELETE', '/auth/')
      return told.post_redirect_to === undefined ? page : { ...page, url: new URL(after) }
    },
  }
}
