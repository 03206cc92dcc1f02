/** Foreign issuers as they are: names, secrets, signatures, and what they answer instead of a code. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { silentLog, type Log } from '../log.ts'
import { makeAdmin } from '../test/factories.ts'
import { codeOf, detailsOf } from '../test/answers.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer, type Answer, type TestServer } from '../test/harness.ts'
import { openAuth } from './auth.ts'
import { invalidClient, LyingIssuer } from './test-issuer.ts'

/** Of characters that form encoding leaves alone in part, and in part changes. */
const plain = { id: 'hilo-vno_1.es', secret: "it's~a(secret)*!-_." }
const odd = { id: 'hilo:vno/1', secret: 'a+b c%2F=ñ&€' }

const issuer = new LyingIssuer()
const logged: { level: string; message: string; data: object | undefined }[] = []
const note = (level: string) => (message: string, data?: object) => void logged.push({ level, message, data })
const log: Log = { ...silentLog, info: note('info'), warn: note('warn'), error: note('error') }

async function serverOf(name: string, client: { id: string; secret: string }): Promise<TestServer> {
  const oidc = { OIDC_ISSUER: name, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret }
  const server = await startTestServer({ PORT: await freePort(), ...oidc }, { log })
  const { user_id } = await makeAdmin(server.db)
  const linked = 'insert into user_identity (user_id, iss, sub) values ($1, $2, $3)'
  for (const iss of [issuer.url, `${issuer.url}/realm/`, `${issuer.url}/realm`])
    await server.db.owner.query(linked, [user_id, iss, issuer.sub])
  return server
}

/** Begins a sign-in, and ends it with what the issuer answers. */
async function signIn(server: TestServer, answer?: Record<string, string>) {
  const started = await server.call('account/oauth_login_start')
  if (started.status !== 200) return started
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
  const { code, state, iss } = issuer.approve((started.body as { url: string }).url)
  const back = { state, iss: (issuer.description['issuer'] as string | undefined) ?? iss, ...(answer ?? { code }) }
  return await server.call('account/oauth_login_complete', back, { headers: { cookie } })
}
const told = (answer: Answer) => [answer.status, codeOf(answer), detailsOf(answer)[0]?.message]
const setup =
  'El acceso de tu empresa y Hilo no están bien configurados entre sí. Volver a intentarlo no sirve: avisa a quien administra Hilo.'

const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA']

await issuer.start()
issuer.description = { id_token_signing_alg_values_supported: [...algorithms, 'HS256'] }
const server = await serverOf(issuer.url, plain)
// The description is read once an hour.
assert.equal((await signIn(server)).status, 200)
after(async () => {
  await server.close()
  await issuer.close()
})
beforeEach(() => {
  issuer.description = {}
  issuer.recognizes = () => true
  issuer.mutation = {}
  issuer.refusal = invalidClient
  logged.length = 0
})

