/** Internal notes of an intervention, with attachments. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { quotas } from '../../files/quota.ts'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const create = 'admin_vno/notes/create'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

describe('notes of an intervention', async () => {
  const server = closedAfter(await startTestServer())
  const technician = await makeTechnician(server.db)
  const session = await makeSession(server.db, technician)
  const vno = { id: technician.vno_id ?? 0, name: '', external_id: '' }
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const event = await makeEvent(server.db, { technician })
  const stranger = await makeSession(server.db, await makeAdmin(server.db))

  const asked = { event_id: event.id, text: 'La llave está en conserjería.' }
  const write = (query: object, as: { cookie: string } = session, file?: Buffer) =>
    server.call(create, { ...asked, ...query }, { session: as, files: file && { file } })
  const written = async (query: object, as: { cookie: string } = session, file?: Buffer) =>
    (await server.done(create, { ...asked, ...query }, as, file && { file })).record
  const read = async (as: { cookie: string }) =>
    (await server.done('admin_vno/notes/get', { filter: { event_id: event.id } }, as)).records
  const file = (path: 'files/view' | 'files/download', file_id: number, as: { cookie: string }, more = {}) =>
    server.call(path, { file_id, ...more }, { session: as })

  it('is read by its operator’s people only, the latest first', async () => {
    const first = await written({})
    assert.deepEqual([first.event.code, first.file, first.created_by?.id], [event.code, null, technician.user_id])
    const second = await written({ text: '  Vuelvo mañana  ' }, admin)
    assert.equal(second.text, 'Vuelvo mañana')
    assert.deepEqual(columnOf(await read(admin), 'id').slice(0, 2), [second.id, first.id])
    assert.equal((await read(session)).length, (await read(admin)).length)
    assert.deepEqual(await read(stranger), [])
    assert.deepEqual(await read(await makeSession(server.db, await makeTechnician(server.db, { vno }))), [])
  })

  it('S2 S10 on an intervention that is not one’s own it answers like on none', async () => {
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    const none = await write({ event_id: 2 ** 40 })
    for (const as of [stranger, colleague]) {
      const answer = await write({}, as)
      assert.deepEqual([answer.status, codeOf(answer)], [none.status, codeOf(none)])
      const withFile = await write({}, as, pdf)
      assert.deepEqual([withFile.status, codeOf(withFile)], [none.status, codeOf(none)])
    }
  })

  it('S35 a picture is re-encoded, without its location', async () => {
    const exif = { IFD0: { Artist: 'CANARIO-EXIF' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 28/1 0/1' } }
    const raw = { create: { width: 64, height: 48, channels: 3 as const, background: '#808080' } }
    const sent = await sharp(raw).jpeg().withExif(exif).toBuffer()
    assert.ok(sent.includes('CANARIO-EXIF'))
    const note = await written({}, session, sent)
    assert.equal(note.file?.mime, 'image/webp')
    const shown = await file('files/view', note.file.id, admin)
    assert.match(String(shown.headers['content-disposition']), /^inline/)
    assert.ok(!shown.bytes.includes('CANARIO-EXIF') && !shown.bytes.includes('EXIF'))
    assert.equal((await file('files/view', note.file.id, stranger)).status, 404)
  })

  it('S37 a PDF is only ever handed over to be saved', async () => {
    const note = await written({ client_request_id: randomUUID() }, session, pdf)
    assert.deepEqual([note.file?.mime, note.file?.bytes], ['application/pdf', pdf.length])
    for (const path of ['files/view', 'files/download'] as const) {
      const answer = await file(path, note.file?.id ?? 0, admin, { disposition: 'inline' })
      assert.match(String(answer.headers['content-disposition']), /^attachment; filename="INT-/)
      assert.ok(answer.bytes.equals(pdf))
    }
  })

  it('S34 other types are refused, whatever type they claim', async () => {
    const texts = ['<html><script>alert(1)</script></html>', '%PDF-1.4 cut off', 'PK\u0003\u0004 zip']
    const bad = [...texts, '<svg xmlns="http://www.w3.org/2000/svg"/>%PDF-1.4 %%EOF']
    const before = (await read(admin)).length
    for (const one of bad) {
      const answer = await write({}, session, Buffer.from(one))
      assert.deepEqual([answer.status, codeOf(answer)], [422, 'EVIDENCE_REJECTED'])
    }
    assert.equal((await read(admin)).length, before)
  })

  it('S38 over quota no file can be added, and notes still can', async () => {
    const use = `insert into storage_use values ($1, $2, date_trunc('month', now())::date, $3)
      on conflict (vno_id, user_id, month) do update set bytes = $3`
    await server.db.owner.query(use, [technician.vno_id, technician.user_id, quotas.userMonth])
    const full = await write({}, session, pdf)
    assert.deepEqual([full.status, codeOf(full)], [507, 'STORAGE_FULL'])
    assert.equal((await write({})).status, 200)
    await server.db.owner.query(use, [technician.vno_id, technician.user_id, 0])
    assert.equal((await write({}, session, pdf)).status, 200)
  })

  it('the same request twice is one note; an empty one is refused', async () => {
    const client_request_id = randomUUID()
    const send = () => write({ client_request_id }, session, pdf)
    const [first, again] = [await send(), await send()]
    assert.deepEqual([first.status, first.text], [200, again.text])
    assert.equal(codeOf(await write({ client_request_id, text: 'otra' }, session, pdf)), 'REQUEST_ID_REUSED')
    for (const text of ['', '   ', 'x'.repeat(4001)]) assert.equal((await write({ text })).status, 422)
  })
})
