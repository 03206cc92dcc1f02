/** Flags of a picture's evidence: recorded, never blocking. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { quotas } from '../../files/quota.ts'
import { freshStep } from '../../process/steps/step-row.ts'
import { insert, makeAdmin, makeSession, makeTechnician } from '../../test/factories.ts'
import { ago, minute, nextSeed, photo, startField, type Field } from '../../test/evidence.ts'
import { drawing } from '../../test/pictures.ts'
import { makeCto } from '../../test/plant-factories.ts'

describe('flags of a picture', () => {
  let field: Field
  before(async () => {
    field = await startField()
  })
  after(() => field.server.close())

  it('records the flags of a picture and accepts it all the same', async () => {
    const box = await makeCto(field.server.db, { lat: 40, lon: -3 })
    const { id } = await field.event({ cto: box })
    const north = (metres: number, accuracy_m: number | null) => ({ lat: 40 + metres / 111_195, lon: -3, accuracy_m })
    const flags = async (query: object, bytes?: Buffer) =>
      (await field.sent({ event_id: id, ...query }, bytes ?? (await photo()))).flags
    assert.deepEqual(await flags({ taken_at: ago(13 * minute).toISOString() }), ['stale'])
    assert.deepEqual(await flags({ taken_at: ago(11.5 * minute).toISOString() }), [])
    assert.deepEqual(await flags({ taken_at: ago(-3 * minute).toISOString() }), ['stale'])
    assert.deepEqual(await flags({ taken_at: undefined }), ['stale'])
    assert.deepEqual(await flags({ position: north(70, 5) }), [])
    assert.deepEqual(await flags({ position: north(80, 5) }), ['far'])
    assert.deepEqual(await flags({ position: north(140, 60) }), [])
    assert.deepEqual(await flags({ position: north(140, null) }), [])
    assert.deepEqual(await flags({ position: north(160, 60) }), ['far'])
    assert.deepEqual(await flags({ position: null }), [])
    assert.deepEqual(await flags({}, await drawing({ seed: nextSeed() }).blur(15).jpeg().toBuffer()), ['blurred'])
    assert.ok((await flags({}, await drawing({ seed: nextSeed(), light: 0.08 }).jpeg().toBuffer())).includes('dark'))
    const ocr = (value: string) => ({ label_kind: 2 as const, ocr: { text: value, confidence: 0.9, value } })
    assert.deepEqual(await flags(ocr(box.code.toLowerCase().replace('-', ' '))), [])
    assert.deepEqual(await flags(ocr('CTO-OTRA')), ['label_mismatch'])
  })

  it('a picture not from the camera is flagged; only a supervisor may send one', async () => {
    const { id } = await field.event()
    const gallery = { event_id: id, camera: false }
    assert.deepEqual((await field.sent(gallery, await photo())).flags, ['gallery'])
    const { db } = field.server
    const supervisor = await makeSession(db, await makeAdmin(db, { vno: field.vno }))
    assert.deepEqual((await field.sent(gallery, await photo(), supervisor)).flags, ['gallery'])
    const other = await makeSession(db, await makeAdmin(db, { vno: field.vno, base: 'technician' }))
    const refused = await field.send(gallery, await photo(), other)
    assert.deepEqual([refused.status, (refused.body as { error: string }).error], [403, 'PRIVILEGE_DENIED'])
  })

  it('text read on a drop is compared with its record', async () => {
    const step = { ...freshStep('drop_enrollment'), status: 'done', data: { drop_label_read: 'D46-0000001-8' } }
    const { id } = await field.event({ steps: JSON.stringify([step]) })
    const sent = async (value: string) =>
      (await field.sent({ event_id: id, label_kind: 3, ocr: { text: value, confidence: 0.9, value } }, await photo()))
        .flags
    assert.deepEqual(await sent('d46 0000001 8'), [])
    assert.deepEqual(await sent('D46-0000002-6'), ['label_mismatch'])
  })

  it('S38 an operator over quota is refused before the picture is decoded', async () => {
    const { id } = await field.event()
    const use = `insert into storage_use values ($1, 0, date '2020-01-01', $2) on conflict (vno_id, user_id, month) do update set bytes = $2`
    await field.server.db.owner.query(use, [field.vno.id, quotas.vno])
    const answer = await field.send({ event_id: id }, await photo())
    await field.server.db.owner.query(use, [field.vno.id, 0])
    assert.deepEqual([answer.status, (answer.body as { error: string }).error], [507, 'STORAGE_FULL'])
  })

  it('a picture taken during work without coverage is fresh', async () => {
    const { id } = await field.event({ started_at: new Date(), offline_ms: 60 * minute })
    const record = await field.sent({ event_id: id, taken_at: ago(50 * minute).toISOString() }, await photo())
    assert.deepEqual(record.flags, [])
    const before = await field.sent({ event_id: id, taken_at: ago(65 * minute).toISOString() }, await photo())
    assert.deepEqual(before.flags, ['stale'])
  })

  it('a device clock that is ahead is detected and corrected', async () => {
    const { id } = await field.event()
    const bytes = await photo()
    const taken = ago(-90_000)
    const record = await field.sent({ event_id: id, taken_at: taken.toISOString() }, bytes)
    const skew = record.clock_skew_ms ?? 0
    // Between what it is now and what it was when the picture was sent.
    assert.ok(skew >= taken.getTime() - Date.now() - 1000 && skew <= 90_000, String(skew))
    assert.deepEqual(record.flags, [])
    assert.match(record.phash, /^[0-9a-f]{16}$/)
    assert.equal((await field.sent({ event_id: id }, await photo())).clock_skew_ms, null)
  })

  it('the camera’s time of an undated picture counts if its UTC offset is known', async () => {
    const { id } = await field.event()
    const local = ago(2 * minute)
      .toISOString()
      .slice(0, 19)
    const DateTimeOriginal = local.replaceAll('-', ':').replace('T', ' ')
    const drawn = (more: object) =>
      drawing({ seed: nextSeed() })
        .jpeg()
        .withExif({ IFD2: { DateTimeOriginal, ...more } })
        .toBuffer()
    const known = await field.sent({ event_id: id, taken_at: undefined }, await drawn({ OffsetTimeOriginal: '+00:00' }))
    assert.deepEqual([known.taken_at, known.flags], [`${local}.000Z`, []])
    const unknown = await field.sent({ event_id: id, taken_at: undefined }, await drawn({}))
    assert.deepEqual([unknown.taken_at, unknown.flags], [null, ['stale']])
    const { rows } = await field.server.db.owner.query('select exif_taken_at from picture where id = $1', [unknown.id])
    assert.deepEqual(rows, [{ exif_taken_at: local }])
  })

  it('a date of the camera that is none, or no date of this calendar, leaves the time unknown', async () => {
    const { id } = await field.event()
    for (const DateTimeOriginal of ['2026:11:20 24:13:45', '0000:00:00 00:00:00', '2026:13:01 10:00:00', ' ']) {
      const exif = { IFD2: { DateTimeOriginal, OffsetTimeOriginal: '+01:00' } }
      const picture = await drawing({ seed: nextSeed() }).jpeg().withExif(exif).toBuffer()
      const record = await field.sent({ event_id: id, taken_at: undefined }, picture)
      assert.deepEqual([record.taken_at, record.flags], [null, ['stale']], DateTimeOriginal)
    }
  })

  it('recognises the like of a picture of the same contractor within a year, a colleague’s included', async () => {
    const number = nextSeed()
    const copy = (width: number, quality: number) =>
      drawing({ seed: number }).resize(width).jpeg({ quality }).toBuffer()
    const colleague = await makeTechnician(field.server.db, { vno: field.vno })
    const theirs = await field.event({ technician: colleague })
    const first = await field.sent(
      { event_id: theirs.id },
      await copy(900, 90),
      await makeSession(field.server.db, colleague),
    )
    assert.deepEqual(first.flags, [])
    const mine = await field.event()
    assert.deepEqual((await field.sent({ event_id: mine.id }, await copy(600, 50))).flags, ['duplicate'])
    assert.deepEqual((await field.sent({ event_id: mine.id }, await copy(640, 55))).flags, ['duplicate'])
    const other = await field.event({
      contractor_id: await insert(field.server.db, 'contractor', { vno_id: field.vno.id, name: 'Otra' }),
    })
    assert.deepEqual((await field.sent({ event_id: other.id }, await copy(610, 50))).flags, [])
    assert.deepEqual(
      (await field.sent({ event_id: other.id }, await copy(700, 60))).flags,
      [],
      'a second try of one step',
    )
    await field.server.db.owner.query(
      `update picture set received_at = received_at - interval '366 days' where vno_id = $1`,
      [field.vno.id],
    )
    const later = await field.event()
    assert.deepEqual((await field.sent({ event_id: later.id }, await copy(620, 50))).flags, [])
  })
})
