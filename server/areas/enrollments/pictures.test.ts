/** Pictures of the work at the box: accepted, placed in their step, and their visibility. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Event } from '@hilo/contract/events/events.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { freshStep } from '../../process/steps/step-row.ts'
import { columnOf, detailsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician } from '../../test/factories.ts'
import { bare } from '../../test/line-scene.ts'
import { ago, minute, photo, startField } from '../../test/evidence.ts'

const get = 'admin_vno/enrollments/pictures/get'
const none = 2_000_000_000
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('pictures', async () => {
  const field = closedAfter(await startField())
  const { server, session, vno } = field
  const { db } = server

  const rowOf = async (id: number) => {
    const [row] = await server.rows<Pick<Event, 'version' | 'steps'>>(
      'select version, steps from event where id = $1',
      id,
    )
    return { version: row?.version, steps: row?.steps ?? [] }
  }
  const view = (file_id: number, who = session) => server.call('files/view', { file_id }, { session: who })

  it('a picture of the work is stored, described, and placed in its step', async () => {
    const { id, code } = await field.event()
    const bytes = await photo()
    const position = { lat: 39.4701, lon: -0.376, accuracy_m: 8 }
    const ocr = { text: '-19,84 dBm', confidence: 0.97, value: '-19.84' }
    const asked = { event_id: id, label_kind: 1 as const, sha256: sha(bytes), position, ocr, power_dbm_read: -19.84 }
    const record = await field.sent(asked, bytes)
    assert.deepEqual(record.flags, [])
    assert.deepEqual([record.event_id, record.step, record.label_kind, record.sha256], [id, 'power', 1, sha(bytes)])
    assert.deepEqual([record.mime, record.width, record.height, record.camera], ['image/webp', 900, 700, true])
    assert.deepEqual([record.position, record.ocr, record.power_dbm_read], [position, ocr, -19.84])
    const { file_id, taken_at } = record
    const bound = { figure: 'power_dbm', value: null, port: null }
    const pictures = [{ id: record.id, file_id, label_kind: 1, flags: [], taken_at, bound }]
    const idle = { status: 'iddle', started_at: null, done_at: null, active_ms: 0, data: {}, skipped_reason: null }
    assert.deepEqual(await rowOf(id), { version: 2, steps: [{ step: 'power', ...idle, checks: [], pictures }] })
    const full = await view(file_id)
    const thumb = await server.call('files/view', { file_id, variant: 'thumb' }, { session })
    assert.deepEqual([full.headers['content-type'], full.bytes.length], ['image/webp', record.bytes])
    assert.ok(thumb.bytes.length < full.bytes.length)
    const name = new RegExp(`^inline; filename="${code}-power-[0-9a-f]{8}.webp"$`)
    assert.match(String(full.headers['content-disposition']), name)
    const [listed] = (await server.done('admin_vno/events/get', { id }, session)).records
    assert.equal(listed?.steps?.length, 1)
    const audited = `select 1 from audit where entity = 'picture' and entity_id = $1`
    assert.equal((await server.rows(audited, String(record.id))).length, 1)
  })

  it('a second picture joins the first, one of an earlier step comes before it, and existing data stay', async () => {
    const begun = { status: 'started', started_at: ago(minute).toISOString(), active_ms: 5, data: { power_dbm: -20 } }
    const { id } = await field.event({ steps: [{ ...freshStep('power'), ...begun }] })
    await field.sent({ event_id: id }, await photo())
    await field.sent({ event_id: id }, await photo())
    await field.sent({ event_id: id, step: 'report' }, await photo())
    const { steps } = await rowOf(id)
    const kept = steps.map(({ step, status, pictures }) => [step, status, pictures.length])
    assert.deepEqual(kept, [['report', 'iddle', 1], ['power', 'started', 2]]) // prettier-ignore
    assert.deepEqual(steps[1]?.data, begun.data)
    assert.equal((await server.done(get, { event_id: id }, session)).records.length, 3)
  })

  it('the same bytes for the same step are the same picture, also once the work is over', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const first = await field.sent({ event_id: id }, bytes)
    const again = { ...first, flags: ['duplicate'] }
    assert.deepEqual(await field.sent({ event_id: id }, bytes), again)
    await server.rows('update event set process_state = $2 where id = $1', id, processState.is.finalized)
    assert.deepEqual(await field.sent({ event_id: id }, bytes), again)
    assert.equal((await rowOf(id)).version, 2)
    const other = await field.send({ event_id: id, step: 'report' }, bytes)
    assert.deepEqual(refusalOf(other), [409, 'EVENT_BAD_STATE'])
  })

  it('sent by two requests they are one picture, and the second is answered so', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const taken_at = ago(minute).toISOString()
    const send = (client_request_id: string) => field.sent({ event_id: id, taken_at, client_request_id }, bytes)
    const request = randomUUID()
    const first = await send(request)
    assert.deepEqual(await send(request), first)
    assert.deepEqual(await send(randomUUID()), { ...first, flags: ['duplicate'] })
    assert.deepEqual((await rowOf(id)).steps[0]?.pictures[0]?.flags, [])
  })

  it('two copies sent at once become one picture', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const both = await Promise.all([field.sent({ event_id: id }, bytes), field.sent({ event_id: id }, bytes)])
    assert.equal(both[0].id, both[1].id)
    assert.equal((await rowOf(id)).steps[0]?.pictures.length, 1)
  })

  it('is taken while the work goes on, and only then', async () => {
    const bytes = await photo()
    const { iddle, creating, created, wronglyFinalized } = processState.is
    const working: number[] = [iddle, creating, created, wronglyFinalized]
    for (const process_state of processState.values) {
      const { id } = await field.event({ process_state })
      const expected = working.includes(process_state) ? 200 : 409
      assert.equal((await field.send({ event_id: id }, bytes)).status, expected, String(process_state))
    }
    const request = await field.event({ type: eventType.is.finalizeListener })
    assert.deepEqual(refusalOf(await field.send({ event_id: request.id }, bytes)), [409, 'EVENT_BAD_STATE'])
  })

  it('S34 refuses bytes that are no picture or do not match the hash, with the reason', async () => {
    const { id } = await field.event()
    const jpeg = await photo()
    const cases: [string, string, Buffer, object?][] = [
      ['picture', 'format', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['picture', 'unreadable', jpeg.subarray(0, jpeg.length / 2)],
      ['sha256', 'mismatch', jpeg, { sha256: sha(Buffer.from('other')) }],
    ]
    for (const [name, code, bytes, more] of cases) {
      const answer = await field.send({ event_id: id, ...more }, bytes)
      assert.deepEqual(refusalOf(answer), [422, 'EVIDENCE_REJECTED'])
      const [detail] = detailsOf(answer)
      assert.deepEqual([detail?.field, detail?.code], [name, code])
      assert.match(detail?.message ?? '', /^[A-ZÁÉÍÓÚ].+\.$/)
    }
    assert.equal((await rowOf(id)).version, 1)
  })

  it('S10 a technician sees pictures of own interventions only', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const { file_id } = await field.sent({ event_id: id }, bytes)
    const colleague = await makeSession(db, await makeTechnician(db, { vno }))
    const attempts = (event: number, file: number) => [
      view(file, colleague),
      server.call(get, { event_id: event }, { session: colleague }),
      field.send({ event_id: event }, bytes, colleague),
    ]
    const theirs = (await Promise.all(attempts(id, file_id))).map(bare)
    assert.deepEqual(theirs, (await Promise.all(attempts(none, none))).map(bare))
    for (const answer of theirs) assert.match(answer, /^404 /)
    const [admin, powerless] = [await makeAdmin(db, { vno }), await makeAdmin(db, { vno, privileges: {} })]
    for (const who of [session, await makeSession(db, admin)]) assert.equal((await view(file_id, who)).status, 200)
    assert.equal((await view(file_id, await makeSession(db, powerless))).status, 404)
  })

  it('a picture added by the neutral operator belongs to the intervention’s operator', async () => {
    const neutral = await makeSession(db, await makeOperator(db))
    const { id } = await field.event()
    const { file_id } = await field.sent({ event_id: id }, await photo(), neutral)
    const text = `select vno_id, split_part(key, '/', 1)::int as folder from file where id = $1`
    assert.deepEqual(await server.rows(text, file_id), [{ vno_id: vno.id, folder: vno.id }])
    assert.equal((await view(file_id)).status, 200)
  })

  it('pictures are listed by intervention or by enrolment, exactly one of them', async () => {
    const { id } = await field.event()
    assert.deepEqual((await server.done(get, { event_id: id }, session)).records, [])
    for (const query of [{}, { event_id: id, enrollment_id: 1 }])
      assert.equal((await server.call(get, query, { session })).status, 422)
    assert.equal((await server.call(get, { enrollment_id: none }, { session })).status, 404)
    const { file_id } = await field.sent({ event_id: id }, await photo())
    await server.rows('update picture set enrollment_id = 77 where file_id = $1', file_id)
    assert.deepEqual(columnOf((await server.done(get, { enrollment_id: 77 }, session)).records, 'file_id'), [file_id])
  })
})
