/** Pictures of the work at the box: accepted, placed in their step, and their visibility. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, type TestSession } from '../../test/factories.ts'
import { ago, minute, photo, startField, type Field } from '../../test/evidence.ts'

const get = 'admin_vno/enrollments/pictures/get'
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const errorOf = (body: unknown) => (body as { error: string }).error

describe('pictures', () => {
  let field: Field
  let admin: TestSession
  before(async () => {
    field = await startField()
    admin = await makeSession(field.server.db, await makeAdmin(field.server.db, { vno: field.vno }))
  })
  after(() => field.server.close())

  const refused = async (...request: Parameters<Field['send']>) => {
    const { status, body } = await field.send(...request)
    return [status, errorOf(body)]
  }
  const rowOf = async (id: number) => {
    const { rows } = await field.server.db.owner.query<{
      version: number
      steps: { step: string; status: string; pictures: { flags: string[] }[] }[]
    }>('select version, steps from event where id = $1', [id])
    return rows[0]
  }

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
    const after = await rowOf(id)
    assert.equal(after?.version, 2)
    assert.deepEqual(after?.steps, [
      {
        step: 'power',
        status: 'iddle',
        started_at: null,
        done_at: null,
        active_ms: 0,
        data: {},
        checks: [],
        pictures: [
          {
            id: record.id,
            file_id: record.file_id,
            label_kind: 1,
            flags: [],
            taken_at: record.taken_at,
            bound: { figure: 'power_dbm', value: null, port: null },
          },
        ],
        skipped_reason: null,
      },
    ])
    const full = await field.server.call('files/view', { file_id: record.file_id }, { session: field.session })
    const thumb = await field.server.call(
      'files/view',
      { file_id: record.file_id, variant: 'thumb' },
      { session: field.session },
    )
    assert.deepEqual([full.headers['content-type'], full.bytes.length], ['image/webp', record.bytes])
    assert.ok(thumb.bytes.length < full.bytes.length)
    assert.match(
      String(full.headers['content-disposition']),
      new RegExp(`^inline; filename="${code}-power-[0-9a-f]{8}.webp"$`),
    )
    const listed = await field.server.call('admin_vno/events/get', { id }, { session: field.session })
    assert.equal((listed.body as { records: { steps: unknown[] }[] }).records[0]?.steps.length, 1)
    const { rows } = await field.server.db.owner.query('select 1 from audit where entity = $1 and entity_id = $2', [
      'picture',
      String(record.id),
    ])
    assert.equal(rows.length, 1)
  })

  it('a second picture joins the first, one of an earlier step comes before it, and existing data stay', async () => {
    const step = {
      step: 'power',
      status: 'started',
      started_at: ago(minute).toISOString(),
      done_at: null,
      active_ms: 5,
      data: { power_dbm: -20 },
      checks: [],
      pictures: [],
      skipped_reason: null,
    }
    const { id } = await field.event({ steps: [step] })
    await field.sent({ event_id: id }, await photo())
    await field.sent({ event_id: id }, await photo())
    await field.sent({ event_id: id, step: 'report' }, await photo())
    const row = await rowOf(id)
    assert.deepEqual(
      row?.steps.map((one) => [one.step, one.status, one.pictures.length]),
      [
        ['report', 'iddle', 1],
        ['power', 'started', 2],
      ],
    )
    assert.deepEqual((row?.steps[1] as unknown as typeof step).data, { power_dbm: -20 })
    const all = await field.server.call(get, { event_id: id }, { session: field.session })
    assert.equal((all.body as { records: Picture[] }).records.length, 3)
  })

  it('the same bytes for the same step are the same picture, also once the work is over', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const first = await field.sent({ event_id: id }, bytes)
    const again = { ...first, flags: ['duplicate'] }
    assert.deepEqual(await field.sent({ event_id: id }, bytes), again)
    await field.server.db.owner.query('update event set process_state = $2 where id = $1', [
      id,
      processState.is.finalized,
    ])
    assert.deepEqual(await field.sent({ event_id: id }, bytes), again)
    assert.equal((await rowOf(id))?.version, 2)
    assert.deepEqual(await refused({ event_id: id, step: 'report' }, bytes), [409, 'EVENT_BAD_STATE'])
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
    assert.deepEqual((await rowOf(id))?.steps[0]?.pictures[0]?.flags, [])
  })

  it('two copies sent at once become one picture', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const both = await Promise.all([field.sent({ event_id: id }, bytes), field.sent({ event_id: id }, bytes)])
    assert.equal(both[0].id, both[1].id)
    assert.equal((await rowOf(id))?.steps[0]?.pictures.length, 1)
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
    assert.deepEqual(await refused({ event_id: request.id }, bytes), [409, 'EVENT_BAD_STATE'])
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
      assert.deepEqual([answer.status, errorOf(answer.body)], [422, 'EVIDENCE_REJECTED'])
      const { details } = answer.body as { details: { field: string; code: string; message: string }[] }
      assert.deepEqual([details[0]?.field, details[0]?.code], [name, code])
      assert.match(details[0]?.message ?? '', /^[A-ZÁÉÍÓÚ].+\.$/)
    }
    assert.equal((await rowOf(id))?.version, 1)
  })

  it('S10 a technician sees pictures of own interventions only; other operators none', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const { file_id } = await field.sent({ event_id: id }, bytes)
    const known = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    const colleague = await makeSession(field.server.db, await makeTechnician(field.server.db, { vno: field.vno }))
    const stranger = await makeSession(field.server.db, await makeAdmin(field.server.db))
    const none = 2_000_000_000
    for (const who of [colleague, stranger]) {
      const pairs = [
        [
          await field.server.call('files/view', { file_id }, { session: who }),
          await field.server.call('files/view', { file_id: none }, { session: who }),
        ],
        [
          await field.server.call(get, { event_id: id }, { session: who }),
          await field.server.call(get, { event_id: none }, { session: who }),
        ],
        [await field.send({ event_id: id }, bytes, who), await field.send({ event_id: none }, bytes, who)],
      ] as const
      for (const [theirs, missing] of pairs) {
        assert.equal(theirs.status, 404)
        assert.equal(known(theirs.text), known(missing.text))
      }
    }
    for (const who of [field.session, admin])
      assert.equal((await field.server.call('files/view', { file_id }, { session: who })).status, 200)
    const bare = await makeSession(
      field.server.db,
      await makeAdmin(field.server.db, { vno: field.vno, privileges: {} }),
    )
    assert.equal((await field.server.call('files/view', { file_id }, { session: bare })).status, 404)
  })

  it('a picture added by the neutral operator belongs to the intervention’s operator', async () => {
    const neutral = await makeSession(field.server.db, await makeOperator(field.server.db))
    const { id } = await field.event()
    const { file_id } = await field.sent({ event_id: id }, await photo(), neutral)
    const { rows } = await field.server.db.owner.query(
      'select vno_id, split_part(key, $2, 1)::int as folder from file where id = $1',
      [file_id, '/'],
    )
    assert.deepEqual(rows, [{ vno_id: field.vno.id, folder: field.vno.id }])
    assert.equal((await field.server.call('files/view', { file_id }, { session: field.session })).status, 200)
  })

  it('pictures are listed by intervention or by enrolment, exactly one of them', async () => {
    const { id } = await field.event()
    const { body } = await field.server.call(get, { event_id: id }, { session: field.session })
    assert.deepEqual((body as { records: unknown[] }).records, [])
    for (const query of [{}, { event_id: id, enrollment_id: 1 }])
      assert.equal((await field.server.call(get, query, { session: field.session })).status, 422)
    assert.equal(
      (await field.server.call(get, { enrollment_id: 2_000_000_000 }, { session: field.session })).status,
      404,
    )
    const { file_id } = await field.sent({ event_id: id }, await photo())
    await field.server.db.owner.query('update picture set enrollment_id = 77 where file_id = $1', [file_id])
    const found = await field.server.call(get, { enrollment_id: 77 }, { session: field.session })
    assert.deepEqual(
      (found.body as { records: Picture[] }).records.map((one) => one.file_id),
      [file_id],
    )
  })
})
