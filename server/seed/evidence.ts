import { portOf, requiredPictures, type Evidence } from '@hilo/domain/field-steps.ts'
import { bindingOf } from '@hilo/domain/picture-binding.ts'
import { flagsOf } from '@hilo/domain/picture.ts'
import { labelKind, type FieldStep, type WorkKind, eventType } from '@hilo/domain/status.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { transactionSql, type Tx } from '../kernel/sql/scope.ts'
import { drawing, drawSmall, likenessOf } from '../files/image.ts'
import { attachFile, keepBytes, type Kept } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'
import type { StepRow } from '../process/event-row.ts'
import { proofs } from './enrollments.ts'
import { draw, size } from './picture.ts'
import { mix } from './rng.ts'
import { demoTenants } from './tenants.ts'

/** Works of each demonstration operator with photos. */
const worksEach = 6
/** Works of each operator whose labels can be verified by photos. */
const waitingEach = 40
/** Steps whose photos prove a label and its power. */
const provenBy: readonly FieldStep[] = ['power', 'cto_enrollment', 'drop_enrollment']

interface Work {
  id: number
  code: string
  vno_id: number
  technical_id: number
  contractor_id: number
  user_id: number
  install_id: string | null
  work_kind: WorkKind
  steps: StepRow[]
  power_dbm: number | null
  started_at: string
  label: string
  box_code: string
  lat: number
  lon: number
  ports_total: number
  port: number
}

/** The last works of each demonstration operator that match `of`. */
const worksOf = (of: string, each: number) => `
  select e.id, e.code, e.vno_id, e.technical_id, e.contractor_id, t.user_id, e.device->>'install_id' as install_id, e.work_kind,
    e.steps, e.power_dbm::float8, wire_time(e.started_at) as started_at, c.label, c.code as box_code, c.lat::float8, c.lon::float8,
    c.ports_total, coalesce(p.number, 1) as port
  from generate_series(1, ${demoTenants}) as v(id) cross join lateral (
    select * from event where vno_id = v.id and type = ${eventType.is.createListener} and technical_id is not null and ${of}
    order by created_at desc limit ${each}) e
  join cto c on c.id = e.cto_id join technical_account t on t.id = e.technical_id left join port p on p.id = e.port_id`
/** Works with at least two finished steps. */
const lastWorks = worksOf(`steps::text like '%"done"%"done"%'`, worksEach)
/** Works whose labels await verification. */
const waitingWorks = worksOf(
  `exists (select from enrollment n where n.event_id = event.id and n.verification_state = 'pendiente')
    and not exists (select from picture i where i.event_id = event.id)`,
  waitingEach,
)

const insertPicture = `
  insert into picture (vno_id, event_id, technical_id, contractor_id, step, label_kind, file_id, sha256, phash, width, height,
    taken_at, received_at, position, device_install_id, camera, ocr, power_dbm_read, flags, created_by, created_at, bound)
  values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, ${size.width}, ${size.height},
    $10, $11, $12, $13, $14, $15, $16, $17, $18, $11, $19) returning id`

interface Shot {
  work: Work
  step: StepRow
  evidence: Evidence
  /** Unique per picture. */
  seed: number
  takenAt: string
  /** Text on its label. */
  label: string
}

/** Photos required by the finished steps of a work. */
function shotsOf(work: Work): Shot[] {
  return work.steps.flatMap((step, index) => {
    if (step.status !== 'done' || step.done_at === null) return []
    const takenAt = new Date(Date.parse(step.done_at) - 20_000).toISOString()
    return requiredPictures(step.step, step.data, work.work_kind).map((evidence) => {
      const drop = step.data['drop_label_read']
      const label = evidence.label_kind === labelKind.is.dropLabel && typeof drop === 'string' ? drop : work.label
      return { work, step, evidence, seed: mix(103, work.id, index), takenAt, label }
    })
  })
}

interface Stored {
  full: Kept
  thumb: Kept
  phash: bigint
  sha256: string
}

