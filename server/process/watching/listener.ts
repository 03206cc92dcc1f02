/** One OLT, listened to by the process that holds it: its alarms as they come, and readings of what they may have missed. */
import { Problem } from '@hilo/domain/problem.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { failpoint } from '../../failpoint.ts'
import { PlantUnreachable, type PlantAlarm } from '../../plant/plant.ts'
import { acquit, suspects, treeFell, type Suspect } from '../judging/tree-outage.ts'
import { noteHeard, noteSilence, writeAlarms } from './inbox.ts'
import { leaseCursor, LeaseLost, type Lease } from './lease.ts'
import { storeAlarms, storeReading } from './observe.ts'
import type { Process } from '../process.ts'

/** A box with open interventions, or with a customer who waits for his light. */
export interface WatchedBox {
  ctoId: number
  /** The interventions that watch it: another one wants to see the box for itself. */
  events: readonly number[]
  /** Somebody is working on a step of one of them. */
  worked: boolean
}

/** Milliseconds. */
const everyWorked = 20_000
/** An OLT that has not refused for so long is listened to. */
const steadyAfter = 2000
const betweenReads = 5000
const afterFailure = 1000
/** How long after the last fall, and how often, a tree is asked whether it fell as a whole. */
const treePatience = 30_000
const betweenCounts = 5000

interface BoxState {
  events: string
  readAt: number
  triedAt: number
  running: boolean
}

export class Listener {
  readonly lease: Lease
  readonly #process: Process
  readonly #ended = new AbortController()
  readonly #boxes = new Map<number, BoxState>()
  readonly #counted = new Map<number, { lastAt: number; since: number; at: number }>()
  readonly #running = new Set<Promise<void>>()
  /** From here on alarms may be missing: each box is read after it. */
  #lostAt = performance.now()
  #guarding = false
  /** Null at first: whoever had the OLT before may have left it silent. */
  #silent: boolean | null = null
  #heardAt = performance.now()

  readonly #written: () => void

  /** @param written called after alarms were written */
  constructor(process: Process, lease: Lease, written: () => void) {
    this.#process = process
    this.#written = written
    this.lease = lease
    this.#track(this.#listen())
  }

  get lost(): boolean {
    return this.#ended.signal.aborted
  }

  /** Ends it without waiting; what it was writing is refused or complete. */
  end(): void {
    this.#ended.abort()
  }

