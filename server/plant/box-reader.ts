/** One reading of a box or a line in a session of its OLT: states first, then powers, each within its own budget. */
import { askBusinessNow, businessNow } from '../kernel/sql/business-time.ts'
import type { ProcessDb } from '../kernel/sql/in-process.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { serialsOf, type BoxPlace } from './box-positions.ts'
import { storeFailure, storeReading, withLastPowers, type CheckedReading } from './box-reading.ts'
import { checkDetail } from './check-line.ts'
import { checkPowers, checkStates, joinBox, staleIn, type Answers, type CheckedStates } from './check.ts'
import type { Gate } from './gate.ts'
import {
  clockFreshMs,
  clockOf,
  confirmMs,
  isUnconfirmed,
  jumpMs,
  keepClock,
  measureClock,
  type Measurement,
  type OltClock,
} from './olt-clock.ts'
import { keepNumbers } from './ont-number.ts'
import {
  PlantUnreachable,
  type BoxReading,
  type LineDetail,
  type OntPower,
  type Plant,
  type PonState,
} from './plant.ts'

/** Parts of a line reading beside its box. */
export interface LineParts {
  serial: string | null
  /** Called with the state of the PON as soon as it is read. */
  onPonState: (pon: PonState) => void
}

interface Clock {
  clock: OltClock | null
  /** Set if measured during this reading. */
  measured: Measurement | null
}
interface BoxStates {
  states: CheckedStates
  /** The PON on which a serial was found, if not the box's own. */
  elsewhere: Map<string, number>
  clock: Clock
}

/**
 * Sends the queries of a reading one after another, in a session of the OLT: its clock, the states, then the powers. A query
 * that the OLT does not answer ends the reading; missing powers alone do not.
 */
export class BoxReader {
  readonly #plant: Plant
  readonly #db: ProcessDb
  readonly #gate: Gate

  constructor(plant: Plant, db: ProcessDb, gate: Gate) {
    this.#plant = plant
    this.#db = db
    this.#gate = gate
  }

