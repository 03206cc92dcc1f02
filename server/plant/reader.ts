/** The read budget in front of any plant: what was read a moment ago is not asked again, and no OLT is asked too hard. */
import { Problem } from '@hilo/domain/problem.ts'
import { askInProcess, type ProcessDb } from '../db/in-process.ts'
import { loadKnownBox, storeFailure, storeReading, type CheckedReading, type KnownBox } from './box-reading.ts'
import type { Tx } from '../db/scope.ts'
import { Gate, problemOf, usual, type Asked, type Purpose, type Timing } from './gate.ts'
import { checkDetail, checkHistory } from './check-line.ts'
import {
  PlantUnreachable,
  type BoxReading,
  type LineDetail,
  type LineHistory,
  type LineService,
  type Plant,
  type PlantReading,
  type PonCount,
  type PonState,
} from './plant.ts'

export interface BoxAnswer {
  ctoId: number
  takenAt: Date
  /** `cache`: read before it was asked for. */
  source: BoxReading['source'] | 'cache'
  /** Every position of the box by number; what is here is plausible, the rest is null or `unknown`. */
  readings: PlantReading[]
  ageS: number
  /** Occupied ports that could be read, in percent. */
  completePct: number
}

/** One line as just read, among its neighbours. */
export interface LineAnswer {
  box: BoxAnswer
  pon: PonState
  detail: LineDetail
}

export interface ReadOptions {
  purpose: Purpose
  /** How old the answer may be; 0 asks for one that began after the question. */
  maxAgeS?: number
}

/**
 * Each method takes a connection of its own and may take seconds: never ask from within a transaction.
 * All but `lastReading` throw Problem OLT_BUSY (too much is being asked) or OLT_UNREACHABLE, both with `retryAfter`;
 * CTO_NOT_FOUND for a box that does not exist.
 */
export interface Reader {
  /** What is behind it: for alarms, which cost an OLT nothing. */
  readonly plant: Plant
  /** Asks in the same five seconds, in whatever process, are one reading. */
  readBox(ctoId: number, options: ReadOptions): Promise<BoxAnswer>
  /** What was last read of a box, however old. Asks nobody. */
  lastReading(ctoId: number): Promise<BoxAnswer | null>
  countPon(ponId: number, purpose: Purpose): Promise<PonCount>
  detect(ctoId: number, portId: number, purpose: Purpose): Promise<string | null>
  /** The reading of the box is kept for whoever asks next. */
  readLine(ctoId: number, portId: number, purpose: Purpose, heard?: (pon: PonState) => void): Promise<LineAnswer>
  readHistory(ctoId: number, portId: number, purpose: Purpose): Promise<LineHistory>
  /** Orders to the OLT count as questions: they too ask for a session. */
  reset(ctoId: number, portId: number): Promise<void>
  provision(ctoId: number, portId: number, service: LineService): Promise<void>
  deprovision(ctoId: number, portId: number): Promise<void>
}

const mergedS = 5
const oltOfPon = 'select olt_id::text from pon where id = $1'

export function openReader(plant: Plant, db: ProcessDb, timing: Timing = usual): Reader {
  return new BudgetedReader(plant, db, timing)
}

class BudgetedReader implements Reader {
  readonly plant: Plant
  readonly #db: ProcessDb
  readonly #gate: Gate
  /** Boxes that this process is reading: whoever wants the same waits here rather than at the database. */
  readonly #reading = new Map<number, Promise<unknown>>()

  constructor(plant: Plant, db: ProcessDb, timing: Timing) {
    this.plant = plant
    this.#db = db
    this.#gate = new Gate(db, timing)
  }

