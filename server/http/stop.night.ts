/** A stopping server does not wait for unused connections, and opens no new streams. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { makeAdmin, makeSession } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'

describe('a server that stops', { timeout: 300_000 }, () => {
  let server: TestServer
  let address: URL
  beforeEach(async () => {
    server = await startTestServer({ PORT: '0' })
    address = new URL(await server.listen())
  })
  afterEach(() => server.close())

  it('hangs up on a connection that a browser opened in advance', async () => {
    const socket = connect(Number(address.port), '127.0.0.1')
    const half = connect(Number(address.port), '127.0.0.1')
    half.write('GET /healthz HTTP/1.1\r\nhost: hi')
    await Promise.all([once(server.app.server, 'connection'), once(socket, 'connect'), once(half, 'connect')])
    const left = [socket, half].map((one) => new Promise((resolve) => one.on('error', () => {}).once('close', resolve)))
    await Promise.all([server.app.close(), ...left])
  })

  it('opens no live stream for a request at the same moment', async () => {
    const { cookie } = await makeSession(server.db, await makeAdmin(server.db))
    // Session lookups block while every database connection is taken.
    const taken = await Promise.all(
      Array.from({ length: server.db.app.options.max ?? 0 }, () => server.db.app.connect()),
    )
    const arrived = once(server.app.server, 'request')
    const asked = fetch(new URL('/api/v1/stream', address), { headers: { cookie } })
    await arrived
    const stopped = server.app.close()
    for (const one of taken) one.release()
    const answer = await asked
    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /UNAVAILABLE/)
    await stopped
  })
})
