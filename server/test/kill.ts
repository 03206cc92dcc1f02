/**
 * The life of an intervention over HTTP, with a server that crashes at a failpoint and a successor. Clients behave like a
 * device: an unanswered request is repeated verbatim.
 */
import type { Path } from '@hilo/contract/index.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { processState, type FieldStep } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestDatabase } from './database.ts'
import { leadRequest } from './crashing-request.ts'
import { place, Stage } from './crashing-server.ts'
import { makeOperator, makeSession, makeTechnician, makeVno } from './factories.ts'
import { makeCustomer } from './field.ts'
import { drawing } from './pictures.ts'
import { makeCto } from './plant-factories.ts'
import { spawnServer, untilReady } from './server-process.ts'

const { created, error, finalizedSync, canceledSync } = processState.is

/** Course of an intervention; `request`: a label enrolled without one. */
interface Story {
  ending: 'finalize' | 'cancel' | 'deadline' | 'request'
  /** A neighbour loses light for a moment; `long`: until the neutral operator is notified. */
  cut?: 'short' | 'long'
  control?: true
}

const cancel: Story = { ending: 'cancel' }
const finalize: Story = { ending: 'finalize' }
const cut: Story = { ending: 'cancel', cut: 'short' }
/** Every failpoint, with a story that reaches it. */
export const stories: Readonly<Record<string, Story>> = {
  'write.commit': cancel,
  'write.committed': cancel,
  'files.kept': finalize,
  'open.taken': cancel,
  'open.read': cancel,
  'open.reserved': cancel,
  'open.snapshot': cancel,
  'open.watched': cancel,
  'open.created': cancel,
  'open.committed': cancel,
  'watch.taken': cut,
  'watch.written': cut,
  'watch.ports': cut,
  'watch.event': cut,
  'watch.cursor': cut,
  'watch.stored': cut,
  'watch.escalated': { ending: 'cancel', cut: 'long' },
  'close.requested': finalize,
  'close.read': finalize,
  'close.decide': finalize,
  'close.snapshot': finalize,
  'close.inventory': finalize,
  'close.report': finalize,
  'close.frozen': finalize,
  'close.told': finalize,
  'close.file': cancel,
  'close.acknowledged': cancel,
  'close.cancel': cancel,
  'close.released': cancel,
  'close.control': { ending: 'cancel', control: true },
  'close.deadline': { ending: 'deadline' },
  'enroll.checked': { ending: 'request' },
}

/** Runs one intervention to its end while the first server crashes at `point`; asserts that everything happened once. */
export async function killAt(point: string, story: Story): Promise<void> {
  const db = await startTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-kill-'))
  const doomed = { ...(await place(folder, db)), HILO_FAILPOINT: `${point}:kill` }
  const stage = new Stage(db, folder, spawnServer(doomed))
  try {
    await (story.ending === 'request' ? leadRequest(stage) : lead(stage, story))
    assert.equal(stage.deaths, 1, `${point} is passed`)
  } finally {
    await stage.stop()
  }
}

/** People of a story and their box. */
class Play {
  readonly stage: Stage
  readonly box: string
  readonly #technician: string
  readonly #operator: string

  constructor(stage: Stage, box: string, technician: string, operator: string) {
    this.stage = stage
    this.box = box
    this.#technician = technician
    this.#operator = operator
  }

