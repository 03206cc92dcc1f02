/** Listener of one OLT, run by the process with its lease: receives alarms and reads boxes for alarms that may be missing. */
import { Problem } from '@hilo/domain/problem.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { failpoint } from '../../failpoint.ts'
import type { Measurement } from '../../plant/olt-clock.ts'
import { PlantUnreachable, type PlantAlarm } from '../../plant/plant.ts'
import { suspects, sweepTree, type Suspect } from '../judging/tree-sweep.ts'
import { ClockWatch } from './clock-watch.ts'
import { noteHeard, noteSilence, writeAlarms } from './inbox.ts'
import { leaseCursor, LeaseLost, type Lease } from './lease.ts'
import { observeTree, storeAlarms, storeReading } from './observe.ts'
import type { Process } from '../process.ts'

/** A box with open interventions, or with a customer waiting for light. */
export interface WatchedBox {
  ctoId: number
  /** The open interventions of the box; a new one triggers a reading. */
  events: readonly number[]
  /** A step of one of them is in progress. */
  worked: boolean
}

/** Milliseconds. */
const everyWorked = 20_000
/** An OLT counts as connected after this long without a refusal, ms. */
const steadyAfter = 2000
const betweenReads = 5000
const afterFailure = 1000
/** How long after the last fall a tree is swept, and how often, ms, to see whether it fell as a whole. */
const treePatience = 30_000
const betweenSweeps = 5000
/** Least time between sweeps of a PON whose ONT ids are not all known, ms. */
const betweenNumberings = 10 * 60_000

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
  readonly #swept = new Map<number, { lastAt: number; since: number; at: number }>()
  readonly #running = new Set<Promise<void>>()
  /** Alarms may be missing since this time: each box is read after it. */
  #lostAt = performance.now()
  #guarding = false
  /** Null at first: the previous lease holder may have recorded it as silent. */
  #silent: boolean | null = null
  #heardAt = performance.now()
  readonly #clock: ClockWatch
  /** When the ONT ids of each PON were last read. */
  readonly #numberedAt = new Map<number, number>()

  readonly #written: () => void

  /** @param written called after alarms were written */
  constructor(process: Process, lease: Lease, written: () => void) {
    this.#process = process
    this.#written = written
    this.lease = lease
    this.#clock = new ClockWatch(() => this.#measureClock())
    this.#track(this.#listen())
  }

  get lost(): boolean {
    return this.#ended.signal.aborted
  }

  /** Stops without waiting; a write in progress is refused or complete. */
  end(): void {
    this.#ended.abort()
  }

  async stopped(): Promise<void> {
    this.end()
    await Promise.all(this.#running)
  }

  /** Reads the boxes that are due. */
  sweep(boxes: readonly WatchedBox[]): void {
    // A plant's `listen` returns when its OLT is lost: until then the OLT is heard.
    if (this.#silent === false) this.#heardAt = performance.now()
    if (this.#silent === false && this.#clock.isDue(boxes.length > 0))
      this.#track(this.#clock.measure().then(() => undefined))
    const watched = new Set(boxes.map(({ ctoId }) => ctoId))
    for (const ctoId of this.#boxes.keys()) if (!watched.has(ctoId)) this.#boxes.delete(ctoId)
    for (const box of boxes) {
      const state = this.#stateOf(box)
      if (state.running || !this.#due(state, box)) continue
      // Reads ONT powers only after an event that changes them: each query is expensive for an OLT.
      this.#track(this.#read(box.ctoId, state, state.readAt < this.#lostAt))
    }
  }

  /** Sweeps the trees of boxes in which most neighbours have fallen. */
  suspect(found: readonly Suspect[]): void {
    this.#track(this.#guard(() => Promise.resolve(found)))
  }

  #stateOf({ ctoId, events }: WatchedBox): BoxState {
    const key = events.join()
    const known = this.#boxes.get(ctoId)
    const state = known ?? { events: key, readAt: -Infinity, triedAt: -Infinity, running: false }
    // A new intervention was read before this process listened for it.
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

  /** The connection is established. */
  async #heard(): Promise<void> {
    this.#heardAt = performance.now()
    if (this.#silent === false) return
    this.#silent = false
    this.#clock.reconnected()
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
    const { db } = this.#process
    const dating = await this.#clock.datingOf(alarms)
    const { written, lost, unknown } = await writeAlarms(db, this.lease, alarms, dating)
    failpoint('watch.written')
    this.#written()
    await this.#heard()
    const placed = await storeAlarms(db, this.lease, written)
    if (lost > 0) this.#lostAt = performance.now()
    for (const ponId of unknown) this.#track(this.#number(ponId))
    // Powers come only by reading, and a restored light has a new power. A reading measures a clock that did not answer.
    for (const { ctoId, kind } of placed) {
      const state = this.#boxes.get(ctoId)
      if (state && (kind === 'up' || kind === 'signal_fail' || dating.unmeasured)) state.readAt = -Infinity
    }
    const boxes = [...new Set(placed.filter(({ kind }) => kind === 'los').map(({ ctoId }) => ctoId))]
    if (boxes.length > 0) this.#track(this.#guard(() => suspects(this.#process.db, boxes)))
  }

  /** Null if the OLT does not answer. After a restart of the OLT every box is read. */
  async #measureClock(): Promise<Measurement | null> {
    try {
      const measured = await this.#process.reader.measureClock(this.lease.oltId)
      if (measured?.restarted) this.#lostAt = performance.now()
      return measured
    } catch (error) {
      this.#failed(error)
      return null
    }
  }

  /** Reads the ONT ids of a PON, so that the next alarm without a serial can be resolved. */
  async #number(ponId: number): Promise<void> {
    const now = performance.now()
    if (now - (this.#numberedAt.get(ponId) ?? -Infinity) < betweenNumberings) return
    this.#numberedAt.set(ponId, now)
    await this.#process.reader.readPon(ponId, 'process').catch((error: unknown) => this.#failed(error))
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
      for (const [ponId, found] of byPon) if (this.#worthSweeping(ponId, found)) await this.#sweepTree(ponId)
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#guarding = false
    }
  }

  /** True while more ONTs may fall, because the alarms of one outage arrive spread out. */
  #worthSweeping(ponId: number, found: readonly Suspect[]): boolean {
    const lastAt = Math.max(...found.map((one) => one.lastAt))
    const now = performance.now()
    const known = this.#swept.get(ponId)
    const since = known?.lastAt === lastAt ? known.since : now
    if (now - since > treePatience || (known && now - known.at < betweenSweeps)) return false
    this.#swept.set(ponId, { lastAt, since, at: now })
    return true
  }

  async #sweepTree(ponId: number): Promise<void> {
    if (await sweepTree(this.#process, ponId)) await observeTree(this.#process.db, this.lease, ponId)
  }

  /** A silent OLT is not logged as a failure: its boxes are read once it answers. */
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
