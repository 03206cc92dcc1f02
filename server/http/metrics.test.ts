import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer, type TestServer } from '../test/harness.ts'

const token = 'una-llave-para-medir'
const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

describe('/metrics', async () => {
  const server = await startTestServer({}, { jobs: true })
  const guarded = await startTestServer({ METRICS_TOKEN: token })
  after(async () => {
    await server.close()
    await guarded.close()
  })
  const read = (one: TestServer, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    one.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })

  it('counts requests by call and status, and reports the state of the whole installation', async () => {
    await server.call('admin_vno/ports/get')
    const { statusCode, body } = await read(server)
    assert.equal(statusCode, 200)
    assert.match(body, /hilo_request_seconds_count\{call="admin_vno\/ports\/get",status="401"\} 1/)
    assert.equal(figure(body, 'hilo_interventions_open'), 0)
    assert.ok(figure(body, 'nodejs_eventloop_lag_p99_seconds') >= 0)
    assert.match(body, /hilo_database_connections\{pool="app",state="waiting"\} 0/)
  })

  it('is for this machine only unless there is a token, which is then required', async () => {
    assert.equal((await read(server, {}, '10.0.0.7')).statusCode, 404)
    assert.equal((await read(server, { 'x-forwarded-for': '10.0.0.7' })).statusCode, 404)
    for (const headers of [{}, { authorization: 'Bearer otra' }, { authorization: `Bearer ${token}x` }])
      assert.equal((await read(guarded, headers as Record<string, string>)).statusCode, 404)
    assert.equal((await read(guarded, { authorization: `Bearer ${token}` }, '10.0.0.7')).statusCode, 200)
  })

  it('is closed to requests by a proxy, by a foreign name, or if the product is public elsewhere', async () => {
    const places = ['x-real-ip', 'x-forwarded-for', 'x-client-ip', 'x-original-forwarded-for', 'true-client-ip']
    const proxies = {
      ...{ via: '1.1 proxy', forwarded: 'for=10.0.0.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'hilo.test' },
      ...Object.fromEntries([...places, 'cf-connecting-ip'].map((name) => [name, '10.0.0.7'])),
    }
    for (const [name, value] of Object.entries(proxies))
      assert.equal((await read(server, { [name]: value })).statusCode, 404, name)
    for (const host of ['evil.test', 'hilo.test:3000', '127.0.0.1.evil.test', 'localhost.evil.test', '10.0.0.7'])
      assert.equal((await read(server, { host })).statusCode, 404, host)
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      assert.equal((await read(server, { host })).statusCode, 200, host)
    const served = await startTestServer({ PUBLIC_URL: 'https://hilo.test' })
    try {
      assert.equal((await read(served, { host: '127.0.0.1:3000' })).statusCode, 404, 'as nginx asks by default')
    } finally {
      await served.close()
    }
  })

  it('an address made up by a caller makes no figure of its own', async () => {
    for (let i = 0; i < 3; i++) await server.app.inject({ method: 'POST', url: `/api/v1/hueco/${i}.json`, payload: {} })
    assert.doesNotMatch((await read(server)).body, /hueco/)
  })
})