describe('the issuer’s name', () => {
  /** A server started with a name of the issuer, and what its start says. */
  async function startAs(configured: string, named: string) {
    const claims = { iss: named }
    issuer.description = { issuer: named }
    const one = await serverOf(configured, plain)
    const auth = await openAuth({ config: one.config, db: one.db, log })
    const checked = await auth.checkIssuer().then(
      () => null,
      (error: Error) => error.message,
    )
    issuer.mutation = { claims }
    const answer = await signIn(one)
    await one.close()
    return { checked, answer: told(answer) }
  }

  it('may differ from the configured one by a slash at the end', async () => {
    const [with_, without] = [`${issuer.url}/realm/`, `${issuer.url}/realm`]
    for (const [configured, named] of [
      [with_, without],
      [without, with_],
      [issuer.url, `${issuer.url}/`],
    ] as const) {
      const { checked, answer } = await startAs(configured, named)
      assert.equal(checked, null)
      assert.equal(answer[0], named.includes('realm') ? 200 : 403, `${configured} ${named}`)
    }
  })

  it('that differs otherwise ends the start, and is told at each sign-in', async () => {
    const configured = `${issuer.url}/realm`
    const named = 'https://accesos.ejemplo.es/realm'
    const { checked, answer } = await startAs(configured, named)
    const sentence = `OIDC_ISSUER vale «${configured}» y el emisor que contesta ahí se llama «${named}». Pon en OIDC_ISSUER su nombre.`
    assert.equal(checked, sentence)
    assert.deepEqual(answer, [422, 'LOGIN_REFUSED', setup])
    assert.ok(logged.some(({ level, message }) => level === 'error' && message === sentence))
  })

  it('is asked of an issuer that is away, or answers with something else, without ending the start', async () => {
    for (const name of ['http://127.0.0.1:9', `${issuer.url}/nobody`]) {
      const one = await serverOf(name, plain)
      issuer.down = true
      await (await openAuth({ config: one.config, db: one.db, log })).checkIssuer()
      const [status, code, message] = told(await signIn(one))
      assert.deepEqual([status, code], [503, 'UNAVAILABLE'])
      assert.match(String(message), /El acceso de tu empresa no funciona ahora/)
      issuer.down = false
      await one.close()
    }
    assert.ok(logged.some(({ message }) => message.startsWith('El emisor de OIDC_ISSUER no contesta')))
  })

  const unusable: Record<string, [Record<string, unknown>, RegExp]> = {
    'signs with secrets alone': [
      { id_token_signing_alg_values_supported: ['HS512', 'HS256'] },
      /solo firma con HS512, HS256/,
    ],
    'gives no codes': [{ response_types_supported: ['id_token'] }, /no da códigos/],
    'has no token endpoint': [{ token_endpoint: undefined }, /«token_endpoint»/],
    'names an address without TLS': [
      { token_endpoint: 'ftp://accesos.ejemplo.es/token' },
      /tiene que empezar por https/,
    ],
    'wants pushed requests': [{ require_pushed_authorization_requests: true }, /PAR/],
    'has a name for each tenant': [{ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, /inquilino/],
    'takes no secret': [{ token_endpoint_auth_methods_supported: ['private_key_jwt'] }, /solo por private_key_jwt/],
  }
  for (const [what, [description, sentence]] of Object.entries(unusable))
    it(`does not help an issuer that ${what}: the start ends with a sentence`, async () => {
      issuer.description = description
      const auth = await openAuth({ config: server.config, db: server.db, log })
      await assert.rejects(auth.checkIssuer(), sentence)
    })
})

describe('the client’s secret', () => {
  const basic = (authorization: string) => Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  const formed = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  const kinds = {
    'decodes HTTP Basic': (client, authorization) =>
      basic(authorization).split(':').map(formed).join('\n') === `${client.id}\n${client.secret}`,
    'does not decode HTTP Basic, and takes the form': (client, authorization, body) =>
      authorization === ''
        ? body.get('client_id') === client.id && body.get('client_secret') === client.secret
        : basic(authorization) === `${client.id}:${client.secret}`,
  } satisfies Record<string, (client: typeof plain, authorization: string, body: URLSearchParams) => boolean>

  for (const [what, recognizes] of Object.entries(kinds))
    for (const client of [plain, odd])
      for (const methods of client === plain ? [undefined] : [['client_secret_basic', 'client_secret_post'], undefined])
        it(`${client.id} is known to an issuer that ${what} and names ${methods?.join(' and ') ?? 'nothing'}`, async () => {
          issuer.description = { token_endpoint_auth_methods_supported: methods }
          const asked: boolean[] = []
          issuer.recognizes = (authorization, body) => {
            asked.push(recognizes(client, authorization, body))
            return asked.at(-1) ?? false
          }
          const one = await serverOf(issuer.url, client)
          try {
            assert.equal((await signIn(one)).status, 200)
            const first = asked.length
            assert.equal((await signIn(one)).status, 200)
            assert.equal(asked.length, first + 1, 'the method that served is asked first')
            if (client === plain) assert.deepEqual(asked, [true, true], 'at once')
          } finally {
            await one.close()
          }
        })

  const both = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] }
  const form = (authorization: string) => authorization === ''
  const refusals = {
    'says access_denied, as Auth0': {
      status: 401,
      body: { error: 'access_denied', error_description: 'Unauthorized' },
    },
    'says unauthorized_client, as Glewlwyd': { status: 403, body: { error: 'unauthorized_client' } },
    'says nothing': { status: 401, body: {} },
  }
  for (const [what, refusal] of Object.entries(refusals))
    it(`is sent by the form to an issuer that does not take HTTP Basic and ${what}`, async () => {
      const one = await serverOf(issuer.url, plain)
      Object.assign(issuer, { description: both, recognizes: form, refusal })
      assert.equal((await signIn(one)).status, 200)
      await one.close()
    })

  it('is sent by the form from the second sign-in on where the first try uses the code up', async () => {
    const one = await serverOf(issuer.url, plain)
    Object.assign(issuer, { description: both, recognizes: form, refusal: { ...invalidClient, spends: true } })
    assert.deepEqual([(await signIn(one)).status, (await signIn(one)).status], [422, 200])
    await one.close()
  })

  it('that is wrong is told as such and logged with the issuer’s error', async () => {
    issuer.recognizes = () => false
    assert.deepEqual(told(await signIn(server)), [422, 'LOGIN_REFUSED', setup])
    assert.match(JSON.stringify(logged), /sign-in refused.*invalid_client/)
  })
})

