import fastify from 'fastify'
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { readConfig } from '../config.ts'
import { cspReporting } from '../net/csp-reporting.ts'
import { serveWebClient } from './web-client.ts'

describe('the web client', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hilo-web-'))
    await mkdir(join(folder, 'static'))
    await mkdir(join(folder, 'assets'))
    const page = '<meta content="__HILO_DEMO__ __HILO_ISSUER__ __CSP_NONCE__">'
    await writeFile(join(folder, 'index.html'), page)
    await writeFile(join(folder, 'sw.js'), "keep('__HILO_PAGE__')")
    await writeFile(join(folder, 'sw-retire.js'), 'retire()')
    await writeFile(join(folder, 'static', 'base-CIvz8AUg.js'), 'base()')
    await writeFile(join(folder, 'assets', 'app.webmanifest'), '{}')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const host = '127.0.0.1:3000'
  async function serve(env: Record<string, string> = {}) {
    const app = fastify()
    await serveWebClient(app, readConfig({ WEB_DIR: folder, ...env }))
    return (url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url, headers: { host, ...headers } })
  }

  it('sends the worker fresh, small and under a policy of its own', async () => {
    const get = await serve()
    const { headers, statusCode, body } = await get('/sw.js')
    assert.equal(statusCode, 200)
    assert.match(body, /^keep\('[\w-]{16}'\)$/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.match(String(headers['content-type']), /^text\/javascript/)
    assert.equal(headers['content-security-policy'], `default-src 'none'; connect-src 'self'; ${cspReporting}`)
    const small = await get('/sw.js', { 'accept-encoding': 'gzip, br' })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(small.rawPayload).toString(), body)
    const again = await get('/sw.js', { 'if-none-match': String(headers['etag']) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
  })

  it('gives phones another worker when it sends another page, and only then', async () => {
    const worker = async (env: Record<string, string> = {}) => (await (await serve(env))('/sw.js')).body
    const [one, same, other] = [await worker(), await worker(), await worker({ HILO_DEMO: '0' })]
    assert.equal(one, same)
    assert.notEqual(one, other)
  })

  it('takes the worker back when it is told to', async () => {
    const get = await serve({ HILO_OFFLINE: '0' })
    assert.equal((await get('/sw.js')).body, 'retire()')
  })

  it('sends the page only filled in, never as it lies there', async () => {
    const get = await serve()
    for (const url of ['/', '/tecnico', '/login']) {
      const { body, headers } = await get(url)
      const [, nonce = ''] = /own ([\w-]{22})/.exec(body) ?? []
      assert.ok(nonce !== '' && String(headers['content-security-policy']).includes(`'nonce-${nonce}'`), url)
      assert.equal(headers['cache-control'], 'no-store')
    }
    for (const url of ['/index.html', '/sw-retire.js']) assert.equal((await get(url)).statusCode, 404, url)
  })

  it('lets hashed parts be kept for ever, and named files be asked for again', async () => {
    const get = await serve()
    assert.match(String((await get('/static/base-CIvz8AUg.js')).headers['cache-control']), /immutable/)
    const manifest = await get('/assets/app.webmanifest')
    assert.equal(manifest.headers['cache-control'], 'no-cache')
    assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/)
  })
})
