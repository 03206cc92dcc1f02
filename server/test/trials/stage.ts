/**
 * One box of the simulated plant with the people around it, moved and asked through the API alone, as an outside examiner
 * would: a hand in the box, the clock, works of technicians, and what the product says afterwards.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '@hilo/contract/events.ts'
import type { Input, Path } from '@hilo/contract/index.ts'
import type { Report, Unplugged } from '@hilo/contract/neighbors.ts'
import type { Notification } from '@hilo/contract/notifications.ts'
import { processState, type WorkKind } from '@hilo/domain/status.ts'
import { powerLoss } from '../../plant/simulated/line.ts'
import { still } from '../../plant/simulated/profile.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Account, type Vno } from '../factories.ts'
import { makePort, type Port } from '../plant-factories.ts'
import { drawing } from '../pictures.ts'
import { makeNeighbours, type NeighbourBox } from '../watched-box.ts'
import type { Door, Reply } from './door.ts'
import { recordedSteps } from './steps.ts'

const { created, wronglyCreated, wronglyFinalized, wronglyCancelled, error } = processState.is
const closed: readonly number[] = [
  processState.is.finalized,
  processState.is.cancelled,
  processState.is.finalizedSync,
  processState.is.canceledSync,
]
const refused: readonly number[] = [wronglyFinalized, wronglyCancelled, error]

export const isClosed = ({ process_state }: Event): boolean => closed.includes(process_state)

/** A technician, and his operator's administrator. */
export interface Hand {
  account: Account
  token: string
  admin: string
  vno: Vno
}
/** What a work is asked for: at a port, for an access. */
export interface Request {
  kind?: WorkKind
  port?: Port | undefined
  access?: number | undefined
}
export interface Work {
  id: number
  hand: Hand
  kind: WorkKind
  port: Port | null
  /** The steps are saved once, however often the end is asked for. */
  recorded: boolean
}
export type Deed = Omit<Input<'demo/plant/act'>, 'cto_code' | 'client_request_id'>
export type Ending = 'finalize' | 'cancel'

/** Real time to wait for an alarm to be stored; one that never comes is found by a reading, or is the trial's result. */
const hearMs = 4000
/** From light to service on the plant that is quick enough to be watched, in business seconds. */
const rangingS = 10
const settleMs = 60_000
/** Waiting times of a closing in business seconds: until the box is quiet, then each further look. */
const jumps = [62, 32]
const mostJumps = 14

/** A trial says what its customers do; whether their ONTs manage a last gasp is not left to the plant. */
const gasps = ({ id }: Port) => powerLoss({ hair: id }, still) === 'dying_gasp'

const dueJobs = `select exists (select from graphile_worker.jobs where run_at <= now() and task_identifier like 'process.%'
  and attempts < max_attempts) as due`

export class Stage {
  readonly door: Door
  readonly box: NeighbourBox
  /** Sessions of the neutral operator and of the neighbours' operator. */
  readonly neutral: string
  readonly owner: string
  /** Interventions that are open, for whose alarms an act waits. */
  readonly open: Work[] = []
  #pictures = 0

  private constructor(door: Door, box: NeighbourBox, neutral: string, owner: string) {
    this.door = door
    this.box = box
    this.neutral = neutral
    this.owner = owner
  }

  /** @param over `lone`: nobody else of the tree has an ONT; `count`: neighbours in the box */
  static async set(door: Door, over: { count?: number; lone?: boolean } = {}): Promise<Stage> {
    const { db } = door
    let box = await makeNeighbours(db, { count: over.count ?? 4 })
    while (!box.ports.every(gasps)) box = await makeNeighbours(db, { count: over.count ?? 4 })
    if (over.lone !== true) await makeNeighbours(db, { ponId: box.ponId })
    const token = async (account: Account) => (await makeSession(db, account)).token
    const owner = await token(await makeAdmin(db, { vno: box.owner }))
    return new Stage(door, box, await token(await makeOperator(db)), owner)
  }

  /** A technician of a given operator, or of one that has no customer in the box. */
  async hand(vno?: Vno): Promise<Hand> {
    const { db } = this.door
    const of = vno ?? (await makeVno(db))
    const account = await makeTechnician(db, { vno: of })
    const [own, admin] = [await makeSession(db, account), await makeSession(db, await makeAdmin(db, { vno: of }))]
    return { account, token: own.token, admin: admin.token, vno: of }
  }

