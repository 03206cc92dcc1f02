/** Flags of a picture's evidence: recorded, never blocking. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { quotas } from '../../files/quota.ts'
import { freshStep } from '../../process/steps/step-row.ts'
import { refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeSession, makeTechnician } from '../../test/factories.ts'
import { ago, minute, nextSeed, photo, startField } from '../../test/evidence.ts'
import { drawing } from '../../test/pictures.ts'
import { makeCto } from '../../test/plant-factories.ts'

/** A picture with the camera's own date. */
const dated = (IFD2: Record<string, string>) => drawing({ seed: nextSeed() }).jpeg().withExif({ IFD2 }).toBuffer()

describe('flags of a picture', async () => {
  const field = closedAfter(await startField())
  const { server, vno } = field
  const { db } = server
  /** The flags of an accepted picture. */
  const flagged = async (...sent: Parameters<typeof field.sent>) => (await field.sent(...sent)).flags

  it('records the flags of a picture and accepts it all the same', async () => {
    const box = await makeCto(db, { lat: 40, lon: -3 })
    const { id } = await field.event({ cto: box })
    const north = (metres: number, accuracy_m: number | null) => ({ lat: 40 + metres / 111_195, lon: -3, accuracy_m })
    const flags = async (query: object, bytes?: Buffer) =>
      await flagged({ event_id: id, ...query }, bytes ?? (await photo()))
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
    assert.deepEqual(await flagged(gallery, await photo()), ['gallery'])
    const supervisor = await makeSession(db, await makeAdmin(db, { vno }))
    assert.deepEqual(await flagged(gallery, await photo(), supervisor), ['gallery'])
    const other = await makeSession(db, await makeAdmin(db, { vno, base: 'technician' }))
    assert.deepEqual(refusalOf(await field.send(gallery, await photo(), other)), [403, 'PRIVILEGE_DENIED'])
  })

  it('text read on a drop is compared with its record', async () => {
    const step = { ...freshStep('drop_enrollment'), status: 'done', data: { drop_label_read: 'D46-0000001-8' } }
    const { id } = await field.event({ steps: JSON.stringify([step]) })
    const read = async (value: string) =>
      await flagged({ event_id: id, label_kind: 3, ocr: { text: value, confidence: 0.9, value } }, await photo())
    assert.deepEqual(await read('d46 0000001 8'), [])
    assert.deepEqual(await read('D46-0000002-6'), ['label_mismatch'])
  })

  it('S38 an operator over quota is refused before the picture is decoded', async () => {
    const { id } = await field.event()
    const use = `insert into storage_use values ($1, 0, date '2020-01-01', $2) on conflict (vno_id, user_id, month) do update set bytes = $2`
    await server.rows(use, vno.id, quotas.vno)
    const answer = await field.send({ event_id: id }, await photo())
    await server.rows(use, vno.id, 0)
    assert.deepEqual(refusalOf(answer), [507, 'STORAGE_FULL'])
  })

  it('a picture taken during work without coverage is fresh', async () => {
    const { id } = await field.event({ started_at: new Date(), offline_ms: 60 * minute })
    for (const [minutes, flags] of [
      [50, []],
      [65, ['stale']],
    ] as const)
      // prettier-ignore
      assert.deepEqual(
        await flagged({ event_id: id, taken_at: ago(minutes * minute).toISOString() }, await photo()),
        flags,
      )
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
    const undated = { event_id: id, taken_at: undefined }
    const [local = ''] = ago(2 * minute)
      .toISOString()
      .split('.')
    const DateTimeOriginal = local.replaceAll('-', ':').replace('T', ' ')
    const known = await field.sent(undated, await dated({ DateTimeOriginal, OffsetTimeOriginal: '+00:00' }))
    assert.deepEqual([known.taken_at, known.flags], [`${local}.000Z`, []])
    const unknown = await field.sent(undated, await dated({ DateTimeOriginal }))
    assert.deepEqual([unknown.taken_at, unknown.flags], [null, ['stale']])
    const kept = await server.rows('select exif_taken_at from picture where id = $1', unknown.id)
    assert.deepEqual(kept, [{ exif_taken_at: local }])
  })

  it('a date of the camera that is none, or no date of this calendar, leaves the time unknown', async () => {
    const { id } = await field.event()
    for (const DateTimeOriginal of ['2026:11:20 24:13:45', '0000:00:00 00:00:00', '2026:13:01 10:00:00', ' ']) {
      const picture = await dated({ DateTimeOriginal, OffsetTimeOriginal: '+01:00' })
      const record = await field.sent({ event_id: id, taken_at: undefined }, picture)
      assert.deepEqual([record.taken_at, record.flags], [null, ['stale']], DateTimeOriginal)
    }
  })

  it('recognises the like of a picture of the same contractor within a year, a colleague’s included', async () => {
    const number = nextSeed()
    const copy = (width: number, quality: number) =>
      drawing({ seed: number }).resize(width).jpeg({ quality }).toBuffer()
    const colleague = await makeTechnician(db, { vno })
    const theirs = await field.event({ technician: colleague })
    const session = await makeSession(db, colleague)
    assert.deepEqual(await flagged({ event_id: theirs.id }, await copy(900, 90), session), [])
    const mine = { event_id: (await field.event()).id }
    assert.deepEqual(await flagged(mine, await copy(600, 50)), ['duplicate'])
    assert.deepEqual(await flagged(mine, await copy(640, 55)), ['duplicate'])
    const contractor_id = await insert(db, 'contractor', { vno_id: vno.id, name: 'Otra' })
    const other = { event_id: (await field.event({ contractor_id })).id }
    assert.deepEqual(await flagged(other, await copy(610, 50)), [])
    assert.deepEqual(await flagged(other, await copy(700, 60)), [], 'a second try of one step')
    await server.rows(`update picture set received_at = received_at - interval '366 days' where vno_id = $1`, vno.id)
    assert.deepEqual(await flagged({ event_id: (await field.event()).id }, await copy(620, 50)), [])
  })
})
