/** Browsers' reports on blocked content; each kind is logged once, without personal data. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { silentLog } from '../log.ts'
import { columnOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startTestServer } from '../test/harness.ts'

const path = '/api/csp-report'

describe('reports of policies', async () => {
  const lines: { message: string; data: object | undefined }[] = []
  const note = (message: string, data?: object) => void lines.push({ message, data })
  const server = closedAfter(await startTestServer({}, { log: { ...silentLog, warn: note, error: note } }))
  beforeEach(() => void lines.splice(0))

  const send = (payload: unknown, type = 'application/csp-report', remoteAddress = '192.0.2.1') =>
    server.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': type },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      remoteAddress,
    })
  const old = (blocked: string, document = 'https://hilo.test/vno/accesos/4711?token=CANARIO') => ({
    'csp-report': {
      'document-uri': document,
      'effective-directive': 'script-src-elem',
      'blocked-uri': blocked,
      'script-sample': 'CANARIO',
      referrer: 'https://hilo.test/CANARIO',
    },
  })

  it('pages of the application, of the API and of the issuer name the endpoint', async () => {
    for (const url of ['/', '/api/docs', '/oauth/issuer/nothing']) {
      const { headers } = await server.app.inject({ method: 'GET', url })
      assert.equal(headers['reporting-endpoints'], `csp="${path}"`, url)
      const policy = headers['content-security-policy']
      if (policy !== undefined) assert.match(String(policy), /report-uri \/api\/csp-report; report-to csp$/, url)
    }
    const { headers } = await server.app.inject({ method: 'GET', url: '/api/docs' })
    assert.ok(headers['content-security-policy'])
  })

  it('each kind is logged once, in both formats, without personal data', async () => {
    for (let i = 0; i < 3; i++) assert.equal((await send(old(`https://evil.test/x?${i}`))).statusCode, 204)
    await send(old('inline'))
    const body = {
      effectiveDirective: 'img-src',
      blockedURL: 'https://evil.test/CANARIO',
      documentURL: 'https://hilo.test/tecnico/intervencion/7',
      sample: 'CANARIO',
    }
    await send(
      [
        { type: 'csp-violation', url: 'x', body },
        { type: 'deprecation', body: {} },
      ],
      'application/reports+json',
    )
    assert.deepEqual(columnOf(lines, 'data'), [
      { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/vno' },
      { directive: 'script-src-elem', blocked: 'inline', page: '/vno' },
      { directive: 'img-src', blocked: 'https://evil.test', page: '/tecnico' },
    ])
    assert.ok(!JSON.stringify(lines).includes('CANARIO'))
  })

  it('is bounded: bytes, kinds of content, and reports in a minute', async () => {
    assert.equal((await send('x'.repeat(9000))).statusCode, 413)
    assert.equal((await send('x', 'text/plain')).statusCode, 415)
    for (const nonsense of ['', '{', '[]', 'null', '3', '{"csp-report":null}', '[{"type":"csp-violation"}]'])
      assert.ok((await send(nonsense, undefined, '192.0.2.2')).statusCode < 500, nonsense)
    assert.deepEqual(lines, [])
    for (let i = 0; i < 40; i++) await send(old(`https://${i}.evil.test/`), undefined, '192.0.2.3')
    assert.equal(lines.length, 20, 'of one address')
    for (let i = 0; i < 400; i++) await send(old(`https://x${i}.evil.test/`), undefined, `198.51.100.${i % 250}`)
    assert.ok(lines.length <= 100, `${lines.length}`)
  })
})
