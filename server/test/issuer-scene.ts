/** Common parts of the tests of foreign issuers: a server whose people sign in at one that lies, and sign-ins there. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { clientId, clientSecret, LyingIssuer } from '../auth/test-issuer.ts'
import { makeAdmin } from './factories.ts'
import { freePort } from './free-port.ts'
import { startTestServer } from './harness.ts'

/** With one administrator, who is linked at the issuer. Closed after the tests. */
export async function startAtIssuer() {
  const issuer = await new LyingIssuer().start()
  const oidc = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  const server = await startTestServer({ PORT: await freePort(), ...oidc })
  const admin = await makeAdmin(server.db)
  const linked = 'insert into user_identity (user_id, iss, sub) values ($1, $2, $3)'
  await server.db.owner.query(linked, [admin.user_id, issuer.url, issuer.sub])
  after(async () => {
    await server.close()
    await issuer.close()
  })
  /** Begins a sign-in in a new browser, and goes through the issuer's pages. */
  const begin = async () => {
    const started = await server.call('account/oauth_login_start')
    assert.equal(started.status, 200, started.text)
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
    return { cookie, back: issuer.approve((started.body as { url: string }).url) }
  }
  const complete = ({ cookie, back }: { cookie: string | undefined; back: object }) =>
    server.call('account/oauth_login_complete', back, { ...(cookie !== undefined && { headers: { cookie } }) })
  return { issuer, server, admin, begin, complete }
}
