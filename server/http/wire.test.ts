/** Guarantees for every client: transports, envelopes, headers, cross-site pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { faultsOf } from '../test/answers.ts'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { makeCto } from '../test/plant-factories.ts'

const path = '/api/v1/admin_vno/ctos/get.json'

describe('the wire', async () => {
  const server = closedAfter(await startTestServer())
  const session = await makeSession(server.db, await makeAdmin(server.db))

  const post = (payload: string | object, headers: Record<string, string> = {}, url = path) =>
    server.app.inject({ method: 'POST', url, payload, headers: { cookie: session.cookie, ...headers } })
  const json = { 'content-type': 'application/json' }
  const multipart = (fields: [string, string][]) => {
    const parts = fields.map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    return post(`${parts.join('')}--b--\r\n`, { 'content-type': 'multipart/form-data; boundary=b' })
  }
  const errorOf = (answer: { json(): unknown }) => (answer.json() as { error: string }).error

  it('S31 JSON and multipart mean the same; a missing query is empty', async () => {
    const query = { filter: { state: [1, 2] }, limit: 5, count: true }
    const [a, b] = [await post({ query }), await multipart([['query', JSON.stringify(query)]])]
    const known = (text: string) => text.replace(/"server_time":"[^"]+"/, '')
    assert.equal(a.statusCode, 200)
    assert.equal(known(a.body), known(b.body))
    for (const empty of [await post({}), await post('', json), await multipart([])]) assert.equal(empty.statusCode, 200)
  })

  it('a long answer is compressed for a client that takes it, a short one and a request never', async () => {
    for (let i = 0; i < 40; i++) await makeCto(server.db)
    const ask = (limit: number, headers: object) => post({ query: { limit } }, { ...json, ...headers })
    const plain = await ask(40, {})
    const packed = await ask(40, { 'accept-encoding': 'gzip, br' })
    assert.deepEqual([plain.headers['content-encoding'], packed.headers['content-encoding']], [undefined, 'gzip'])
    const known = (text: string) => text.replace(/"server_time":"[^"]+"/, '')
    assert.equal(known(gunzipSync(packed.rawPayload).toString()), known(plain.body))
    assert.ok(packed.rawPayload.length * 4 < plain.rawPayload.length)
    assert.equal((await ask(1, { 'accept-encoding': 'gzip' })).headers['content-encoding'], undefined)
    const sent = await post(gzipSync('{"query":{}}'), { ...json, 'content-encoding': 'gzip' })
    assert.notEqual(sent.statusCode, 200)
  })

  it('S31 refuses duplicate keys, prototypes, depth, unreadable and foreign bodies', async () => {
    const wrong: Record<string, string> = {
      '{"query":{"limit":1,"limit":2}}': 'limit twice',
      '{"query":{"filter":{"state":1,"st\\u0061te":2}}}': 'state twice',
      '{"query":{},"query":{}}': 'query twice',
      '{"query":{"__proto__":{"limit":1}}}': '__proto__ unknown',
      '{"query":{"filter":{"constructor":1}}}': 'constructor unknown',
      '{"query":[]}': 'query type',
      '{"query":"{}"}': 'query type',
    }
    for (const [body, found] of Object.entries(wrong)) {
      const answer = await post(body, json)
      assert.deepEqual([answer.statusCode, errorOf(answer)], [422, 'VALIDATION'], body)
      assert.deepEqual(faultsOf({ body: answer.json() }), [found])
    }
    const unreadable = [`{"query":${'['.repeat(20)}${']'.repeat(20)}}`, '{"query":', '[]']
    for (const body of unreadable) {
      const answer = await post(body, json)
      assert.deepEqual([answer.statusCode, errorOf(answer)], [422, 'SYNTAX_ERROR_IN_REQUEST'], body.slice(0, 60))
    }
    assert.equal(({} as Record<string, unknown>)['limit'], undefined)
    assert.equal((await multipart([['query', '{"limit":1,"limit":2}']])).statusCode, 422)
    assert.equal((await multipart(Array(2).fill(['query', '{}']))).statusCode, 422)
    assert.equal((await multipart([['other', '{}']])).statusCode, 422)
    assert.equal((await post('limit=1', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode, 415)
    assert.equal((await post(JSON.stringify({ query: { search: 'x'.repeat(70_000) } }), json)).statusCode, 413)
  })

  it('an unknown call, and a known one with another method, do not exist', async () => {
    for (const [method, url] of [
      ['POST', '/api/v1/admin_vno/none/get.json'],
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
      ['POST', '/api/v1/account/check_login.json'],
      ['POST', '/api/v2/admin_vno/ports/get.json'],
      ['GET', '/api/none'],
      ['GET', '/api'],
      ['POST', '/vno'],
    ] as const) {
      const answer = await server.app.inject({ method, url, headers: { cookie: session.cookie } })
      assert.deepEqual([answer.statusCode, errorOf(answer)], [404, 'REQUEST_NOT_EXIST'], `${method} ${url}`)
    }
  })

  it('S52 an error carries code, Spanish text, request id, and each wrong field', async () => {
    const answer = await post({ query: { limit: 0, filter: { state: 77, nothing: 1 } } })
    const body = answer.json<{
      error: string
      msg: string
      result: string
      request_id: string
      details: { field: string; message: string }[]
    }>()
    assert.equal(answer.statusCode, 422)
    assert.equal(body.error, 'VALIDATION')
    assert.equal(body.msg, 'VALIDATION')
    assert.match(body.result, /válidos/)
    assert.match(body.request_id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(body.details.map((one) => one.field).sort(), ['filter.nothing', 'filter.state', 'limit'])
    assert.ok(body.details.every((one) => one.message.endsWith('.')))
  })

  it('S24 a page of another site has no effect with our cookie', async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:3000.evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await post({}, headers)
      assert.deepEqual([answer.statusCode, errorOf(answer)], [403, 'FOREIGN_ORIGIN'], JSON.stringify(headers))
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
    const own = { origin: server.config.publicUrl.origin, 'sec-fetch-site': 'same-origin' }
    assert.equal((await post({}, own)).statusCode, 200)
  })

  it('S25 the application is identified by its bearer only, its cookie is ignored, credentials are never allowed', async () => {
    for (const origin of ['capacitor://localhost', 'https://localhost']) {
      const byCookie = await post({}, { origin })
      assert.equal(byCookie.statusCode, 401)
      const url = path
      const headers = { origin, authorization: `Bearer ${session.token}` }
      const byBearer = await server.app.inject({ method: 'POST', url, headers })
      assert.equal(byBearer.statusCode, 200)
      assert.equal(byBearer.headers['access-control-allow-origin'], origin)
      assert.equal(byBearer.headers['access-control-allow-credentials'], undefined)
      assert.equal((await server.app.inject({ method: 'OPTIONS', url, headers: { origin } })).statusCode, 204)
    }
    const { origin } = server.config.publicUrl
    const own = await post({}, { origin })
    assert.deepEqual([own.statusCode, own.headers['access-control-allow-origin']], [200, origin])
    assert.equal(own.headers['access-control-allow-credentials'], undefined)
    assert.equal((await server.app.inject({ method: 'OPTIONS', url: path, headers: { origin } })).statusCode, 204)
    const foreign = { method: 'OPTIONS', url: path, headers: { origin: 'https://evil.test' } } as const
    const { statusCode, body } = await server.app.inject(foreign)
    assert.deepEqual([statusCode, (JSON.parse(body) as { error: string }).error], [403, 'FOREIGN_ORIGIN'])
  })

  it('S27 every answer carries the protecting headers, errors and unknown paths included', async () => {
    const known = ['/healthz', '/readyz', '/api/openapi.json', '/api/docs']
    const urls = [path, '/api/v1/none.json', '/nothing.js', '/api/v1/%.json', '/%ff', ...known]
    for (const url of urls) {
      const { headers } = await server.app.inject({ method: 'GET', url })
      assert.equal(headers['x-content-type-options'], 'nosniff', url)
      assert.equal(headers['referrer-policy'], 'no-referrer', url)
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url)
      assert.equal(headers['cache-control'], 'no-store', url)
    }
  })

  it('S31 an address that cannot be read is no call, and no parameter reaches a prototype', async () => {
    const get = async (url: string) => {
      const answer = await server.app.inject({ method: 'GET', url })
      return [answer.statusCode, answer.json<{ error: string }>().error]
    }
    assert.deepEqual(await get('/api/v1/%.json'), [404, 'REQUEST_NOT_EXIST'])
    const odd = '/api/v1/account/oauth_login_start.json?__proto__=1'
    assert.deepEqual(await get(odd), [422, 'VALIDATION'])
  })

  it('S49 healthz and readyz answer without a session and without secrets', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const answer = await server.app.inject({ method: 'GET', url })
      assert.deepEqual([answer.statusCode, answer.json()], [200, { status: 'ok' }])
    }
  })

  it('the OpenAPI document lists every call with its privilege', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/openapi.json' })
    const document = answer.json<{ openapi: string; paths: Record<string, { post?: Record<string, unknown> }> }>()
    assert.equal(document.openapi, '3.1.0')
    assert.deepEqual(document.paths['/api/v1/admin_vno/ports/get.json']?.post?.['x-privilege'], 'port_view')
    assert.equal((await server.app.inject({ method: 'GET', url: '/api/docs' })).statusCode, 200)
  })
})
