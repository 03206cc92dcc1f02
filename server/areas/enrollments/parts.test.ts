/** Resumable uploads of pictures. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { codeOf, columnOf, detailsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeSession, makeTechnician, type TestSession } from '../../test/factories.ts'
import { photo, startField } from '../../test/evidence.ts'
import { maintain } from '../../jobs/maintain.ts'
import type { Answer } from '../../test/harness.ts'

const call = 'admin_vno/enrollments/pictures/part'
const upload = 'admin_vno/enrollments/pictures/upload'
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const received = ({ status, body, text }: Answer) => {
  assert.equal(status, 200, text)
  return (body as { received: number }).received
}

describe('pictures in parts', async () => {
  const field = closedAfter(await startField())
  const { server } = field

  const part = (whole: Buffer, offset: number, length: number, session: TestSession = field.session) => {
    const files = length > 0 ? { part: whole.subarray(offset, offset + length) } : undefined
    return server.call(call, { sha256: sha(whole), bytes: whole.length, offset }, { session, files })
  }
  const make = (query: object, picture?: Buffer) => {
    const files = picture && { picture }
    return server.call(upload, { step: 'power', ...query }, { session: field.session, files })
  }
  const partsOf = async (whole: Buffer) =>
    (await server.rows(`select from upload_part where sha256 = decode($1, 'hex')`, sha(whole))).length
  const send = async (whole: Buffer) => {
    const third = Math.ceil(whole.length / 3)
    for (const offset of [0, third, 2 * third]) await part(whole, offset, third)
  }

  it('F16 become one picture, with parts repeated, overlapping or concurrent', async () => {
    const { id } = await field.event()
    const whole = await photo()
    assert.equal(received(await part(whole, 0, 0)), 0)
    assert.equal(received(await part(whole, 0, 1000)), 1000)
    assert.equal(received(await part(whole, 0, 1000)), 1000)
    assert.equal(received(await part(whole, 500, 1000)), 1500)
    const beyond = await part(whole, 1501, 100)
    assert.deepEqual(refusalOf(beyond), [409, 'PARTS_MISSING'])
    assert.deepEqual((beyond.body as { record: unknown }).record, { received: 1500 })
    assert.equal(received(await part(whole, 200, 300)), 1500)
    const rest = await Promise.all([1500, 1400, 0].map((from) => part(whole, from, whole.length - from)))
    for (const answer of rest) assert.equal(received(answer), whole.length)
    const client_request_id = randomUUID()
    const query = { event_id: id, sha256: sha(whole), client_request_id }
    const [first, again] = await Promise.all([make(query), make(query)])
    assert.equal(first.status, 200, first.text)
    assert.equal(first.text, again.text)
    assert.equal((first.body as Output<typeof upload>).record.sha256, sha(whole))
    assert.equal(await partsOf(whole), 0)
    assert.deepEqual(await readdir(server.store.incoming), [])
    // Repeated after a lost answer, with the bytes sent in either way.
    assert.equal((await make(query)).text, first.text)
    assert.equal((await make(query, whole)).text, first.text)
    assert.equal((await server.rows('select id from picture where event_id = $1', id)).length, 1)
  })

  it('an incomplete upload is no picture yet: the same request succeeds with the bytes attached', async () => {
    const { id } = await field.event()
    const whole = await photo()
    const query = { event_id: id, sha256: sha(whole), client_request_id: randomUUID() }
    const none = await make(query)
    assert.deepEqual(refusalOf(none), [422, 'VALIDATION'])
    assert.deepEqual(columnOf(detailsOf(none), 'field'), ['picture'])
    await part(whole, 0, 2000)
    assert.deepEqual(refusalOf(await make(query)), [409, 'PARTS_MISSING'])
    assert.equal(received(await part(whole, 0, 0)), 2000)
    assert.equal((await make(query, whole)).status, 200)
    assert.equal(codeOf(await make({ event_id: id })), 'VALIDATION')
  })

  it('S34 bytes that differ from the hash, or are no picture, are refused and deleted', async () => {
    const { id } = await field.event()
    const [whole, other] = [await photo(), await photo()]
    const said = { sha256: sha(whole), bytes: other.length, offset: 0 }
    await server.call(call, said, { session: field.session, files: { part: other } })
    assert.equal(codeOf(await make({ event_id: id, sha256: sha(whole) })), 'EVIDENCE_REJECTED')
    assert.equal(await partsOf(whole), 0)
    const text = Buffer.from('<svg/>'.repeat(100))
    await part(text, 0, text.length)
    assert.equal(codeOf(await make({ event_id: id, sha256: sha(text) })), 'EVIDENCE_REJECTED')
    assert.equal(await partsOf(text), 0)
  })

  it('S10 a part belongs to its sender: a colleague finds none of it', async () => {
    const whole = await photo()
    await send(whole)
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno: field.vno }))
    assert.equal(received(await part(whole, 0, 0, colleague)), 0)
  })

  it('S38 sizes are bounded: of a part, of the whole, and of all that one person has on its way', async () => {
    const { db } = server
    const whole = await photo()
    for (const [bytes, length, code] of [
      [1 << 20, (512 << 10) + 1, 'FILE_TOO_LARGE'],
      [10, 11, 'VALIDATION'],
      [(10 << 20) + 1, 11, 'VALIDATION'],
    ] as const) {
      const sent = { session: field.session, files: { part: Buffer.alloc(length) } }
      assert.equal(codeOf(await server.call(call, { sha256: sha(whole), bytes, offset: 0 }, sent)), code)
    }
    const busy = await makeTechnician(db, { vno: field.vno })
    const session = await makeSession(db, busy)
    await db.owner.query(
      `insert into upload_part (user_id, sha256, whole, start, length, bytes)
       select $1, sha256(n::text::bytea), 10485760, 0, 10485760, '' from generate_series(1, 20) n`,
      [busy.user_id],
    )
    assert.equal(codeOf(await part(whole, 0, 100, session)), 'STORAGE_FULL')
    assert.equal(received(await part(whole, 0, 0, session)), 0)
  })

  it('parts whose last one came a day ago are deleted, newer ones stay', async () => {
    const { db, store } = server
    const [old, fresh] = [await photo(), await photo()]
    await send(old)
    await send(fresh)
    await db.owner.query(
      `update upload_part set created_at = now() - interval '25 hours' where sha256 = decode($1, 'hex') or start = 0`,
      [sha(old)],
    )
    await maintain(db.owner, store)
    assert.deepEqual([await partsOf(old), await partsOf(fresh)], [0, 3])
  })
})
