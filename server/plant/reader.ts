/** Read budget in front of any plant: serves recent readings from the cache and limits the load on OLTs. */
import { Problem } from '@hilo/domain/problem.ts'
import { askInProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { loadPlace } from './box-positions.ts'
import { loadKnownBox, type CheckedReading, type KnownBox } from './box-reading.ts'
import { BoxReader, type LineParts } from './box-reader.ts'
import { Gate, problemOf, usual, type Asked, type Purpose, type Timing } from './gate.ts'
import { checkHistory } from './check-line.ts'
import { checkStates, serial as checkSerial, type CheckedStates } from './check.ts'
import { clockOf, keepClock, type Measurement } from './olt-clock.ts'
import { keepNumbers } from './ont-number.ts'
import {
  PlantUnreachable,
  type BoxReading,
  type Candidate,
  type LineDetail,
  type LineHistory,
  type LineService,
  type Plant,
  type PlantColumn,
  type PlantReading,
  type PonState,
} from './plant.ts'

export interface BoxAnswer {
  ctoId: number
  takenAt: Date
  /** `cache`: read before the request. */
  source: BoxReading['source'] | 'cache'
  /** Every position of the box by number, validated; the rest is null or `unknown`. */
  readings: PlantReading[]
  ageS: number
  /** Share of occupied ports with a known ONT that could be read, in percent. */
  completePct: number
}

/** A fresh reading of one line with its neighbours. */
export interface LineAnswer {
  box: BoxAnswer
  pon: PonState
  detail: LineDetail
  /** Columns that this OLT lacks. */
  unsupported: readonly PlantColumn[]
}

/** The states of everything registered on a PON, by the product's clock. */
type PonAnswer = PonState & CheckedStates

interface ReadOptions {
  purpose: Purpose
  /** Maximum age of the answer, s; 0 requests one begun after the call. */
  maxAgeS?: number
  /**
   * Whether ONT powers are read, which is slow; true by default. Without it powers are the last measured ones, dated by
   * `measuredAt`.
   */
  powers?: boolean
}

/**
 * Each method takes its own connection and may take seconds: never call it within a transaction. All but `lastReading` throw
 * Problem OLT_BUSY or OLT_UNREACHABLE, both with `retryAfter`; CTO_NOT_FOUND for an unknown box. Missing powers are null and
 * throw nothing.
 */
export interface Reader {
  /** The plant itself, for alarms, which do not load an OLT. */
  readonly plant: Plant
  /** Requests within the same five seconds, in any process, share one reading. */
  readBox(ctoId: number, options: ReadOptions): Promise<BoxAnswer>
  /** The last reading of a box, of any age. Sends no query. */
  lastReading(ctoId: number): Promise<BoxAnswer | null>
  /** One sweep of the states of a whole PON; may be partial. */
  readPon(ponId: number, purpose: Purpose): Promise<PonAnswer>
  /** Measures and stores the OLT's clock and uptime; null if the answer took too long. */
  measureClock(oltId: number): Promise<Measurement | null>
  /** ONTs that came up on the PON after `since`, or were discovered there without being configured. */
  candidates(ponId: number, since: Date, purpose: Purpose): Promise<Candidate[]>
  /**
   * The reading of the box goes to the cache.
   * @param serial of the ONT to look for at the position, if not the inventory's
   */
  readLine(
    ctoId: number,
    portId: number,
    purpose: Purpose,
    onPonState?: (pon: PonState) => void,
    serial?: string,
  ): Promise<LineAnswer>
  /** Empty if the ONT of the position is not known. */
  readHistory(ctoId: number, portId: number, purpose: Purpose): Promise<LineHistory>
  /** Commands to the OLT need a session, as readings do. No command is sent without a known ONT. */
  reset(ctoId: number, portId: number): Promise<void>
  /** @param replaced serial of the ONT that it replaces */
  provision(ctoId: number, service: LineService, replaced: string | null): Promise<void>
  deprovision(ctoId: number, portId: number, serial?: string): Promise<void>
}

const mergedS = 5
const sweepFreshMs = 10_000
const oltOfPon = 'select olt_id::text from pon where id = $1'

export function openReader(plant: Plant, db: ProcessDb, timing: Timing = usual): Reader {
  return new BudgetedReader(plant, db, timing)
}

class BudgetedReader implements Reader {
  readonly plant: Plant
  readonly #db: ProcessDb
  readonly #gate: Gate
  readonly #boxes: BoxReader
  /** Boxes being read by this process: further requests wait here instead of at the database. */
  readonly #reading = new Map<number, Promise<unknown>>()

  constructor(plant: Plant, db: ProcessDb, timing: Timing) {
    this.plant = plant
    this.#db = db
    this.#gate = new Gate(db, timing)
    this.#boxes = new BoxReader(plant, db, this.#gate)
  }

  async readBox(ctoId: number, { purpose, maxAgeS = mergedS, powers = true }: ReadOptions): Promise<BoxAnswer> {
    const asked = performance.now()
    for (;;) {
      await this.#reading.get(ctoId)
      const waitedMs = performance.now() - asked
      const known = await this.#known(ctoId)
      const answer = answerOf(known, waitedMs)
      const ageMs = powers ? Math.max(known.ageMs ?? Infinity, known.powersMs ?? Infinity) : (known.ageMs ?? Infinity)
      if (answer && ageMs <= maxAgeS * 1000 + waitedMs) return answer
      if (known.failedMs !== null && known.failedMs <= waitedMs) {
        throw problemOf(new PlantUnreachable('just asked', known.failedBusy))
      }
      const box = { id: ctoId, maxAgeMs: maxAgeS * 1000, powers, isRead: () => this.#reading.has(ctoId) }
      const turn = await this.#gate.enter(known.oltId, purpose, asked, box)
      if ('session' in turn) return fresh(await this.#read(known, ctoId, turn.session, powers))
    }
  }

  async lastReading(ctoId: number): Promise<BoxAnswer | null> {
    return answerOf(await this.#known(ctoId), 0)
  }

  async readPon(ponId: number, purpose: Purpose): Promise<PonAnswer> {
    const oltId = await this.#oltOf(ponId)
    // A sweep explains falls, so it also checks for a restart of the OLT.
    let measured: Measurement | null = null
    const sweep = async (signal: AbortSignal) => {
      const known = await this.#boxes.clock(oltId, signal, sweepFreshMs)
      measured = known.measured
      const answer = await this.plant.readPon(ponId, signal)
      const { onts, ...reading } = checkStates(answer, known.clock, await this.#boxes.now())
      // A row without a serial cannot be assigned.
      const owned = onts.filter((one) => one.serial !== null)
      return { ...reading, onts: owned, up: answer.up, provisioned: answer.provisioned, online: answer.online }
    }
    return await this.#once(oltId, purpose, sweep, async (sql, { onts }) => {
      if (measured) await keepClock(sql, oltId, measured)
      await keepNumbers(sql, ponId, onts)
    })
  }

  async measureClock(oltId: number): Promise<Measurement | null> {
    const measure = async (signal: AbortSignal) => (await this.#boxes.clock(oltId, signal, 0)).measured
    return await this.#once(oltId, 'process', measure, async (sql, measured) => {
      if (measured) await keepClock(sql, oltId, measured)
    })
  }

  async candidates(ponId: number, since: Date, purpose: Purpose): Promise<Candidate[]> {
    const oltId = await this.#oltOf(ponId)
    const found = await this.#once(oltId, purpose, (signal) => this.plant.candidates(ponId, since, signal))
    const known = found.filter((one) => checkSerial(one.serial) !== null)
    return [...new Map(known.map((one) => [one.serial, one])).values()]
  }

  async readLine(
    ctoId: number,
    portId: number,
    purpose: Purpose,
    onPonState?: (pon: PonState) => void,
    serial?: string,
  ): Promise<LineAnswer> {
    const place = await this.#place(ctoId)
    const position = place.positions.find(({ id }) => id === portId)
    if (position && serial !== undefined) position.serial = serial
    const session = await this.#session(place.oltId, purpose)
    const parts: LineParts = { serial: position?.serial ?? null, onPonState: onPonState ?? (() => undefined) }
    const { box, pon, detail } = await asProblem(this.#boxes.line(place, session, parts))
    return { box: fresh(box), pon, detail, unsupported: await this.plant.unsupported(place.oltId) }
  }

  async readHistory(ctoId: number, portId: number, purpose: Purpose): Promise<LineHistory> {
    const { oltId, ponId, serial } = await this.#position(ctoId, portId)
    if (serial === null) return { points: [], downs: [] }
    const answer = await this.#once(oltId, purpose, (signal) => this.plant.readHistory(ponId, serial, signal))
    return checkHistory(answer, (await clockOf(this.#db, oltId)).clock)
  }

  async reset(ctoId: number, portId: number): Promise<void> {
    const { oltId, ponId, serial } = await this.#position(ctoId, portId)
    if (serial !== null) await this.#once(oltId, 'process', (signal) => this.plant.reset(ponId, serial, signal))
  }

  async provision(ctoId: number, service: LineService, replaced: string | null): Promise<void> {
    const { oltId, ponId } = await this.#place(ctoId)
    await this.#once(oltId, 'process', (signal) => this.plant.provision(ponId, service, replaced, signal))
  }

  async deprovision(ctoId: number, portId: number, named?: string): Promise<void> {
    const { oltId, ponId, serial: known } = await this.#position(ctoId, portId)
    const serial = named ?? known
    if (serial !== null) await this.#once(oltId, 'process', (signal) => this.plant.deprovision(ponId, serial, signal))
  }

  async #oltOf(ponId: number): Promise<number> {
    const found = await askInProcess(this.#db, oltOfPon, [ponId])
    if (found === null) throw new Problem('NOT_FOUND')
    return Number(found)
  }

  async #known(ctoId: number): Promise<KnownBox> {
    const known = await loadKnownBox(this.#db, ctoId)
    if (!known) throw new Problem('CTO_NOT_FOUND')
    return known
  }

  async #place(ctoId: number) {
    const place = await loadPlace(this.#db, ctoId)
    if (!place) throw new Problem('CTO_NOT_FOUND')
    return place
  }

  async #position(ctoId: number, portId: number) {
    const { oltId, ponId, positions } = await this.#place(ctoId)
    return { oltId, ponId, serial: positions.find(({ id }) => id === portId)?.serial ?? null }
  }

  async #read({ reading }: KnownBox, ctoId: number, session: number, powers: boolean): Promise<CheckedReading> {
    const work = this.#place(ctoId).then((place) => this.#boxes.read(place, session, powers, reading))
    const settled = work.catch(() => undefined)
    this.#reading.set(ctoId, settled)
    try {
      return await asProblem(work)
    } finally {
      if (this.#reading.get(ctoId) === settled) this.#reading.delete(ctoId)
    }
  }

  async #session(oltId: number, purpose: Purpose): Promise<number> {
    const turn = await this.#gate.enter(oltId, purpose, performance.now())
    if (!('session' in turn)) throw new Error('a session is refused as `known` only for a box')
    return turn.session
  }

  /** A query in its own session; `store` saves the answer. */
  async #once<T>(
    oltId: number,
    purpose: Purpose,
    work: (signal: AbortSignal) => Promise<T>,
    store?: (sql: Tx, value: T) => Promise<void>,
  ): Promise<T> {
    const session = await this.#session(oltId, purpose)
    const storeAnswer = async (sql: Tx, asked: Asked<T>) => {
      if (store && 'value' in asked) await store(sql, asked.value)
    }
    return await asProblem(this.#gate.use(oltId, session, work, storeAnswer))
  }
}

async function asProblem<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw problemOf(error)
  })
}

function fresh({ completePct, ...reading }: CheckedReading): BoxAnswer {
  return { ...reading, ageS: 0, completePct }
}

function answerOf({ reading, ageMs }: KnownBox, waitedMs: number): BoxAnswer | null {
  if (reading === null || ageMs === null) return null
  return {
    ...reading,
    // Waiting for another request's reading counts as an own one.
    source: ageMs <= waitedMs ? reading.source : 'cache',
    ageS: Math.max(0, Math.floor(ageMs / 1000)),
  }
}
