/** A client that reads an answer too slowly is cut and its resources freed; a merely slow one gets everything. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { makeAdmin, makeSession, makeVno } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { until, untilTrue } from '../test/poll.ts'
import { cutSlowReaders } from './slow-readers.ts'

const pace = { windowMs: 4000, leastBytesPerS: 64 * 1024, tickMs: 100 }
/** Slow, and still above the minimum, bytes per second. */
const slow = 2 << 20
const path = 'admin_vno/orders/download'

describe('slow readers', async () => {
  const sockets: Socket[] = []
  const server = await startTestServer({ PORT: '0' })
  cutSlowReaders(server.app.server, pace)
  const port = Number(new URL(await server.listen()).port)
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  // More than the kernel buffers on both sides together.
  await server.db.owner.query(
    `insert into service_order (code, external_order_id, vno_id, kind, state, created_at)
       select 'L' || $1::int || '-' || n, rpad(n::text, 2000, '.'), $1, 'alta', 'recibida', now() from generate_series(1, 6000) n`,
    [vno.id],
  )
  after(async () => {
    for (const socket of sockets) socket.destroy()
    server.app.server.closeAllConnections()
    await server.close()
  })

  /** A download whose answer has begun and is no longer read. */
  const begin = async () => {
    const body = JSON.stringify({ query: { format: 'csv' } })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
    socket.write(
      `POST /api/v1/${path}.json HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${session.cookie}\r\nconnection: close\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    await once(socket, 'readable')
    assert.match(String(socket.read(12)), /^HTTP\/1\.1 200/)
    return socket
  }
  const closedAtServer = () => untilTrue(async () => (await connections()) === 0)
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  it('three stalled readers hold all slots of an operator, and are cut: slots and connections are free again', async () => {
    const idle = await Promise.all([begin(), begin(), begin()])
    assert.equal((await server.call(path, { format: 'csv' }, { session })).status, 503)
    await closedAtServer()
    // A connection is given back when its cursor has ended, which may be after the socket.
    await untilTrue(async () => server.db.app.totalCount === server.db.app.idleCount)
    await until(
      async () => (await server.call(path, { format: 'csv' }, { session })).status,
      (status) => status === 200,
    )
    for (const socket of idle) socket.destroy()
  })

  it('one that reads a little now and then is cut as well', async () => {
    const socket = await begin()
    const drip = setInterval(() => void socket.read(1024), 100)
    await closedAtServer()
    clearInterval(drip)
  })

  it('one that is slow and reads on gets every row', async () => {
    const socket = await begin()
    let bytes = 0
    const ended = once(socket, 'close')
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), (chunk.length / slow) * 1000)
    })
    await ended
    assert.ok(bytes > 6000 * 2000, `${bytes} bytes`)
  })
})