  /**
   * Reads and stores a box. Missing powers are null.
   * @param last the reading before: its powers are shown if powers are not read
   * @throws PlantUnreachable
   */
  async read(place: BoxPlace, session: number, powers: boolean, last: BoxReading | null): Promise<CheckedReading> {
    const readPowersNext = powers && !(await this.#gate.isPowerBreakerOpen(place.oltId))
    let stored: CheckedReading | undefined
    const store = async (sql: Tx, boxStates: BoxStates, powersAnswer: unknown) => {
      if (boxStates.clock.measured) await keepClock(sql, place.oltId, boxStates.clock.measured)
      const joined = joinBox(place, await answersOf(sql, boxStates, powersAnswer))
      stored = powers ? joined : withLastPowers(joined, last)
      await storeReading(sql, stored, powers)
      await keepNumbers(sql, place.ponId, boxStates.states.onts)
    }
    const boxStates = await this.#gate.use(
      place.oltId,
      session,
      (signal) => this.#states(place, powers, signal),
      async (sql, asked) => {
        if ('error' in asked) {
          if (asked.outcome !== 'unrelated') await storeFailure(sql, place.ctoId, asked.outcome === 'answered')
        } else if (!readPowersNext) await store(sql, asked.value, [])
      },
      { keepSession: readPowersNext },
    )
    if (readPowersNext) {
      const onlineSerials = onlineSerialsOf(boxStates)
      await this.#powers(
        place,
        session,
        (signal) => this.#askPowers(place.ponId, onlineSerials, signal),
        (sql, powersAnswer) => store(sql, boxStates, powersAnswer),
      )
    }
    if (!stored) throw new PlantUnreachable('answered too late')
    return stored
  }

  /**
   * Reads the PON first, then the box, then the ONT itself. Missing values of the ONT are null.
   * @throws PlantUnreachable
   */
  async line(
    place: BoxPlace,
    session: number,
    { serial, onPonState }: LineParts,
  ): Promise<{ box: CheckedReading; pon: PonState; detail: LineDetail }> {
    const { pon, read } = await this.#gate.use(
      place.oltId,
      session,
      async (signal) => {
        const state = await this.#plant.readPonState(place.ponId, signal)
        onPonState(state)
        return { pon: state, read: await this.#states(place, true, signal) }
      },
      () => Promise.resolve(),
      { keepSession: true },
    )
    let box: CheckedReading | undefined
    let detailAnswer: unknown = null
    await this.#powers(
      place,
      session,
      async (signal) => {
        const powers = await this.#askPowers(place.ponId, onlineSerialsOf(read), signal)
        detailAnswer = serial === null ? null : await this.#plant.readDetail(place.ponId, serial, signal)
        return powers
      },
      async (sql, powersAnswer) => {
        if (read.clock.measured) await keepClock(sql, place.oltId, read.clock.measured)
        box = joinBox(place, await answersOf(sql, read, powersAnswer))
        await storeReading(sql, box, true)
        await keepNumbers(sql, place.ponId, read.states.onts)
      },
    )
    if (!box) throw new PlantUnreachable('answered too late')
    const detail = checkDetail(detailAnswer)
    const known = read.states.onts.find((one) => one.asked === serial && one.serial === serial)
    return { box, pon, detail: { ...detail, serial: detail.serial ?? known?.serial ?? null } }
  }

  /**
   * The OLT's clock, measured again if the last measurement is older than `freshMs`, or an alarm since contradicts it, or it waits
   * to be confirmed. A measurement that took long, or during which the demonstration's clock was moved, is discarded.
   */
  async clock(oltId: number, signal: AbortSignal, freshMs = clockFreshMs): Promise<Clock> {
    const { clock, now: began, contradicted } = await clockOf(this.#db, oltId)
    const ageMs = began.getTime() - (clock?.measuredAt.getTime() ?? -Infinity)
    const validMs = isUnconfirmed(clock) ? Math.min(confirmMs, freshMs) : freshMs
    if (!contradicted && ageMs < validMs && ageMs >= 0) return { clock, measured: null }
    const answer = await this.#plant.readClock(oltId, signal)
    const { now: ended } = await clockOf(this.#db, oltId)
    const errorMs = (ended.getTime() - began.getTime()) / 2
    if (errorMs > jumpMs) return { clock, measured: null }
    const measured = measureClock(clock, answer, new Date(ended.getTime() - errorMs))
    return { clock: measured.clock, measured }
  }

  /**
   * Business time. Read after each answer of the OLT, never before it: if the demonstration's clock moves in between, an
   * earlier time would date the answer wrongly.
   */
  async now(): Promise<Date> {
    return await askBusinessNow(this.#db)
  }

  async #states(place: BoxPlace, whole: boolean, signal: AbortSignal): Promise<BoxStates> {
    const clock = await this.clock(place.oltId, signal)
    const serials = serialsOf(place)
    const ask = async (wanted: readonly string[]) => {
      const answer = await this.#plant.readStates(place.ponId, wanted, signal)
      return checkStates(answer, clock.clock, await this.now())
    }
    const states = await ask(serials)
    const stale = staleIn(states)
    if (stale.length > 0) {
      const again = await ask(stale)
      const asked = new Set(stale)
      states.onts = [...states.onts.filter((one) => one.asked === null || !asked.has(one.asked)), ...again.onts]
    }
    const elsewhere = new Map<string, number>()
    const online = new Set(onlineSerialsOf({ states }))
    const missing = whole ? serials.filter((one) => !online.has(one)) : []
    if (missing.length > 0)
      for (const { serial, ponId } of await this.#plant.locate(place.oltId, missing, signal))
        if (ponId !== place.ponId) elsewhere.set(serial, ponId)
    return { states, elsewhere, clock }
  }

  async #askPowers(ponId: number, serials: readonly string[], signal: AbortSignal): Promise<OntPower[]> {
    return serials.length === 0 ? [] : await this.#plant.readPowers(ponId, serials, signal)
  }

  /** Reads ONT powers; without an answer they are stored as missing. */
  async #powers(
    place: BoxPlace,
    session: number,
    work: (signal: AbortSignal) => Promise<OntPower[]>,
    storeAnswer: (sql: Tx, powersAnswer: unknown) => Promise<void>,
  ): Promise<void> {
    const store = (sql: Tx, asked: { value: unknown } | { error: unknown }) =>
      storeAnswer(sql, 'value' in asked ? asked.value : [])
    await this.#gate.use(place.oltId, session, work, store, { of: 'powers' }).catch((error: unknown) => {
      if (!(error instanceof PlantUnreachable)) throw error
    })
  }
}

const onlineSerialsOf = ({ states }: Pick<BoxStates, 'states'>): string[] =>
  states.onts.flatMap((one) => (one.state === 'online' && one.serial !== null ? [one.serial] : []))

async function answersOf(sql: Tx, { states, elsewhere }: BoxStates, powers: unknown): Promise<Answers> {
  const now = await businessNow(sql)
  return { states, powers: checkPowers(powers, now), elsewhere }
}