  async readBox(ctoId: number, { purpose, maxAgeS = mergedS }: ReadOptions): Promise<BoxAnswer> {
    const asked = performance.now()
    for (;;) {
      await this.#reading.get(ctoId)
      const waitedMs = performance.now() - asked
      const known = await this.#known(ctoId)
      const answer = answerOf(known, waitedMs)
      if (answer && (known.ageMs ?? 0) <= maxAgeS * 1000 + waitedMs) return answer
      if (known.failedMs !== null && known.failedMs <= waitedMs) {
        throw problemOf(new PlantUnreachable('just asked', known.failedBusy))
      }
      const box = { id: ctoId, maxAgeMs: maxAgeS * 1000, isRead: () => this.#reading.has(ctoId) }
      const turn = await this.#gate.enter(known.oltId, purpose, asked, box)
      if ('session' in turn) return fresh(await this.#read(ctoId, known.oltId, turn.session))
    }
  }

  async lastReading(ctoId: number): Promise<BoxAnswer | null> {
    return answerOf(await this.#known(ctoId), 0)
  }

  async countPon(ponId: number, purpose: Purpose): Promise<PonCount> {
    const olt = await askInProcess(this.#db, oltOfPon, [ponId])
    if (olt === null) throw new Problem('NOT_FOUND')
    return await this.#once(Number(olt), purpose, (signal) => this.plant.countPon(ponId, signal))
  }

  async detect(ctoId: number, portId: number, purpose: Purpose): Promise<string | null> {
    const { oltId } = await this.#known(ctoId)
    return await this.#once(oltId, purpose, (signal) => this.plant.detect(ctoId, portId, signal))
  }

  async readLine(
    ctoId: number,
    portId: number,
    purpose: Purpose,
    heard?: (pon: PonState) => void,
  ): Promise<LineAnswer> {
    const { oltId } = await this.#known(ctoId)
    const kept: { box?: CheckedReading } = {}
    const { pon, detail } = await this.#once(
      oltId,
      purpose,
      (signal) => this.plant.readLine(ctoId, portId, signal, heard),
      async (sql, asked) => {
        if ('value' in asked) kept.box = await storeReading(sql, asked.value.box, ctoId)
      },
    )
    if (!kept.box) throw new Error('a reading was answered and not kept')
    return { box: fresh(kept.box), pon, detail: checkDetail(detail) }
  }

  async readHistory(ctoId: number, portId: number, purpose: Purpose): Promise<LineHistory> {
    const { oltId } = await this.#known(ctoId)
    return checkHistory(await this.#once(oltId, purpose, (signal) => this.plant.readHistory(ctoId, portId, signal)))
  }

  async reset(ctoId: number, portId: number): Promise<void> {
    await this.#order(ctoId, (signal) => this.plant.reset(ctoId, portId, signal))
  }

  async provision(ctoId: number, portId: number, service: LineService): Promise<void> {
    await this.#order(ctoId, (signal) => this.plant.provision(ctoId, portId, service, signal))
  }

  async deprovision(ctoId: number, portId: number): Promise<void> {
    await this.#order(ctoId, (signal) => this.plant.deprovision(ctoId, portId, signal))
  }

  async #order(ctoId: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { oltId } = await this.#known(ctoId)
    await this.#once(oltId, 'process', work)
  }

  async #known(ctoId: number): Promise<KnownBox> {
    const known = await loadKnownBox(this.#db, ctoId)
    if (!known) throw new Problem('CTO_NOT_FOUND')
    return known
  }

  async #read(ctoId: number, oltId: number, session: number): Promise<CheckedReading> {
    let checked: CheckedReading | undefined
    const work = this.#gate.use(
      oltId,
      session,
      (signal) => this.plant.readBox(ctoId, signal),
      async (sql, asked) => {
        if ('value' in asked) checked = await storeReading(sql, asked.value, ctoId)
        else if (asked.outcome !== 'neither') await storeFailure(sql, ctoId, asked.outcome === 'answered')
      },
    )
    const settled = work.catch(() => undefined)
    this.#reading.set(ctoId, settled)
    try {
      await work
    } catch (error) {
      throw problemOf(error)
    } finally {
      if (this.#reading.get(ctoId) === settled) this.#reading.delete(ctoId)
    }
    if (!checked) throw new Error('a reading was answered and not kept')
    return checked
  }

  /** A question in a session of its own; nothing of its answer is kept but what `store` keeps. */
  async #once<T>(
    oltId: number,
    purpose: Purpose,
    work: (signal: AbortSignal) => Promise<T>,
    store: (sql: Tx, asked: Asked<T>) => Promise<void> = () => Promise.resolve(),
  ): Promise<T> {
    const asked = performance.now()
    const turn = await this.#gate.enter(oltId, purpose, asked)
    if (!('session' in turn)) throw new Error('nobody knows the answer to a question of one’s own')
    return await this.#gate.use(oltId, turn.session, work, store).catch((error: unknown) => {
      throw problemOf(error)
    })
  }
}

function fresh({ completePct, ...reading }: CheckedReading): BoxAnswer {
  return { ...reading, ageS: 0, completePct }
}

function answerOf({ reading, ageMs }: KnownBox, waitedMs: number): BoxAnswer | null {
  if (reading === null || ageMs === null) return null
  return {
    ...reading,
    // Waiting for somebody else's reading is no different from one's own.
    source: ageMs <= waitedMs ? reading.source : 'cache',
    ageS: Math.max(0, Math.floor(ageMs / 1000)),
  }
}
