/** The demonstration's photos are equal to stored uploads. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ctoState } from '@hilo/domain/status.ts'
import { readImage } from '../files/image.ts'
import { DiskStore } from '../files/store.ts'
import { silentLog } from '../log.ts'
import type { StepRow } from '../process/event-row.ts'
import { columnOf } from '../test/answers.ts'
import { startTestDatabase } from '../test/database.ts'
import { seed } from './index.ts'

const nobody = { vno: 0, user: 0 }
const db = await startTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'hilo-evidence-'))
const store = new DiskStore(join(folder, 'files'))
await seed(db, { size: 'small', log: silentLog, store })
after(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

interface Taken {
  id: number
  event_id: number
  vno_id: number
  step: string
  label_kind: number | null
  key: string
  thumb_key: string
  phash: string
  flags: string[]
  power_dbm_read: string | null
  power_dbm: string | null
}

async function taken(): Promise<Taken[]> {
  const { rows } = await db.owner.query<Taken>(
    `select p.id, p.event_id, p.vno_id, p.step, p.label_kind, f.key, f.thumb_key, p.phash::text, p.flags, p.power_dbm_read, e.power_dbm
     from picture p join file f on f.id = p.file_id and f.event_id = p.event_id join event e on e.id = p.event_id order by p.id`,
  )
  return rows
}

test('the last works of both operators have photographs that are sharp, lit and unlike each other', async () => {
  const pictures = await taken()
  for (const vno of [1, 2]) {
    const works = new Set(pictures.filter((one) => one.vno_id === vno).map((one) => one.event_id))
    assert.ok(works.size >= 6)
  }
  assert.equal(new Set(pictures.map(({ key }) => key)).size, pictures.length)
  for (const { key, thumb_key, step } of pictures) {
    const full = await readImage(store.path(key), nobody)
    assert.deepEqual([full.width, full.height], [640, 480])
    assert.ok(full.sharpness > 40 && full.brightness > 40, `${step} ${full.sharpness} ${full.brightness}`)
    assert.equal((await readImage(store.path(thumb_key), nobody)).width, 320)
  }
})

test('each is in its step, with its flags, and the meter shows the measured power', async () => {
  const pictures = await taken()
  const ids = [...new Set(pictures.map(({ event_id }) => event_id))]
  const { rows } = await db.owner.query<{ steps: StepRow[] }>('select steps from event where id = any ($1)', [ids])
  const noted = rows.flatMap(({ steps }) => steps.flatMap((step) => step.pictures.map((one) => ({ ...one, step }))))
  assert.equal(noted.length, pictures.length)
  for (const { id, step, flags } of noted) {
    const row = pictures.find((one) => one.id === id)
    assert.deepEqual([row?.step, row?.flags], [step.step, flags])
    assert.equal(step.status, 'done')
  }
  assert.ok(
    pictures.some(({ flags }) => flags.length > 0),
    'something to look at',
  )
  const metered = pictures.filter(({ label_kind }) => label_kind === 1)
  assert.ok(metered.length > 0)
  for (const { power_dbm_read, power_dbm } of metered) assert.equal(power_dbm_read, power_dbm)
})

test('both operators have labels to verify, with proofs and some faults', async () => {
  const { rows } = await db.owner.query<{ vno_id: number; waiting: number; reasons: string[]; differing: number }>(
    `select n.vno_id, count(distinct n.id)::int as waiting, array_agg(distinct r order by r) as reasons,
       count(*) filter (where n.label_read <> n.label_expected)::int as differing
     from enrollment n cross join unnest(n.verification_reasons) r
     where n.verification_state = 'pendiente' and exists (select from picture p where p.enrollment_id = n.id)
     group by n.vno_id order by n.vno_id`,
  )
  assert.deepEqual(columnOf(rows, 'vno_id'), [1, 2])
  for (const { waiting, reasons, differing } of rows) {
    assert.ok(waiting >= 20, String(waiting))
    assert.ok(differing > 0, 'none differs')
    for (const reason of ['manual', 'ocr', 'far']) assert.ok(reasons.includes(reason), reasons.join())
  }
})

test('no verification is in the future', async () => {
  const { rows } = await db.owner.query(
    'select id from enrollment where verified_at > now() or light_checked_at > now()',
  )
  assert.deepEqual(rows, [])
})

test('a home at a box that is still to be built has no other box near it: there the network is on its way', async () => {
  const { rows } = await db.owner.query<{ near: number }>(
    `select (select count(*)::int from cto o where o.state <> c.state and abs(o.lat - c.lat) * 111320 < 150
       and abs(o.lon - c.lon) * 111320 * cos(radians(c.lat)) < 150) as near from cto c where c.state = $1`,
    [ctoState.is.no_instalada],
  )
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ near }) => near === 0))
})
