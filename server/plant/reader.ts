/** The read budget in front of any plant: what was read a moment ago is not asked again, and no OLT is asked too hard. */
import { Problem } from '@hilo/domain/problem.ts'
import { askInProcess, type ProcessDb } from '../db/in-process.ts'
import { loadPlace } from './box-positions.ts'
import { loadKnownBox, type CheckedReading, type KnownBox } from './box-reading.ts'
import { BoxReader, type LineParts } from './box-reader.ts'
import { Gate, problemOf, usual, type Purpose, type Timing } from './gate.ts'
import { checkHistory } from './check-line.ts'
import { checkStates, serial as checkSerial, type CheckedStates } from './check.ts'
import { clockOf } from './olt-clock.ts'
import {
  fellAt,
  PlantUnreachable,
  type BoxReading,
  type Candidate,
  type LineDetail,
  type LineHistory,
  type LineService,
  type Plant,
  type PlantColumn,
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
  /** Occupied ports whose ONT is known that could be read, in percent. */
  completePct: number
}

/** One line as just read, among its neighbours. */
export interface LineAnswer {
  box: BoxAnswer
  pon: PonState
  detail: LineDetail
  /** What this OLT cannot say at all. */
  unsupported: readonly PlantColumn[]
}

/** The states of everything registered on a PON, by the product's clock. */
export type PonAnswer = PonState & CheckedStates

export interface ReadOptions {
  purpose: Purpose
  /** How old the answer may be; 0 asks for one that began after the question. */
  maxAgeS?: number
  /**
   * Whether ONTs are asked for their powers, which is slow; true by default. Without it powers are those last measured, as
   * `measuredAt` says.
   */
  powers?: boolean
}

/**
 * Each method takes a connection of its own and may take seconds: never ask from within a transaction.
 * All but `lastReading` throw Problem OLT_BUSY (too much is being asked) or OLT_UNREACHABLE, both with `retryAfter`;
 * CTO_NOT_FOUND for a box that does not exist. Powers that do not come are null and throw nothing.
 */
export interface Reader {
  /** What is behind it: for alarms, which cost an OLT nothing. */
  readonly plant: Plant
  /** Asks in the same five seconds, in whatever process, are one reading. */
  readBox(ctoId: number, options: ReadOptions): Promise<BoxAnswer>
  /** What was last read of a box, however old. Asks nobody. */
  lastReading(ctoId: number): Promise<BoxAnswer | null>
  /** One sweep of the states of a whole PON; may be partial. */
  readPon(ponId: number, purpose: Purpose): Promise<PonAnswer>
  countPon(ponId: number, purpose: Purpose): Promise<PonCount>
  /** ONTs that came up on the PON after `since`, or were found there without being registered. */
  candidates(ponId: number, since: Date, purpose: Purpose): Promise<Candidate[]>
  /**
   * The reading of the box is kept for whoever asks next.
   * @param serial of the ONT to look for at the position, where that is not the one of the inventory
   */
  readLine(
    ctoId: number,
    portId: number,
    purpose: Purpose,
    heard?: (pon: PonState) => void,
    serial?: string,
  ): Promise<LineAnswer>
  /** Empty where the ONT of the position is not known. */
  readHistory(ctoId: number, portId: number, purpose: Purpose): Promise<LineHistory>
  /** Orders to the OLT count as questions: they too ask for a session. Nothing is ordered where no ONT is known. */
  reset(ctoId: number, portId: number): Promise<void>
  /** @param replaced serial of the ONT in whose place it comes */
  provision(ctoId: number, service: LineService, replaced: string | null): Promise<void>
  deprovision(ctoId: number, portId: number, serial?: string): Promise<void>
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
  readonly #boxes: BoxReader
  /** Boxes that this process is reading: whoever wants the same waits here rather than at the database. */
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
    return await this.#once(oltId, purpose, async (signal) => {
      const { clock, now } = await this.#boxes.clock(oltId, signal)
      const said = await this.plant.readPon(ponId, signal)
      const { onts, ...reading } = checkStates(said, clock, now())
      // A row without a serial is nobody's.
      const known = onts.filter((one) => one.serial !== null)
      return { ...reading, onts: known, up: said.up, provisioned: said.provisioned, online: said.online }
    })
  }

  async countPon(ponId: number, purpose: Purpose): Promise<PonCount> {
    const { provisioned, online, onts } = await this.readPon(ponId, purpose)
    return { provisioned, online, dropped: onts.map(fellAt).filter((at) => at !== null) }
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
    heard?: (pon: PonState) => void,
    serial?: string,
  ): Promise<LineAnswer> {
    const place = await this.#place(ctoId)
    const position = place.positions.find(({ id }) => id === portId)
    if (position && serial !== undefined) position.serial = serial
    const session = await this.#session(place.oltId, purpose)
    const parts: LineParts = { serial: position?.serial ?? null, heard: heard ?? (() => undefined) }
    const { box, pon, detail } = await asProblem(this.#boxes.line(place, session, parts))
    return { box: fresh(box), pon, detail, unsupported: await this.plant.unsupported(place.oltId) }
  }

  async readHistory(ctoId: number, portId: number, purpose: Purpose): Promise<LineHistory> {
    const { oltId, ponId, serial } = await this.#position(ctoId, portId)
    if (serial === null) return { points: [], downs: [] }
    const said = await this.#once(oltId, purpose, (signal) => this.plant.readHistory(ponId, serial, signal))
    return checkHistory(said, await clockOf(this.#db, oltId))
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
    if (!('session' in turn)) throw new Error('nobody knows the answer to a question of one’s own')
    return turn.session
  }

  /** A question in a session of its own; nothing of its answer is kept. */
  async #once<T>(oltId: number, purpose: Purpose, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const session = await this.#session(oltId, purpose)
    return await asProblem(this.#gate.use(oltId, session, work, () => Promise.resolve()))
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
    // Waiting for somebody else's reading is no different from one's own.
    source: ageMs <= waitedMs ? reading.source : 'cache',
    ageS: Math.max(0, Math.floor(ageMs / 1000)),
  }
}
