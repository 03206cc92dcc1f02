import fastify from 'fastify'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { readConfig } from '../config.ts'
import { cspReporting } from '../net/csp-reporting.ts'
import { serveWebClient } from './web-client.ts'

describe('the web client', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-web-'))
  await mkdir(join(folder, 'static'))
  await mkdir(join(folder, 'assets'))
  const page = '<meta content="__HILO_DEMO__ __HILO_ISSUER__"><meta content="own __HILO_TILES__ ">'
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'sw.js'), "keep('__HILO_PAGE__')")
  await writeFile(join(folder, 'sw-retire.js'), 'retire()')
  await writeFile(join(folder, 'static', 'base-CIvz8AUg.js'), 'base()')
  await writeFile(join(folder, 'assets', 'app.webmanifest'), '{}')
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

  it('removes the worker when configured', async () => {
    const get = await serve({ HILO_OFFLINE: '0' })
    assert.equal((await get('/sw.js')).body, 'retire()')
  })

  it('sends the page rendered, never the raw template', async () => {
    const get = await serve()
    for (const url of ['/', '/tecnico', '/login']) {
      const { body, headers } = await get(url)
      assert.match(body, /content="[01] own"/, url)
      assert.match(String(headers['content-security-policy']), /style-src 'self';/, url)
      assert.equal(headers['cache-control'], 'no-store')
    }
    for (const url of ['/index.html', '/sw-retire.js']) assert.equal((await get(url)).statusCode, 404, url)
  })

  it('without street tiles the page may ask its own server only, and there is no file of tiles', async () => {
    const get = await serve()
    const { headers } = await get('/')
    assert.match(String(headers['content-security-policy']), /connect-src 'self';/)
    assert.equal((await get('/map/0123456789ab.tiles')).statusCode, 404)
  })

  it('sends parts of the file of street tiles, under a name that browsers may keep', async () => {
    const file = join(folder, 'calles.pmtiles')
    const content = Buffer.concat([Buffer.from('PMTiles\u0003'), randomBytes(4000)])
    await writeFile(file, content)
    const get = await serve({ MAP_TILES: file })
    const page = await get('/')
    const [path = ''] = /\/map\/[\da-f]{12}\.tiles/.exec(page.body) ?? []
    assert.match(String(page.headers['content-security-policy']), /connect-src 'self';/)
    const part = await get(path, { range: 'bytes=100-299', 'accept-encoding': 'gzip, br' })
    assert.deepEqual([part.statusCode, part.headers['content-range']], [206, 'bytes 100-299/4008'])
    assert.ok(part.rawPayload.equals(content.subarray(100, 300)))
    assert.equal(part.headers['content-encoding'], undefined)
    assert.match(String(part.headers['cache-control']), /immutable/)
    const beyond = await get(path, { range: 'bytes=9000-9010' })
    assert.equal(beyond.statusCode, 416)
    await writeFile(file, Buffer.concat([content, Buffer.from('more')]))
    const other = await (await serve({ MAP_TILES: file }))('/')
    assert.ok(!other.body.includes(path), 'another version has another name')
  })

  it('lets the page ask the server of the street tiles, and no other', async () => {
    const get = await serve({ MAP_TILES: 'https://mapas.ejemplo.es/espana.pmtiles?a=1&b="2"' })
    const { headers, body } = await get('/')
    assert.match(String(headers['content-security-policy']), /connect-src 'self' https:\/\/mapas\.ejemplo\.es;/)
    assert.ok(body.includes('content="own https://mapas.ejemplo.es/espana.pmtiles?a=1&amp;b=%222%22 '), body)
  })

  it('hashed files are cached for ever, named files are revalidated', async () => {
    const get = await serve()
    assert.match(String((await get('/static/base-CIvz8AUg.js')).headers['cache-control']), /immutable/)
    const manifest = await get('/assets/app.webmanifest')
    assert.equal(manifest.headers['cache-control'], 'no-cache')
    assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/)
  })
})
