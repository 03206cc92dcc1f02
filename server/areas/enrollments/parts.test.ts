/** Resumable uploads of pictures. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { makeSession, makeTechnician, type TestSession } from '../../test/factories.ts'
import { photo, startField, type Field } from '../../test/evidence.ts'
import { maintain } from '../../jobs/maintain.ts'
import type { Answer } from '../../test/harness.ts'

const call = 'admin_vno/enrollments/pictures/part'
const upload = 'admin_vno/enrollments/pictures/upload'
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const code = ({ body }: Answer) => (body as { error: string }).error
const received = ({ status, body, text }: Answer) => {
  assert.equal(status, 200, text)
  return (body as { received: number }).received
}

describe('pictures in parts', () => {
  let field: Field
  before(async () => {
    field = await startField()
  })
  after(() => field.server.close())

  const part = (whole: Buffer, offset: number, length: number, session: TestSession = field.session) =>
    field.server.call(
      call,
      { sha256: sha(whole), bytes: whole.length, offset },
      { session, ...(length > 0 && { files: { part: whole.subarray(offset, offset + length) } }) },
    )
  const make = (query: object, picture?: Buffer) =>
    field.server.call(
      upload,
      { step: 'power', ...query },
      { session: field.session, ...(picture && { files: { picture } }) },
    )
  const partsOf = async (whole: Buffer) => {
    const { rows } = await field.server.db.owner.query<{ n: number }>(
      `select count(*)::int as n from upload_part where sha256 = decode($1, 'hex')`,
      [sha(whole)],
    )
    return rows[0]?.n
  }
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
    assert.deepEqual([beyond.status, code(beyond)], [409, 'PARTS_MISSING'])
    assert.deepEqual((beyond.body as { record: unknown }).record, { received: 1500 })
    assert.equal(received(await part(whole, 200, 300)), 1500)
    const rest = await Promise.all([1500, 1400, 0].map((from) => part(whole, from, whole.length - from)))
    for (const answer of rest) assert.equal(received(answer), whole.length)
    const client_request_id = randomUUID()
    const query = { event_id: id, sha256: sha(whole), client_request_id }
    const [first, again] = await Promise.all([make(query), make(query)])
    assert.equal(first.status, 200, first.text)
    assert.equal(first.text, again.text)
    assert.equal((first.body as { record: Picture }).record.sha256, sha(whole))
    assert.equal(await partsOf(whole), 0)
    assert.deepEqual(await readdir(field.server.store.incoming), [])
    // Repeated after a lost answer, with the bytes sent in either way.
    assert.equal((await make(query)).text, first.text)
    assert.equal((await make(query, whole)).text, first.text)
    const { rows } = await field.server.db.owner.query('select id from picture where event_id = $1', [id])
    assert.equal(rows.length, 1)
  })

  it('an incomplete upload is no picture yet: the same request succeeds with the bytes attached', async () => {
    const { id } = await field.event()
    const whole = await photo()
    const query = { event_id: id, sha256: sha(whole), client_request_id: randomUUID() }
    const none = await make(query)
    assert.deepEqual([none.status, code(none)], [422, 'VALIDATION'])
    assert.deepEqual(
      (none.body as { details: { field: string }[] }).details.map(({ field: name }) => name),
      ['picture'],
    )
    await part(whole, 0, 2000)
    const some = await make(query)
    assert.deepEqual([some.status, code(some)], [409, 'PARTS_MISSING'])
    assert.equal(received(await part(whole, 0, 0)), 2000)
    assert.equal((await make(query, whole)).status, 200)
    assert.equal(code(await make({ event_id: id })), 'VALIDATION')
  })

  it('S34 bytes that differ from the hash, or are no picture, are refused and deleted', async () => {
    const { id } = await field.event()
    const [whole, other] = [await photo(), await photo()]
    const said = { sha256: sha(whole), bytes: other.length, offset: 0 }
    await field.server.call(call, said, { session: field.session, files: { part: other } })
    assert.equal(code(await make({ event_id: id, sha256: sha(whole) })), 'EVIDENCE_REJECTED')
    assert.equal(await partsOf(whole), 0)
    const text = Buffer.from('<svg/>'.repeat(100))
    await part(text, 0, text.length)
    assert.equal(code(await make({ event_id: id, sha256: sha(text) })), 'EVIDENCE_REJECTED')
    assert.equal(await partsOf(text), 0)
  })

  it('S10 a part belongs to its sender: a colleague finds none of it', async () => {
    const whole = await photo()
    await send(whole)
    const colleague = await makeSession(field.server.db, await makeTechnician(field.server.db, { vno: field.vno }))
    assert.equal(received(await part(whole, 0, 0, colleague)), 0)
  })

  it('S38 sizes are bounded: of a part, of the whole, and of all that one person has on its way', async () => {
    const { db } = field.server
    const whole = await photo()
    const large = await field.server.call(
      call,
      { sha256: sha(whole), bytes: 1 << 20, offset: 0 },
      { session: field.session, files: { part: Buffer.alloc((512 << 10) + 1) } },
    )
    assert.equal(code(large), 'FILE_TOO_LARGE')
    for (const query of [
      { bytes: 10, offset: 0 },
      { bytes: (10 << 20) + 1, offset: 0 },
    ]) {
      const more = { session: field.session, files: { part: Buffer.alloc(11) } }
      assert.equal(code(await field.server.call(call, { sha256: sha(whole), ...query }, more)), 'VALIDATION')
    }
    const busy = await makeTechnician(db, { vno: field.vno })
    const session = await makeSession(db, busy)
    await db.owner.query(
      `insert into upload_part (user_id, sha256, whole, start, length, bytes)
       select $1, sha256(n::text::bytea), 10485760, 0, 10485760, '' from generate_series(1, 20) n`,
      [busy.user_id],
    )
    assert.equal(code(await part(whole, 0, 100, session)), 'STORAGE_FULL')
    assert.equal(received(await part(whole, 0, 0, session)), 0)
  })

  it('parts whose last one came a day ago are deleted, newer ones stay', async () => {
    const { db, store } = field.server
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
