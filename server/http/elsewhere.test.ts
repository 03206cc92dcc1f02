/** Redirects always lead to the public address, whatever the request. */
import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer } from '../test/harness.ts'

const server = closedAfter(
  await startTestServer({ PORT: await freePort(), PUBLIC_URL: 'https://hilo.test', HILO_DEMO: '0' }),
)
await server.app.listen({ port: 0, host: '127.0.0.1' })
const port = (server.app.server.address() as AddressInfo).port

/** A raw request, as no well-behaved client would send it. */
function ask(target: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1'),
    )
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => (answer += part))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

const targets = [
  ...['/', '/vno/ctos?q=a&b=//evil.test', '//evil.test/x', '///evil.test/x', '/\\evil.test', '\\\\evil.test'],
  ...['/\\/evil.test', '/%2f%2fevil.test', '/%5cevil.test', '/.//evil.test', '/..//evil.test', '/a/..//evil.test'],
  ...['/%2e//evil.test', '/%09/evil.test', '/\t/evil.test', '/@evil.test', '@evil.test', ':@evil.test/', '.evil.test'],
  ...[':80@evil.test/', '//user:pw@evil.test:81/x?y#z', '//[::1]/x', 'http://evil.test/x?y=1', 'HTTPS://evil.test'],
  ...['http:evil.test', 'http:/evil.test', 'http:\\\\evil.test', 'https://hilo.test@evil.test/', 'javascript:alert(1)'],
  ...['data:text/html,x', '/\u00e9//evil.test', '/\uffffevil.test', '/login?return_to_url=//evil.test'],
]
const hosts = [
  ...['hilo.test', 'hilo.test.', 'HILO.TEST', 'hilo.test:443', 'hilo.test:8443', 'evil.test', 'evil.test:80', ''],
  ...['user@evil.test', 'hilo.test@evil.test', '[::1]:3000', '127.0.0.1', 'evil.test/x'],
]

test('no request target and no Host make the server redirect to another origin', async () => {
  const wrong: string[] = []
  let redirected = 0
  for (const target of targets)
    for (const host of hosts) {
      const answer = await ask(target, host)
      const location = /^location: *(.*?)\r$/im.exec(answer)?.[1]
      if (location === undefined) continue
      redirected++
      const bases = ['https://hilo.test/', URL.parse(`http://${host}/`)?.href ?? 'http://other.test/']
      const leads = bases.map((base) => URL.parse(location, base)?.origin)
      if (leads.some((origin) => origin !== 'https://hilo.test')) wrong.push(`${target} @ ${host} → ${location}`)
      if (/^https:\/\/hilo\.test\/[/\\]/.test(location)) wrong.push(`${target} @ ${host} → ${location}`)
    }
  assert.deepEqual(wrong, [])
  assert.ok(redirected > 100, String(redirected))
})

test('the issuer redirects to registered addresses only, whatever the request', async () => {
  const wrong: string[] = []
  let asked = 0
  const registered = ['https://hilo.test/', 'hilo://oauth/user']
  const foreign = [
    ...['https://evil.test/', '//evil.test', '/\\evil.test', 'https://hilo.test@evil.test/oauth/user', 'hilo://evil'],
    ...['https://hilo.test.evil.test/oauth/user', 'https://hilo.test:444/oauth/user', 'http://hilo.test/oauth/user'],
    ...['https://hilo.test/oauth/user/../../x', 'https://hilo.test/oauth/user%2f..', 'https://HILO.test/oauth/user'],
    ...['javascript:alert(1)', 'hilo:evil'],
  ]
  for (const uri of foreign)
    for (const path of [
      `/oidc/auth?client_id=hilo-web&response_type=code&scope=openid&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256&redirect_uri=`,
      '/oidc/session/end?client_id=hilo-web&post_logout_redirect_uri=',
      '/oidc/session/end?client_id=hilo-native&state=//evil.test&post_logout_redirect_uri=',
      '/oidc/session/end/success?client_id=',
      '/oidc/interaction/x?cuenta=',
      '/oidc/',
    ]) {
      asked++
      const answer = await ask(path + encodeURIComponent(uri), 'evil.test')
      const location = /^location: *(.*?)\r$/im.exec(answer)?.[1]
      const origin = location === undefined ? null : URL.parse(location, 'https://hilo.test/')
      if (origin && !registered.some((one) => origin.href.startsWith(one))) wrong.push(`${path}${uri} → ${location}`)
      assert.doesNotMatch(answer, /^HTTP\/1\.1 5/, path)
    }
  assert.deepEqual(wrong, [])
  assert.ok(asked > 50)
})

test('the redirect to the public address keeps path and query', async () => {
  const answer = await ask('/vno/ctos?q=%C3%B1&x=1', 'otro.test')
  assert.match(answer, /^HTTP\/1\.1 307 /)
  assert.match(answer, /^location: https:\/\/hilo\.test\/vno\/ctos\?q=%C3%B1&x=1\r$/im)
})