async function shoot(store: FileStore, { work, step, evidence, seed, label }: Shot): Promise<Stored> {
  const wavelength = step.data['wavelength_nm']
  const pixels = draw(evidence.reason, {
    seed,
    label,
    power: work.power_dbm,
    wavelength: typeof wavelength === 'number' ? wavelength : 1490,
    ports: work.ports_total,
    port: work.port,
  })
  const sharp = await drawing()
  const picture = () => sharp(pixels.data, { raw: pixels.raw })
  const [full, thumb, phash] = await Promise.all([
    picture().webp({ quality: 80, effort: 0 }).toBuffer(),
    drawSmall(pixels),
    likenessOf(pixels),
  ])
  const [keptFull, keptThumb] = await Promise.all([
    keepBytes(store, work.vno_id, full),
    keepBytes(store, work.vno_id, thumb),
  ])
  return { full: keptFull, thumb: keptThumb, phash, sha256: createHash('sha256').update(pixels.data).digest('hex') }
}

/** One in eight is from the gallery, one in nine was taken away from the box. */
function takenHow({ work, seed, takenAt, step, evidence }: Shot) {
  const camera = seed % 8 !== 0
  const away = seed % 9 === 0 ? 0.0013 : 0.00008
  const position = { lat: work.lat + away, lon: work.lon - away / 2, accuracy_m: 4 + (seed % 14) }
  const read = evidence.label_kind === labelKind.is.ctoLabel ? step.data['label_read'] : undefined
  const flags = flagsOf({
    camera,
    takenAt: Date.parse(takenAt),
    startedAt: Date.parse(work.started_at),
    now: Date.parse(takenAt) + receivedAfterMs,
    position,
    box: work,
    seenBefore: false,
    // No picture is drawn blurred or dark.
    sharpness: Infinity,
    brightness: 255,
    label: typeof read === 'string' ? { read, expected: [work.box_code, work.label] } : null,
  })
  return {
    camera,
    position,
    flags,
    ocr: typeof read === 'string' ? { text: read, confidence: 0.94, value: read } : null,
  }
}
const receivedAfterMs = 6000

async function addPicture(sql: Tx, store: FileStore, shot: Shot, stored: Stored): Promise<void> {
  const { work, step, evidence, takenAt } = shot
  const { camera, position, flags, ocr } = takenHow(shot)
  const { full, thumb, sha256 } = stored
  const bound = bindingOf(step.step, evidence.label_kind, step.data, portOf(work.steps) ?? work.port)
  const name = `${work.code}-${step.step}-${sha256.slice(0, 8)}.webp`
  const file = { vnoId: work.vno_id, eventId: work.id, name, mime: 'image/webp', full, thumb, createdBy: work.user_id }
  const fileId = await attachFile(sql, store, file)
  const [row] = await sql.rows<{ id: number }>(insertPicture, [
    work.vno_id,
    work.id,
    work.technical_id,
    work.contractor_id,
    step.step,
    evidence.label_kind,
    fileId,
    sha256,
    stored.phash.toString(),
    takenAt,
    new Date(Date.parse(takenAt) + receivedAfterMs).toISOString(),
    JSON.stringify(position),
    work.install_id,
    camera,
    ocr && JSON.stringify(ocr),
    evidence.label_kind === labelKind.is.potency ? work.power_dbm : null,
    flags,
    work.user_id,
    JSON.stringify(bound),
  ])
  if (!row) throw new Error('a picture without its row')
  step.pictures.push({ id: row.id, file_id: fileId, label_kind: evidence.label_kind, flags, taken_at: takenAt, bound })
}

async function photograph(sql: Tx, store: FileStore, works: readonly Work[], shots: readonly Shot[]): Promise<void> {
  const stored = await Promise.all(shots.map(async (shot) => ({ shot, stored: await shoot(store, shot) })))
  for (const { shot, stored: kept } of stored) await addPicture(sql, store, shot, kept)
  const steps = works.map(({ id, steps: all }) => ({ id, steps: all }))
  await sql.rows(
    `update event e set steps = n.steps from json_to_recordset($1) as n(id bigint, steps json) where e.id = n.id`,
    [JSON.stringify(steps)],
  )
}

/** Adds the required photos to the last works of the demonstration operators, in the running transaction. */
export async function addEvidence(client: pg.PoolClient, store: FileStore): Promise<void> {
  const sql = transactionSql(client)
  const works = await sql.rows<Work>(lastWorks, [])
  await photograph(sql, store, works, works.flatMap(shotsOf))
}

/** Adds the proving photos to labels that await verification. */
export async function addProofs(client: pg.PoolClient, store: FileStore): Promise<void> {
  const sql = transactionSql(client)
  const works = await sql.rows<Work>(waitingWorks, [])
  const shots = works.flatMap(shotsOf).filter(({ step }) => provenBy.includes(step.step))
  await photograph(sql, store, works, shots)
  await sql.rows(proofs, [])
}