describe('the signature', () => {
  it('may be any with a public key', async () => {
    for (const alg of algorithms) {
      issuer.mutation = { alg }
      assert.equal((await signIn(server)).status, 200, alg)
    }
  })

  it('by the secret, as an issuer may have been set to for us, is told as a fault of the configuration', async () => {
    issuer.mutation = { key: 'secret' }
    assert.deepEqual(told(await signIn(server)), [422, 'LOGIN_REFUSED', setup])
  })
})

describe('an answer without a code', () => {
  const sentences: Record<string, RegExp> = {
    access_denied: /La entrada se ha cancelado, o tu empresa no da acceso/,
    consent_required: /falta autorizar Hilo/,
    login_required: /sin preguntarte/,
    interaction_required: /sin preguntarte/,
    account_selection_required: /sin preguntarte/,
    temporarily_unavailable: /no funciona ahora/,
    server_error: /no funciona ahora/,
    invalid_request: /no están bien configurados/,
    invalid_scope: /no están bien configurados/,
    unauthorized_client: /no están bien configurados/,
    'https://otro.test/errors#x': /no están bien configurados/,
  }
  for (const [error, sentence] of Object.entries(sentences))
    it(`${error} is told in a sentence, and logged without addresses`, async () => {
      const answer = await signIn(server, { error, error_description: 'AADSTS50105: ana@ejemplo.es is not assigned' })
      const [status, code, message] = told(answer)
      assert.deepEqual([status, code], [422, 'LOGIN_REFUSED'])
      assert.match(String(message), sentence)
      const refusal = logged.find(({ message: one }) => one === 'the issuer refused a sign-in')
      assert.deepEqual(refusal?.data, { error, description: 'AADSTS50105: … is not assigned' })
    })

  it('is believed of the browser that began the sign-in alone, once', async () => {
    const started = await server.call('account/oauth_login_start')
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
    const { state } = issuer.approve((started.body as { url: string }).url)
    const say = async (headers: Record<string, string>) =>
      told(await server.call('account/oauth_login_complete', { state, error: 'access_denied' }, { headers }))[1]
    assert.equal(await say({ cookie }), 'LOGIN_REFUSED')
    assert.equal(await say({ cookie }), 'LOGIN_EXPIRED')
    const again = await server.call('account/oauth_login_start')
    const other = issuer.approve((again.body as { url: string }).url)
    const foreign = await server.call('account/oauth_login_complete', { state: other.state, error: 'access_denied' })
    assert.equal(told(foreign)[1], 'LOGIN_EXPIRED')
    assert.equal(logged.length, 1)
  })

  it('and without an error is refused', async () => {
    assert.equal((await server.call('account/oauth_login_complete', { state: 'x'.repeat(43) })).status, 422)
  })
})
