/**
 * One box of the simulated plant with its people, operated through the API only, like an outside examiner: a hand in the box,
 * the clock, works of technicians, and the product's statements afterwards.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Input, Path } from '@hilo/contract/index.ts'
import type { Report, Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import type { Notification } from '@hilo/contract/notifications.ts'
import { processState, type WorkKind } from '@hilo/domain/status.ts'
import { powerLoss } from '../../plant/simulated/line.ts'
import { still } from '../../plant/simulated/profile.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Account, type Vno } from '../factories.ts'
import { makePort, type Port } from '../plant-factories.ts'
import { drawing } from '../pictures.ts'
import { patienceMs } from '../poll.ts'
import { makeNeighbours, type NeighbourBox } from '../watched-box.ts'
import type { Door, Reply } from './api-access.ts'
import { recordedSteps } from './steps.ts'
import { leap, untilDone } from './time.ts'

const { created, wronglyCreated, wronglyFinalized, wronglyCancelled, error } = processState.is
const { finalized, cancelled, finalizedSync, canceledSync } = processState.is
const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]
const refused: readonly number[] = [wronglyFinalized, wronglyCancelled, error]

export const isClosed = ({ process_state }: Event): boolean => closed.includes(process_state)

/** A technician, and the operator's administrator. */
export interface Hand {
  account: Account
  token: string
  admin: string
  vno: Vno
}
interface Request {
  kind?: WorkKind
  port?: Port | undefined
  access?: number | undefined
}
export interface Work {
  id: number
  hand: Hand
  kind: WorkKind
  port: Port | null
  customer?: { serial: string; label: string }
  /** The steps are saved once, however often the end is requested. */
  recorded: boolean
}
export type Deed = Omit<Input<'demo/plant/act'>, 'cto_code' | 'client_request_id'>
export type Ending = 'finalize' | 'cancel'

/** Real time to wait for an alarm to be stored, ms; a lost one is found by a reading, or is the trial's result. */
const hearMs = 4000
/** From light to service on the watchable plant, in business seconds. */
export const rangingS = 10
/** Waits of a closing in business seconds: until the box is quiet, then each further reading. */
const jumps = [62, 32]
const mostJumps = 14

/** A trial decides what its customers do; dying gasps must not be random. */
const gasps = ({ id }: Port) => powerLoss({ hair: id }, still) === 'dying_gasp'

export class Stage {
  readonly door: Door
  readonly box: NeighbourBox
  /** Another box of the same tree; null if no one else of the tree has an ONT. */
  readonly sibling: NeighbourBox | null
  /** Sessions of the neutral operator and of the neighbours' operator. */
  readonly neutral: string
  readonly owner: string
  /** Open interventions, for whose alarms an act waits. */
  readonly open: Work[] = []
  /** How long each cut took to be heard of, real ms. */
  readonly #alarms: number[]
  #pictures = 0

  private constructor(parts: Pick<Stage, 'door' | 'box' | 'sibling' | 'neutral' | 'owner'>, alarms: number[]) {
    this.#alarms = alarms
    this.door = parts.door
    this.box = parts.box
    this.sibling = parts.sibling
    this.neutral = parts.neutral
    this.owner = parts.owner
  }

  /** @param over `lone`: no other ONT on the tree; `count`: neighbours in the box */
  static async set(door: Door, over: { count?: number; lone?: boolean } = {}, alarms: number[] = []): Promise<Stage> {
    const { db } = door
    let box = await makeNeighbours(db, { count: over.count ?? 4 })
    while (!box.ports.every(gasps)) box = await makeNeighbours(db, { count: over.count ?? 4 })
    const sibling = over.lone === true ? null : await makeNeighbours(db, { ponId: box.ponId })
    const token = async (account: Account) => (await makeSession(db, account)).token
    const owner = await token(await makeAdmin(db, { vno: box.owner }))
    return new Stage({ door, box, sibling, neutral: await token(await makeOperator(db)), owner }, alarms)
  }

