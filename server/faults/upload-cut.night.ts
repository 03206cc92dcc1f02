/** A connection that breaks at any point of an upload: nothing is left over, and a repetition gives one picture. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno } from '../test/factories.ts'
import { multipart, startTestServer } from '../test/harness.ts'
import { makeEvent } from '../test/plant-factories.ts'
import { freePort } from '../test/server-process.ts'
import { untilTrue } from '../test/poll.ts'

const path = 'admin_vno/enrollments/pictures/upload'
const step = 64 << 10

describe('an upload is cut', async () => {
  const server = closedAfter(await startTestServer({ PORT: await freePort() }))
  const address = new URL(await server.listen())
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  // Noise, which does not compress.
  const raw = { width: 800, height: 600, channels: 3 } as const
  const picture = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .jpeg()
    .toBuffer()

  async function request(): Promise<{ event: number; query: object; bytes: Buffer; head: number }> {
    const { id: event } = await makeEvent(server.db, { vno })
    const sha256 = createHash('sha256').update(picture).digest('hex')
    const query = { event_id: event, step: 'report', sha256, client_request_id: randomUUID() }
    const { headers, payload } = multipart([
      ['query', JSON.stringify(query)],
      ['picture', picture],
    ])
    const lines = {
      ...headers,
      host: address.host,
      authorization: `Bearer ${session.token}`,
      'content-length': String(payload.length),
    }
    const said = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
    const head = Buffer.from(`POST /api/v1/${path}.json HTTP/1.1\r\n${said.join('\r\n')}\r\n\r\n`)
    return { event, query, bytes: Buffer.concat([head, payload]), head: head.length }
  }

  /** Sends so many bytes and cuts the connection. */
  async function sendPart(bytes: Buffer, count: number): Promise<void> {
    const socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    await new Promise((done) => socket.write(bytes.subarray(0, count), done))
    socket.resetAndDestroy()
  }

  /** Pictures and files of an intervention. */
  const stored = async (event: number) => {
    const count = async (table: string) =>
      (await server.db.owner.query(`select 1 from ${table} where event_id = $1`, [event])).rowCount
    return [await count('picture'), await count('file')]
  }
  const leftOver = async () => (await readdir(server.store.incoming).catch(() => [])).length

  it('F16 at every 64 KiB nothing is stored; repeated completely it is one picture', async () => {
    const { event, query, bytes, head } = await request()
    assert.ok(picture.length > 3 * step, String(picture.length))
    const places = Array.from({ length: Math.floor((bytes.length - head) / step) }, (_, n) => head + n * step)
    for (const place of [head - 20, head + 90, ...places, bytes.length - 1]) {
      await sendPart(bytes, place)
      assert.deepEqual(await stored(event), [0, 0], `cut after ${place}`)
    }
    await untilTrue(async () => (await leftOver()) === 0)
    for (let n = 0; n < 2; n++) await server.done(path, query, session, { picture })
    assert.deepEqual(await stored(event), [1, 1])
    await untilTrue(async () => (await leftOver()) === 0)
  })

  it('F16 cut after the last byte it may be done or not; sent again it is one picture', async () => {
    for (let n = 0; n < 4; n++) {
      const { event, query, bytes } = await request()
      await sendPart(bytes, bytes.length)
      await server.done(path, query, session, { picture })
      assert.deepEqual(await stored(event), [1, 1])
    }
    await untilTrue(async () => (await leftOver()) === 0)
  })
})