  /** A call of the technician. */
  async send<T>(path: Path, query: object, picture?: Buffer): Promise<T> {
    return await this.stage.call<T>(path, { ...query, client_request_id: randomUUID() }, this.#technician, picture)
  }

  /** A call of the neutral operator, who also acts on the plant and the clock. */
  async order(path: Path, query: object): Promise<void> {
    await this.stage.call(path, { ...query, client_request_id: randomUUID() }, this.#operator)
  }

  async act(action: 'plug' | 'unplug'): Promise<void> {
    await this.order('demo/plant/act', { action, cto_code: this.box, port: 1 })
  }

  async pass(advance_s: number): Promise<void> {
    await this.order('demo/plant/clock', { advance_s })
  }

  async until(what: string, wanted: (event: Event) => boolean | Promise<boolean>): Promise<void> {
    const { id } = this.stage.confirmed
    for (const end = performance.now() + patienceMs; ; await sleep(120)) {
      const query = { id }
      const { records } = await this.stage.call<{ records: Event[] }>('admin_vno/events/get', query, this.#technician)
      const [event] = records
      assert.ok(event)
      if (await wanted(event)) return
      assert.ok(
        performance.now() < end,
        `${what}: still ${event.process_state} ${JSON.stringify(event.error)}\n${this.stage.server.output()}`,
      )
    }
  }

  /** Waits for one row of the intervention. */
  async row(what: string, from: string): Promise<void> {
    const text = `select count(*)::int as n from ${from}`
    await this.until(what, async () => {
      const [found] = await this.stage.rows<{ n: number }>(text, [this.stage.confirmed.id])
      return found?.n === 1
    })
  }
}

const patienceMs = 90_000
const inState =
  (...states: number[]) =>
  ({ process_state }: Event) =>
    states.includes(process_state)

async function begin(stage: Stage): Promise<Play> {
  const { db } = stage
  const cto = await makeCto(db)
  const other = await makeVno(db)
  for (let n = 0; n < 2; n++) await makeCustomer(db, cto, other)
  const technician = await makeSession(db, await makeTechnician(db))
  const operator = await makeSession(db, await makeOperator(db))
  await untilReady(stage.server)
  return new Play(stage, cto.code, technician.token, operator.token)
}

async function lead(stage: Stage, story: Story): Promise<void> {
  const { confirmed } = stage
  const play = await begin(stage)
  const asked = { cto_code: play.box, work_kind: 'mantenimiento' }
  confirmed.id = (await play.send<{ record: Event }>('admin_vno/events/create', asked)).record.id
  await play.until('opening', inState(created))
  if (story.ending === 'finalize') await fillIn(play)
  if (story.cut) await loseLight(play, story.cut)
  await end(play, story)
  await play.until('acknowledgement', inState(finalizedSync, canceledSync))
  if (story.ending !== 'deadline') await play.row('file', `file where event_id = $1 and mime = 'application/pdf'`)
  if (story.control) {
    await play.pass(15 * 60)
    await play.row('control', `neighbour_snapshot where event_id = $1 and phase = 'control_15min'`)
    await play.row(
      'paper drawn again',
      `(select from file where event_id = $1 and mime = 'application/pdf' having count(*) = 2) papers`,
    )
  }
  await once(stage, story)
}

async function loseLight(play: Play, cut: 'short' | 'long'): Promise<void> {
  await play.act('unplug')
  await play.until('alarm', ({ neighbours }) => neighbours.alarms?.length === 1)
  if (cut === 'long') {
    await play.pass(125)
    await play.row('case', 'neighbour_case where event_id = $1')
    await play.pass(15 * 60)
    await play.row('neutral operator', `neighbour_case where event_id = $1 and notified @> '[{"stage": "neutral"}]'`)
  }
  await play.act('plug')
  await play.until('light', ({ neighbours }) => neighbours.alarms?.[0]?.up_at != null)
}

async function end(play: Play, { ending }: Story): Promise<void> {
  const { confirmed } = play.stage
  const target = { event_id: confirmed.id }
  if (ending === 'deadline') {
    await play.pass(86_460)
    await play.until('deadline', inState(error))
    return await play.order('admin_vno/events/reprocess', { ...target, reason: 'Nadie la cerró', cancel: true })
  }
  if (ending === 'finalize') await play.send('admin_vno/events/finalize', target)
  else await play.send('admin_vno/events/cancel', { ...target, reason: 'Cliente ausente' })
  confirmed.asked = true
  // The job that checks for a quiet box may be running while the clock moves.
  for (const seconds of [61, 31]) {
    await play.pass(seconds)
    await sleep(500)
  }
}

/** The steps of a maintenance work with their evidence. */
async function fillIn(play: Play): Promise<void> {
  const code = play.box
  const { confirmed } = play.stage
  const steps: [FieldStep, object, number | null | undefined][] = [
    ['initial', { prl: { altura: true, tension: true }, cto_code_read: code, read_by: 'qr' }, undefined],
    ['report', { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false }, null],
    ['cto_enrollment', { label_read: code, label_source: 'qr', action: 'M' }, 2],
    ['final_report', { minutes: 20 }, null],
  ]
  for (const [step, data, label_kind] of steps) {
    const target = { event_id: confirmed.id, step }
    await play.send('admin_vno/events/step/save', { ...target, status: 'done', data })
    confirmed.steps += 1
    if (label_kind === undefined) continue
    // The same bytes prove nothing in a second intervention.
    const seed = 10 * confirmed.id + confirmed.pictures + 1
    const picture = await drawing({ seed, width: 320, height: 240 }).jpeg().toBuffer()
    await play.send('admin_vno/enrollments/pictures/upload', { ...target, label_kind }, picture)
    confirmed.pictures += 1
  }
}

/** Finally everything exists once. */
async function once(stage: Stage, { ending, cut: fell, control }: Story): Promise<void> {
  const { id } = stage.confirmed
  const [found] = await stage.rows<Record<string, number>>(
    `select (select count(*)::int from event where type = 1) as interventions,
       (select count(*)::int from event where parent_id = $1) as requests,
       (select count(*)::int from neighbour_snapshot where event_id = $1 and phase = 'before') as before,
       (select count(*)::int from neighbour_snapshot where event_id = $1 and phase = 'after') as after,
       (select count(*)::int from quality_report where event_id = $1) as reports,
       (select count(discharge_code)::int from quality_report where event_id = $1) as codes,
       (select count(*)::int from neighbour_case where event_id = $1) as cases,
       (select coalesce(max(json_array_length(alarms)), 0)::int from event where id = $1) as cuts,
       (select count(*)::int from picture where event_id = $1) as pictures,
       (select count(*)::int from file where event_id = $1) as files,
       (select count(*)::int from port_claim where event_id = $1) as claims,
       (select coalesce(max(n), 0)::int from (select count(*) as n from notification where event_id = $1
         group by kind, vno_id, technical_id, case_id) told) as told,
       (select coalesce(max(n), 0)::int from (select count(*) as n from audit where entity = 'event' and entity_id = $1::text
         and call <> 'admin_vno/events/step/save' group by call) done) as audited`,
    [id],
  )
  const closed = ending !== 'deadline'
  const evidence = ending === 'finalize' ? 3 : 0
  assert.ok((found?.['told'] ?? 2) <= 1 && found?.['audited'] === 1, JSON.stringify(found))
  assert.deepEqual(found, {
    interventions: 1,
    requests: 1,
    before: 1,
    after: 1,
    reports: control ? 2 : 1,
    // A neighbour dark for 20 s or more prevents the discharge code.
    codes: closed && fell !== 'long' ? 1 : 0,
    cases: fell === 'long' ? 1 : 0,
    cuts: fell ? 1 : 0,
    pictures: evidence,
    files: evidence + (closed ? 1 : 0) + (control ? 1 : 0),
    claims: 0,
    told: found['told'],
    audited: 1,
  })
}