  /** A technician of the given operator, or of one without a customer in the box. */
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

  /** The hand in the box, or in another one of the tree; nothing is waited for. Answers when it happened, in business ms. */
  async act(deed: Deed, { cto }: NeighbourBox = this.box): Promise<number> {
    const query = { cto_code: cto.code, ...deed, client_request_id: randomUUID() }
    const { record } = await this.ask<{ record: { at: string } }>('demo/plant/act', query, this.neutral)
    return Date.parse(record.at)
  }

  /** Pulls one hair and waits until open works could be alarmed. */
  async cut(port: number): Promise<void> {
    await this.act({ action: 'unplug', port })
    const from = performance.now()
    const isTold = ({ neighbours }: Event) => neighbours.alarms?.findLast((one) => one.port === port)?.up_at === null
    if (this.open.length > 0 && (await this.#hears(isTold))) this.#alarms.push(performance.now() - from)
    await this.clock(1)
  }

  /** Reconnects it and waits until its ONT is in service again. */
  async mend(port: number): Promise<void> {
    await this.act({ action: 'plug', port })
    await this.clock(rangingS)
    await this.#hears(({ neighbours }) => neighbours.alarms?.findLast((one) => one.port === port)?.up_at !== null)
  }

  /** Lets business time pass, and what became due be done. Answers the business time, ms. */
  async clock(seconds: number): Promise<number> {
    const advance = async (advance_s: number) => {
      const query = { advance_s, client_request_id: randomUUID() }
      return await this.ask<{ record: { now: string } }>('demo/plant/clock', query, this.neutral)
    }
    const { record } = await leap(this.door.db, this.box.oltId, seconds, advance)
    await this.settled()
    return Date.parse(record.now)
  }

  /** The control of the closed box that is due after so many seconds, with its second reading of silent positions. */
  async control(seconds: number): Promise<void> {
    for (const one of [seconds + 5, 32, 32]) await this.clock(one)
  }

  /** One reading per day for so many days. */
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

  /** Requests a work without waiting for its opening. */
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

  /** @throws if the intervention does not open */
  async opened(work: Work): Promise<void> {
    const open = await this.until(work, ({ process_state: state }) => state === created, patienceMs)
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

  /** Waits until the intervention is as wanted; false on timeout. */
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
    const steps = recordedSteps({ kind: work.kind, port: work.port?.number, ...work.customer }, { code, label: code })
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

  /** Requests the end, and advances time until it is decided or waiting. */
  async end(work: Work, ending: Ending): Promise<Event> {
    if (ending === 'finalize' && !work.recorded) await this.record(work)
    const reason = ending === 'cancel' ? { reason: 'Cliente ausente' } : {}
    const query = { event_id: work.id, ...reason, client_request_id: randomUUID() }
    const asked = await this.ask<{ record: Event }>(`admin_vno/events/${ending}`, query, work.hand.token)
    return await this.#decided(work, asked.record.version)
  }

  /** Repeats a refused request to end; one that waits for light goes on by itself. */
  async endAgain(work: Work, ending: Ending): Promise<Event> {
    const { process_state, version } = await this.event(work)
    return refused.includes(process_state) ? await this.end(work, ending) : await this.#decided(work, version)
  }

  /** @param version before the decision */
  async #decided(work: Work, version: number): Promise<Event> {
    await this.settled()
    let event = await this.event(work)
    // An earlier refusal may stand for some more readings.
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

  /** The current report: the last stored one, or computed while there is none. */
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
    await untilDone(this.door.db)
  }

  async #hears(wanted: (event: Event) => boolean): Promise<boolean> {
    return (await Promise.all(this.open.map((work) => this.until(work, wanted, hearMs)))).every(Boolean)
  }

  async #picture(): Promise<Buffer> {
    this.#pictures += 1
    const seed = (this.box.cto.id % 1_000_000) * 100 + this.#pictures
    return await drawing({ seed, width: 480, height: 360 }).jpeg().toBuffer()
  }
}