  async stopped(): Promise<void> {
    this.end()
    await Promise.all(this.#running)
  }

  /** Looks after the boxes: reads those that are due. */
  sweep(boxes: readonly WatchedBox[]): void {
    // A plant ends `listen` when its OLT is lost: until then it is heard.
    if (this.#silent === false) this.#heardAt = performance.now()
    const watched = new Set(boxes.map(({ ctoId }) => ctoId))
    for (const ctoId of this.#boxes.keys()) if (!watched.has(ctoId)) this.#boxes.delete(ctoId)
    for (const box of boxes) {
      const state = this.#stateOf(box)
      if (state.running || !this.#due(state, box)) continue
      // ONTs are asked for their powers only after something that moves them: each question costs an OLT much.
      this.#track(this.#read(box.ctoId, state, state.readAt < this.#lostAt))
    }
  }

  /** Asks for the trees of boxes whose neighbours have nearly all fallen. */
  suspect(found: readonly Suspect[]): void {
    this.#track(this.#guard(() => Promise.resolve(found)))
  }

  #stateOf({ ctoId, events }: WatchedBox): BoxState {
    const key = events.join()
    const known = this.#boxes.get(ctoId)
    const state = known ?? { events: key, readAt: -Infinity, triedAt: -Infinity, running: false }
    // Whoever has just begun was read before anybody listened for him.
    if (state.events !== key) Object.assign(state, { events: key, readAt: -Infinity })
    this.#boxes.set(ctoId, state)
    return state
  }

  #due({ readAt, triedAt }: BoxState, { worked }: WatchedBox): boolean {
    const now = performance.now()
    if (now - triedAt < betweenReads) return false
    return readAt < this.#lostAt || (worked && now - readAt >= everyWorked)
  }

  async #listen(): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      const steady = setTimeout(() => this.#track(this.#heard()), steadyAfter)
      try {
        const from = await leaseCursor(this.#process.db, this.lease)
        await this.#process.plant.listen(this.lease.oltId, from, (alarms) => this.#take(alarms), signal)
      } catch (error) {
        clearTimeout(steady)
        if (error instanceof PlantUnreachable) await this.#unheard()
        this.#failed(error)
        await sleep(afterFailure, undefined, { signal }).catch(() => undefined)
      } finally {
        clearTimeout(steady)
      }
    }
  }

  /** Alarms arrive, or would. */
  async #heard(): Promise<void> {
    this.#heardAt = performance.now()
    if (this.#silent === false) return
    this.#silent = false
    await noteHeard(this.#process.db, this.lease).catch((error: unknown) => this.#failed(error))
  }

  async #unheard(): Promise<void> {
    if (this.#silent) return
    this.#silent = true
    const since = performance.now() - this.#heardAt
    await noteSilence(this.#process.db, this.lease, since).catch((error: unknown) => this.#failed(error))
  }

  async #take(alarms: PlantAlarm[]): Promise<void> {
    failpoint('watch.taken')
    const { written, lost } = await writeAlarms(this.#process.db, this.lease, alarms)
    failpoint('watch.written')
    this.#written()
    await this.#heard()
    const placed = await storeAlarms(this.#process.db, this.lease, written)
    if (lost > 0) this.#lostAt = performance.now()
    // Figures come by reading alone, and a light that is back has one.
    for (const { ctoId, kind } of placed) {
      const state = this.#boxes.get(ctoId)
      if (state && (kind === 'up' || kind === 'signal_fail')) state.readAt = -Infinity
    }
    const boxes = [...new Set(placed.filter(({ kind }) => kind === 'los').map(({ ctoId }) => ctoId))]
    if (boxes.length > 0) this.#track(this.#guard(() => suspects(this.#process.db, boxes)))
  }

  async #read(ctoId: number, state: BoxState, powers: boolean): Promise<void> {
    const asked = performance.now()
    Object.assign(state, { running: true, triedAt: asked })
    try {
      const answer = await this.#process.reader.readBox(ctoId, { purpose: 'process', powers })
      await storeReading(this.#process.db, this.lease, answer)
      state.readAt = asked
    } catch (error) {
      this.#failed(error)
    } finally {
      state.running = false
    }
  }

  async #guard(ask: () => Promise<readonly Suspect[]>): Promise<void> {
    if (this.#guarding) return
    this.#guarding = true
    try {
      const byPon = Map.groupBy(await ask(), ({ ponId }) => ponId)
      for (const [ponId, found] of byPon) if (this.#worthCounting(ponId, found)) await this.#count(ponId, found)
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#guarding = false
    }
  }

  /** Asked again while more may fall, because the alarms of one fault come apart; then no more. */
  #worthCounting(ponId: number, found: readonly Suspect[]): boolean {
    const lastAt = Math.max(...found.map((one) => one.lastAt))
    const now = performance.now()
    const known = this.#counted.get(ponId)
    const since = known?.lastAt === lastAt ? known.since : now
    if (now - since > treePatience || (known && now - known.at < betweenCounts)) return false
    this.#counted.set(ponId, { lastAt, since, at: now })
    return true
  }

  async #count(ponId: number, found: readonly Suspect[]): Promise<void> {
    const count = await this.#process.reader.countPon(ponId, 'process')
    if (treeFell(found, count)) await acquit(this.#process.db, this.lease, found)
  }

  /** An OLT that does not answer is no news here: its boxes are read once it does. */
  #failed(error: unknown): void {
    if (this.#ended.signal.aborted) return
    if (error instanceof LeaseLost) return this.end()
    if (error instanceof PlantUnreachable) this.#lostAt = performance.now()
    else if (!(error instanceof Problem))
      this.#process.log.warn('La vigilancia de una OLT vuelve a intentarlo.', { olt_id: this.lease.oltId, error })
  }

  #track(work: Promise<void>): void {
    const settled = work.finally(() => this.#running.delete(settled))
    this.#running.add(settled)
  }
}