  /** A free port of the box. */
  async freePort(): Promise<Port> {
    return await makePort(this.door.db, { cto: this.box.cto })
  }

  async ask<T>(path: Path, query: object, token: string, picture?: Buffer): Promise<T> {
    const reply = await this.door.call(path, query, token, picture)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 400)}`)
    return reply.body as T
  }

  /** The hand in the box; nothing is waited for. */
  async act(deed: Deed): Promise<void> {
    const query = { cto_code: this.box.cto.code, ...deed, client_request_id: randomUUID() }
    await this.ask('demo/plant/act', query, this.neutral)
  }

  /** Pulls one hair and waits until those who work in the box could be told. */
  async cut(port: number): Promise<void> {
    await this.act({ action: 'unplug', port })
    await this.clock(1)
    await this.#hears(({ neighbours }) => neighbours.alarms?.findLast((one) => one.port === port)?.up_at === null)
  }

  /** Puts it back and waits until its ONT is in service again. */
  async mend(port: number): Promise<void> {
    await this.act({ action: 'plug', port })
    await this.clock(rangingS)
    await this.#hears(({ neighbours }) => neighbours.alarms?.findLast((one) => one.port === port)?.up_at !== null)
  }

  /** Lets business time pass, and what became due be done. */
  async clock(seconds: number): Promise<void> {
    await this.ask('demo/plant/clock', { advance_s: seconds, client_request_id: randomUUID() }, this.neutral)
    await this.settled()
  }

  /** The look at the closed box that is due after so many seconds, with its second look at what does not answer. */
  async control(seconds: number): Promise<void> {
    for (const one of [seconds + 5, 32, 32]) await this.clock(one)
  }

  /** One reading a day for so many days, as someone looks at the box. */
  async days(days: number): Promise<void> {
    for (let day = 0; day < days; day++) {
      await this.clock(86_400)
      await this.ask('admin_vno/neighbors/queryState', { cto_id: this.box.cto.id }, this.neutral)
    }
  }

  async request(hand: Hand, over: Request = {}): Promise<Reply> {
    const { kind: work_kind = 'mantenimiento', port, access } = over
    const where = { ...(port && { port_id: port.id }), ...(access !== undefined && { access_id: access }) }
    const query = { cto_id: this.box.cto.id, work_kind, ...where, client_request_id: randomUUID() }
    return await this.door.call('admin_vno/events/create', query, hand.token)
  }

  /** Accepts a work without waiting for its opening. */
  async begin(hand: Hand, over: Request = {}): Promise<Work> {
    const reply = await this.request(hand, over)
    if (reply.status !== 200) throw new Error(`events/create: ${reply.status} ${reply.text.slice(0, 400)}`)
    const { record } = reply.body as { record: Event }
    const { kind = 'mantenimiento', port = null } = over
    const work = { id: record.id, hand, kind, port, recorded: false }
    this.open.push(work)
    return work
  }

  /** Opens a work: its neighbours are watched from now on. */
  async start(hand: Hand, over: Request = {}): Promise<Work> {
    const work = await this.begin(hand, over)
    await this.opened(work)
    return work
  }

  /** @throws when the intervention does not open */
  async opened(work: Work): Promise<void> {
    const open = await this.until(work, ({ process_state: state }) => state === created, 20_000)
    if (!open) throw new Error(`the intervention does not open: ${JSON.stringify((await this.event(work)).error)}`)
    await this.clock(2)
  }

  async retry(work: Work): Promise<void> {
    const { process_state } = await this.event(work)
    const query = { event_id: work.id, client_request_id: randomUUID() }
    if (process_state === wronglyCreated) await this.ask('admin_vno/events/retry', query, work.hand.token)
    await this.opened(work)
  }

  async event(work: Work): Promise<Event> {
    const { records } = await this.ask<{ records: Event[] }>('admin_vno/events/get', { id: work.id }, work.hand.token)
    const [row] = records
    if (!row) throw new Error(`no intervention ${work.id}`)
    return row
  }

  /** Waits until the intervention is as wanted; false when it is not in time. */
  async until(work: Work, wanted: (event: Event) => boolean, limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs
    for (;;) {
      if (wanted(await this.event(work))) return true
      if (performance.now() > end) return false
      await sleep(40)
    }
  }

  async record(work: Work): Promise<void> {
    const { code } = this.box.cto
    const steps = recordedSteps({ kind: work.kind, port: work.port?.number }, { code, label: code })
    for (const [step, data, label_kind] of steps) {
      await this.step(work, { step, status: 'done', data })
      if (label_kind === undefined) continue
      const sent = { event_id: work.id, step, label_kind, taken_at: new Date().toISOString() }
      await this.ask('admin_vno/enrollments/pictures/upload', sent, work.hand.token, await this.#picture())
    }
    work.recorded = true
  }

  async step(work: Work, saved: object): Promise<void> {
    const query = { event_id: work.id, ...saved, client_request_id: randomUUID() }
    await this.ask('admin_vno/events/step/save', query, work.hand.token)
  }

  /** Asks for the end, and lets time pass until it is decided, or is kept waiting. */
  async end(work: Work, ending: Ending): Promise<Event> {
    if (ending === 'finalize' && !work.recorded) await this.record(work)
    const reason = ending === 'cancel' ? { reason: 'Cliente ausente' } : {}
    const query = { event_id: work.id, ...reason, client_request_id: randomUUID() }
    const asked = await this.ask<{ record: Event }>(`admin_vno/events/${ending}`, query, work.hand.token)
    return await this.#decided(work, asked.record.version)
  }

  /** Asks again for an end that was refused; one that waits for the light goes on by itself. */
  async endAgain(work: Work, ending: Ending): Promise<Event> {
    const { process_state, version } = await this.event(work)
    return refused.includes(process_state) ? await this.end(work, ending) : await this.#decided(work, version)
  }

  /** @param version before it is decided */
  async #decided(work: Work, version: number): Promise<Event> {
    await this.settled()
    let event = await this.event(work)
    // What was refused before may stay so for some looks more.
    const least = refused.includes(event.process_state) ? 3 : 0
    for (let turn = 0; turn < mostJumps; turn++) {
      const decided = refused.includes(event.process_state) && event.version > version && turn >= least
      if (isClosed(event) || decided) break
      await this.clock(jumps[Math.min(turn, 1)] ?? 32)
      event = await this.event(work)
    }
    if (isClosed(event)) this.open.splice(0, this.open.length, ...this.open.filter(({ id }) => id !== work.id))
    return event
  }

  /** The report as it is now: the last one that was kept, or computed while there is none. */
  async report(work: Work, token: string = this.neutral): Promise<Report> {
    const kept = await this.door.call('admin_vno/neighbors/persistedqualityreport', { event_id: work.id }, token)
    if (kept.status === 200) return (kept.body as { record: Report }).record
    const query = { event_id: work.id }
    return (await this.ask<{ record: Report }>('admin_vno/neighbors/qualityReport', query, token)).record
  }

  async cases(work: Work, token: string = this.neutral): Promise<Unplugged[]> {
    const query = { filter: { event_id: work.id }, limit: 200 }
    return (await this.ask<{ records: Unplugged[] }>('admin_vno/events/cev/get', query, token)).records
  }

  async notices(token: string): Promise<Notification[]> {
    return (await this.ask<{ records: Notification[] }>('admin_vno/notifications/get', { limit: 200 }, token)).records
  }

  async settled(): Promise<void> {
    const end = performance.now() + settleMs
    do {
      await sleep(25)
      const { rows } = await this.door.db.jobs.query<{ due: boolean }>(dueJobs)
      if (rows[0]?.due !== true) return
    } while (performance.now() < end)
  }

  async #hears(wanted: (event: Event) => boolean): Promise<void> {
    await Promise.all(this.open.map((work) => this.until(work, wanted, hearMs)))
  }

  async #picture(): Promise<Buffer> {
    this.#pictures += 1
    const seed = (this.box.cto.id % 1_000_000) * 100 + this.#pictures
    return await drawing({ seed, width: 480, height: 360 }).jpeg().toBuffer()
  }
}
