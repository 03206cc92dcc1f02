/** Limits per client: bytes, time, connections, rows. Excess is refused quickly in the usual format. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import * as z from 'zod/mini'
import { makeAdmin, makeSession, makeVno, type TestSession, type Vno } from '../test/factories.ts'
import { patient } from '../kernel/patience.ts'
import { codeOf, columnOf } from '../test/answers.ts'
import { startTestServer } from '../test/harness.ts'

/** Longest wait of a request for a lock, ms. */
const lockMs = 3000
const paths = Object.keys(contract) as Path[]
const lists = paths.filter((path) => contract[path].kind === 'list')

describe('limits', async () => {
  const opened: Socket[] = []
  after(async () => {
    for (const socket of opened) socket.destroy()
    server.app.server.closeAllConnections()
    await server.close()
  })

  /** With https the cookie has another name. */
  const enter = async (vno: Vno) => {
    const made = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    return { ...made, cookie: made.cookie.replace('hilo_', '__Host-hilo_') }
  }

  const server = await startTestServer({ PORT: '0', PUBLIC_URL: 'https://hilo.test' })
  const session = await enter(await makeVno(server.db))
  const port = Number(new URL(await server.listen()).port)
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    opened.push(socket)
    await once(socket, 'connect')
    return socket
  }
  /** Everything received until the other side closes. */
  const said = async (socket: Socket) => {
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    await once(socket, 'close')
    return text
  }
  const errorIn = (text: string) => (JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { error: string }).error

  it('S44 a head over 16 KiB is refused in the form of every failure', async () => {
    const socket = await open()
    const answer = said(socket)
    socket.write(`GET /healthz HTTP/1.1\r\nhost: hilo.test\r\nx-long: ${'a'.repeat(17 * 1024)}\r\n\r\n`)
    const text = await answer
    assert.match(text, /^HTTP\/1\.1 431 /)
    assert.match(text, /\r\nx-content-type-options: nosniff\r\n/)
    assert.equal(errorIn(text), 'SYNTAX_ERROR_IN_REQUEST')
  })

  it('S44 S43 invalid HTTP, or a smuggled header line, is refused and the connection closed', async () => {
    const heads = [
      'ninguna cosa\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nhost: hilo.test\r\nx-odd: a\0b\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nhost: hilo.test\r\nx-odd: a\nb\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nhost: hilo.test\r\nx odd: a\r\n\r\n',
      'POST /healthz HTTP/1.1\r\nhost: hilo.test\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'GET /healthz\r\nx HTTP/1.1\r\nhost: hilo.test\r\n\r\n',
    ]
    for (const head of heads) {
      const socket = await open()
      const answer = said(socket)
      socket.write(head)
      const text = await answer
      assert.match(text, /^HTTP\/1\.1 400 /, JSON.stringify(head))
      assert.equal(errorIn(text), 'SYNTAX_ERROR_IN_REQUEST')
    }
  })

  it('S44 heads, requests and idle connections have their time, and it is looked at often enough to hold', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = server.app.server
    assert.deepEqual([headersTimeout, requestTimeout, keepAliveTimeout], [10_000, patient(120_000), 5_000])
    assert.ok(maxConnections <= 20_000)
    const every = (server.app.server as unknown as Record<symbol, { _idleTimeout?: number } | number>)[
      Object.getOwnPropertySymbols(server.app.server).find((one) =>
        String(one).includes('onnectionsCheckingInterval'),
      ) ?? Symbol()
    ]
    assert.ok(every !== undefined)
    const interval = typeof every === 'number' ? every : (every._idleTimeout ?? Infinity)
    assert.ok(interval <= 2_000, String(interval))
  })

  it('S44 one address holds 200 connections; another one still gets in, and a place is free again once one is given back', async () => {
    const held = await Promise.all(Array.from({ length: 200 - opened.filter((one) => !one.closed).length }, open))
    const refused = await open()
    await once(refused, 'close')
    // Another address of this machine.
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    opened.push(other)
    await once(other, 'connect')
    other.write('GET /healthz HTTP/1.1\r\nhost: hilo.test\r\n\r\n')
    assert.match(String((await once(other, 'data'))[0]), /^HTTP\/1\.1 200 /)
    const [first] = held
    first?.destroy()
    await new Promise((resolve) => server.app.server.getConnections(resolve))
    for (let answered = false; !answered;) {
      const again = await open()
      again.write('GET /healthz HTTP/1.1\r\nhost: hilo.test\r\n\r\n')
      answered = await Promise.race([once(again, 'data').then(() => true), once(again, 'close').then(() => false)])
    }
    for (const socket of opened) socket.destroy()
  })

  it('S44 a body is as large as its call takes and no larger', async () => {
    const payload = JSON.stringify({ query: { search: 'x'.repeat(70_000) } })
    const headers = { cookie: session.cookie, 'content-type': 'application/json' }
    const url = '/api/v1/admin_vno/ports/get.json'
    const answer = await server.app.inject({ method: 'POST', url, payload, headers })
    assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [413, 'FILE_TOO_LARGE'])
  })

  it('S44 statements, waits for locks and forgotten transactions of a request have their time', async () => {
    const { rows } = await server.db.app.query<Record<string, string>>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    assert.deepEqual(rows, [{ statement: `${patient(5)}s`, lock: `${patient(3)}s`, idle: `${patient(10)}s` }])
    assert.ok(server.db.app.options.max <= 10 && server.db.owner.options.max <= 10)
    assert.ok((server.db.app.options.connectionTimeoutMillis ?? 0) > 0)
  })

  it('S44 with every database connection taken, a request gets Retry-After', async () => {
    const taken = await Promise.all(Array.from({ length: server.db.app.options.max }, () => server.db.app.connect()))
    const answer = await server.call('admin_vno/ports/get', {}, { session })
    for (const client of taken) client.release()
    assert.deepEqual([answer.status, codeOf(answer)], [503, 'UNAVAILABLE'])
    assert.ok(Number(answer.headers['retry-after']) >= 1)
    assert.equal((await server.call('admin_vno/ports/get', {}, { session })).status, 200)
  })

  it('S47 one operator’s hanging requests do not delay another’s', async () => {
    const other = await enter(await makeVno(server.db))
    const hold = await server.db.owner.connect()
    await hold.query('begin; lock table ui_config in access exclusive mode')
    const began = performance.now()
    let answered = 0
    const hanging = Array.from({ length: 40 }, async () => {
      await server.call('admin_vno/uiconfig/get', {}, { session })
      answered++
    })
    try {
      for (let asked = 0; asked < 5; asked++) {
        assert.equal((await server.call('admin_vno/ports/get', {}, { session: other })).status, 200)
        // Those that hang are answered once their wait for the lock is over, which a machine that stood still is late to see.
        assert.ok(answered === 0 || performance.now() - began > lockMs, `${answered} answered`)
      }
    } finally {
      await hold.query('rollback')
      hold.release()
    }
    await Promise.all(hanging)
    assert.equal((await server.call('admin_vno/uiconfig/get', {}, { session })).status, 200)
  })

  it('S45 no list returns more than 200 rows per page, whatever the request', async () => {
    assert.ok(lists.length > 30)
    for (const path of lists) {
      const spec: AnyCall = contract[path]
      for (const limit of [200, 201, 0, -1, 1e9, '200'])
        assert.equal(z.safeParse(spec.input, { limit }).success, limit === 200, `${path} ${limit}`)
    }
    const answer = await server.call('admin_vno/ports/get', { limit: 201 }, { session })
    assert.equal(answer.status, 422)
  })

  it('S45 S47 downloads hold a few connections and no more; an operator holds half of those', async () => {
    const vnos = await Promise.all(Array.from({ length: 3 }, () => makeVno(server.db)))
    const people = await Promise.all(vnos.map(enter))
    // More than the buffers between server and a stalled reader hold.
    for (const vno of vnos)
      await server.db.owner.query(
        `insert into service_order (code, external_order_id, vno_id, kind, state)
         select 'M' || $1::int || '-' || n, rpad(n::text, 2000, '.'), $1, 'alta', 'recibida' from generate_series(1, 5000) n`,
        [vno.id],
      )
    const [one, other, third] = people
    /** A reader that takes the first bytes and then stalls. */
    const begin = (of: TestSession | undefined) =>
      new Promise<{ status: number; end(): void }>((resolve, reject) => {
        const query = JSON.stringify({ query: { format: 'csv' } })
        const headers = { cookie: of?.cookie ?? '', 'content-type': 'application/json' }
        const sent = request(
          { port, host: '127.0.0.1', method: 'POST', path: '/api/v1/admin_vno/orders/download.json', headers },
          (response: IncomingMessage) => {
            response.on('error', () => {})
            if (response.statusCode !== 200) response.resume()
            resolve({ status: response.statusCode ?? 0, end: () => void sent.destroy() })
          },
        )
        sent.on('error', reject)
        sent.end(query)
      })
    const running = [await begin(one), await begin(one), await begin(one)]
    assert.deepEqual(columnOf(running, 'status'), [200, 200, 200])
    assert.equal((await begin(one)).status, 503, 'his fourth')
    const more = [await begin(other), await begin(other), await begin(other)]
    assert.deepEqual(columnOf(more, 'status'), [200, 200, 200])
    assert.equal((await begin(third)).status, 503, 'the seventh of all')
    assert.equal((await server.call('admin_vno/ports/get', {}, { session: third })).status, 200)
    for (const download of [...running, ...more]) download.end()
    let status = 503
    while (status === 503) {
      const again = await begin(third)
      status = again.status
      again.end()
    }
    assert.equal(status, 200)
  })
})
