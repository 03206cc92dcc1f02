/** Common rules of all calls with files and with byte answers. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { DiskStore } from '../../files/store.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession } from '../../test/factories.ts'
import { multipart, startTestServer } from '../../test/harness.ts'
import { drawing, makeFile } from '../../test/pictures.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { untilTrue } from '../../test/poll.ts'
import { contentDisposition } from './blob.ts'
import { Upload } from './upload.ts'

const upload = 'admin_vno/enrollments/pictures/upload'
const url = `/api/v1/${upload}.json`

describe('bytes in and out', async () => {
  const server = closedAfter(await startTestServer({ PORT: '0' }))
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))

  const leftOver = async () => (await readdir(server.store.incoming).catch(() => [])).length
  const send = (parts: Record<string, string | Buffer>, headers: Record<string, string> = {}) => {
    const form = multipart(Object.entries(parts))
    const sent = { cookie: session.cookie, ...form.headers, ...headers }
    return server.app.inject({ method: 'POST', url, headers: sent, payload: form.payload })
  }

  it('S37 bytes leave with a fixed type, no sniffing, no script, no shared copy, and only on request', async () => {
    const file_id = await makeFile(server, { vno_id: vno.id, bytes: Buffer.from('<script>'), name: 'informe ñ.html' })
    const view = await server.call('files/view', { file_id }, { session })
    assert.equal(view.bytes.toString(), '<script>')
    assert.equal(view.headers['content-type'], 'application/pdf')
    assert.equal(view.headers['content-length'], '8')
    assert.equal(view.headers['x-content-type-options'], 'nosniff')
    assert.equal(view.headers['content-security-policy'], "sandbox; default-src 'none'")
    assert.equal(view.headers['cache-control'], 'private, no-store')
    const named = `filename="informe _.html"; filename*=UTF-8''informe%20%C3%B1.html`
    assert.equal(view.headers['content-disposition'], `inline; ${named}`)
    const download = await server.call('files/download', { file_id }, { session })
    assert.equal(download.headers['content-disposition'], `attachment; ${named}`)
    const kept = await server.call('files/view', { file_id, disposition: 'attachment' }, { session })
    assert.match(String(kept.headers['content-disposition']), /^attachment;/)
    const get = await server.app.inject({ method: 'GET', url: `/api/v1/files/view.json?file_id=${file_id}` })
    assert.equal(get.statusCode, 404)
  })

  it('S31 bytes can be requested in both transports', async () => {
    const file_id = await makeFile(server, { vno_id: vno.id })
    const asked = await server.call('files/view', { file_id }, { session, files: {} })
    assert.deepEqual([asked.status, asked.bytes.toString()], [200, 'hilo'])
  })

  it('S37 the neutral operator sees every file, another operator none', async () => {
    const file_id = await makeFile(server, { vno_id: vno.id })
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const other = await makeSession(server.db, await makeAdmin(server.db))
    assert.equal((await server.call('files/view', { file_id }, { session: neutral })).status, 200)
    assert.equal((await server.call('files/view', { file_id }, { session: other })).status, 404)
  })

  it('files of an intervention need the privilege to see interventions', async () => {
    const event = await makeEvent(server.db, { vno })
    const file_id = await makeFile(server, { vno_id: vno.id, event_id: event.id })
    const outside = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: {} }))
    const [seen, hidden, missing] = await Promise.all([
      server.call('files/view', { file_id }, { session }),
      server.call('files/view', { file_id }, { session: outside }),
      server.call('files/view', { file_id: 2 ** 40 }, { session: outside }),
    ])
    assert.deepEqual([seen.status, hidden.status, missing.status], [200, 404, 404])
  })

  it('a scheduled report needs the figures privilege, a portrait is visible to the whole operator', async () => {
    const paper = await makeFile(server, { vno_id: vno.id, created_by: null })
    const { user_id } = await makeAdmin(server.db, { vno })
    const picture = await makeFile(server, { vno_id: vno.id, created_by: user_id, mime: 'image/webp' })
    const outside = await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: {} }))
    const status = async (file_id: number, as: TestSession) =>
      (await server.call('files/view', { file_id }, { session: as })).status
    assert.deepEqual([await status(paper, session), await status(paper, outside)], [200, 404])
    assert.equal(await status(picture, outside), 200)
  })

  it('S36 only numbers lead to a file', async () => {
    for (const file_id of ['../../etc/passwd', '1', -1, 1.5, null, ['1'], { gte: 1 }]) {
      const answer = await server.call('files/view', { file_id }, { session })
      assert.deepEqual([answer.status, codeOf(answer)], [422, 'VALIDATION'], JSON.stringify(file_id))
    }
  })

  it('a file may come before the query or after it, and is gone from its way in once answered', async () => {
    const jpeg = await drawing({ seed: 7 }).jpeg().toBuffer()
    const event = await makeEvent(server.db, { vno })
    const sha256 = createHash('sha256').update(jpeg).digest('hex')
    const query = JSON.stringify({ event_id: event.id, step: 'report', sha256 })
    const first = await send({ query, picture: jpeg })
    const second = await send({ picture: jpeg, query })
    assert.equal(first.statusCode, 200, first.body)
    const [one, again] = [first, second].map(({ body }) => (JSON.parse(body) as { record: { flags: string[] } }).record)
    assert.deepEqual(again, { ...one, flags: [...(one?.flags ?? []), 'duplicate'] })
    assert.equal((await send({ picture: jpeg, query: '{' })).statusCode, 422)
    assert.equal((await send({ picture: jpeg, other: jpeg })).statusCode, 422)
    assert.equal(await leftOver(), 0)
  })

  it('query may be sent with a content type of its own, under the same rules', async () => {
    const part = (value: string) =>
      `--b\r\ncontent-disposition: form-data; name="query"\r\ncontent-type: application/json\r\n\r\n${value}\r\n--b--\r\n`
    const ask = (value: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/admin_vno/ctos/get.json',
        headers: { cookie: session.cookie, 'content-type': 'multipart/form-data; boundary=b' },
        payload: part(value),
      })
    assert.equal((await ask('{"limit":1}')).statusCode, 200)
    assert.equal((await ask('{"limit":1,"limit":2}')).statusCode, 422)
    assert.equal((await ask(JSON.stringify({ search: 'x'.repeat(70_000) }))).statusCode, 413)
  })

  it('S34 a file over its limit, or all files over theirs, are 413, and nothing is stored', async () => {
    const event = await makeEvent(server.db, { vno })
    const query = JSON.stringify({ event_id: event.id, step: 'report' })
    const large = await send({ query, picture: Buffer.alloc((10 << 20) + 1) })
    assert.deepEqual([large.statusCode, codeOf({ body: large.json() })], [413, 'FILE_TOO_LARGE'])
    const said = await send({ query }, { 'content-length': String(40 << 20) })
    assert.deepEqual([said.statusCode, codeOf({ body: said.json() })], [413, 'FILE_TOO_LARGE'])
    assert.equal(await leftOver(), 0)
    const parts = { a: { maxBytes: 20 << 20 }, b: { maxBytes: 20 << 20 } }
    const together = new Upload(parts, server.store.incoming)
    const part = async (fieldname: string) => {
      const file = Readable.from(Array.from({ length: 15 }, () => Buffer.alloc(1 << 20)))
      return await together.take({ fieldname, file } as never)
    }

    await part('a')
    await assert.rejects(part('b'), { code: 'FILE_TOO_LARGE' })
    await together.discard()
    assert.equal(await leftOver(), 0)
  })

  it('a refused session is answered before its file arrives', async () => {
    const address = new URL(await server.listen())
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(address.port), address.hostname)
      socket.once('error', reject).once('data', (data) => {
        resolve(data.toString())
        socket.destroy()
      })
      const head = ['content-type: multipart/form-data; boundary=b', 'content-length: 9000000', `host: ${address.host}`]
      socket.write(`POST ${url} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n--b\r\n`)
    })
    assert.match(answer, /^HTTP\/1\.1 401 /)
  })

  it('a client that disconnects during its file leaves nothing behind', async () => {
    const event = await makeEvent(server.db, { vno })
    const query = JSON.stringify({ event_id: event.id, step: 'report' })
    const parts = { query, picture: Buffer.alloc(5 << 20) }
    const { payload, headers } = multipart(Object.entries(parts))
    const address = new URL(server.app.listeningOrigin)
    const socket = connect(Number(address.port), address.hostname)
    const lines = [`host: ${address.host}`, `cookie: ${session.cookie}`, `content-length: ${payload.length}`]
    socket.write(`POST ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-type: ${headers['content-type']}\r\n\r\n`)
    socket.write(payload.subarray(0, 2 << 20))
    await untilTrue(async () => (await leftOver()) === 1)
    socket.destroy()
    await untilTrue(async () => (await leftOver()) === 0)
  })

  it('the same request with another file is another request', async () => {
    const event = await makeEvent(server.db, { vno })
    const query = { event_id: event.id, step: 'report', client_request_id: randomUUID() }
    const [one, two] = [await drawing({ seed: 21 }).jpeg().toBuffer(), await drawing({ seed: 22 }).jpeg().toBuffer()]
    const first = await server.call(upload, query, { session, files: { picture: one } })
    const again = await server.call(upload, query, { session, files: { picture: one } })
    const other = await server.call(upload, query, { session, files: { picture: two } })
    assert.deepEqual([first.status, again.text], [200, first.text])
    assert.deepEqual([other.status, codeOf(other)], [409, 'REQUEST_ID_REUSED'])
  })

  it('S38 with the disk nearly full a file is refused and everything else works', async () => {
    const full = new DiskStore(server.store.root, async () => ({ blocks: 100, bavail: 10 }))
    const file_id = await makeFile(server, { vno_id: vno.id })
    const event = await makeEvent(server.db, { vno })
    const assertRoom = server.store.assertRoom.bind(server.store)
    server.store.assertRoom = () => full.assertRoom()
    try {
      const files = { picture: await drawing().jpeg().toBuffer() }
      const refused = await server.call(upload, { event_id: event.id, step: 'report' }, { session, files })
      assert.deepEqual([refused.status, codeOf(refused)], [507, 'STORAGE_FULL'])
      assert.equal((await server.call('files/view', { file_id }, { session })).status, 200)
      assert.equal((await server.call('admin_vno/events/get', {}, { session })).status, 200)
    } finally {
      server.store.assertRoom = assertRoom
    }
  })

  it('RFC 6266 names: controls and separators never leave, quotes are not broken', () => {
    assert.equal(contentDisposition('attachment', 'a.pdf'), 'attachment; filename="a.pdf"')
    assert.equal(
      contentDisposition('inline', 'a"b\r\nx: y/../c.pdf'),
      `inline; filename="a_b__x: y_.._c.pdf"; filename*=UTF-8''a%22b__x%3A%20y_.._c.pdf`,
    )
  })

  it('the documentation lists which calls take and return bytes', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/openapi.json' })
    const { paths } = answer.json<{ paths: Record<string, { post: { requestBody: unknown; responses: unknown } }> }>()
    type Body = { content: Record<string, { schema: { required?: string[] } }> }
    const rows = paths['/api/v1/admin_vno/enrollments/upload.json']?.post.requestBody as Body
    assert.deepEqual(Object.keys(rows.content), ['multipart/form-data'])
    assert.deepEqual(rows.content['multipart/form-data']?.schema.required, ['file'])
    // A picture may have been uploaded in parts before.
    const picture = paths[url]?.post.requestBody as Body
    assert.deepEqual(Object.keys(picture.content), ['application/json', 'multipart/form-data'])
    assert.match(JSON.stringify(paths['/api/v1/files/view.json']?.post.responses), /binary/)
  })
})

it('outside the demonstration its calls do not exist', async () => {
  const server = await startTestServer({ HILO_DEMO: '0' })
  try {
    const session = await makeSession(server.db, await makeAdmin(server.db))
    const paths = Object.entries(contract).filter(([, spec]) => 'demo' in spec && spec.demo)
    assert.ok(paths.length > 0)
    for (const [path] of paths) {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/v1/${path}.json`,
        headers: { cookie: session.cookie },
      })
      assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [404, 'REQUEST_NOT_EXIST'])
    }
  } finally {
    await server.close()
  }
})
