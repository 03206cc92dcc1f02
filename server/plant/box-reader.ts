/** One reading of a box or a line in a session of its OLT: states first, then powers, each within its own budget. */
import { askInProcess, type ProcessDb } from '../db/in-process.ts'
import type { Tx } from '../db/scope.ts'
import { serialsOf, type BoxPlace } from './box-positions.ts'
import { storeFailure, storeReading, withLastPowers, type CheckedReading } from './box-reading.ts'
import { checkDetail } from './check-line.ts'
import { checkPowers, checkStates, joinBox, staleIn, type Answers, type CheckedStates } from './check.ts'
import type { Gate } from './gate.ts'
import { clockFreshMs, clockOf, keepOffset, nextOffset, type OltOffset } from './olt-clock.ts'
import {
  PlantUnreachable,
  type BoxReading,
  type LineDetail,
  type OntPower,
  type Plant,
  type PonState,
} from './plant.ts'

/** What is asked of one line beside its box. */
export interface LineParts {
  serial: string | null
  /** Is told of the PON as soon as it is known. */
  heard: (pon: PonState) => void
}

interface Clock {
  clock: OltOffset | null
  /** Set where it has just been measured. */
  measured: OltOffset | null
  /** Business time. */
  now: () => Date
}
interface Seen {
  states: CheckedStates
  elsewhere: Map<string, number>
  clock: Clock
}

const businessNow = 'select wire_time(app_now())'

/** Statements in a row; the first unreachable ONT, PON or clock ends them. */
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
   * Reads and keeps a box. Powers that do not come leave their figures null.
   * @param last what was read of it before: shown where powers are not asked for
   * @throws PlantUnreachable
   */
  async read(place: BoxPlace, session: number, powers: boolean, last: BoxReading | null): Promise<CheckedReading> {
    const goesOn = powers && !(await this.#gate.powersClosed(place.oltId))
    let kept: CheckedReading | undefined
    const keep = async (sql: Tx, seen: Seen, said: unknown) => {
      if (seen.clock.measured) await keepOffset(sql, place.oltId, seen.clock.measured)
      const joined = joinBox(place, answersOf(seen, said))
      kept = powers ? joined : withLastPowers(joined, last)
      await storeReading(sql, kept, powers)
    }
    const seen = await this.#gate.use(
      place.oltId,
      session,
      (signal) => this.#states(place, powers, signal),
      async (sql, asked) => {
        if ('error' in asked) {
          if (asked.outcome !== 'neither') await storeFailure(sql, place.ctoId, asked.outcome === 'answered')
        } else if (!goesOn) await keep(sql, asked.value, [])
      },
      { goesOn },
    )
    if (goesOn) {
      const lit = litIn(seen)
      await this.#powers(
        place,
        session,
        (signal) => this.#askPowers(place.ponId, lit, signal),
        (sql, said) => keep(sql, seen, said),
      )
    }
    if (!kept) throw new PlantUnreachable('answered too late')
    return kept
  }

  /**
   * The PON first, then the box, then the ONT itself. What the ONT does not say is null.
   * @throws PlantUnreachable
   */
  async line(
    place: BoxPlace,
    session: number,
    { serial, heard }: LineParts,
  ): Promise<{ box: CheckedReading; pon: PonState; detail: LineDetail }> {
    const { pon, seen } = await this.#gate.use(
      place.oltId,
      session,
      async (signal) => {
        const state = await this.#plant.readPonState(place.ponId, signal)
        heard(state)
        return { pon: state, seen: await this.#states(place, true, signal) }
      },
      () => Promise.resolve(),
      { goesOn: true },
    )
    let box: CheckedReading | undefined
    const asked = { detail: null as unknown }
    await this.#powers(
      place,
      session,
      async (signal) => {
        const said = await this.#askPowers(place.ponId, litIn(seen), signal)
        asked.detail = serial === null ? null : await this.#plant.readDetail(place.ponId, serial, signal)
        return said
      },
      async (sql, said) => {
        if (seen.clock.measured) await keepOffset(sql, place.oltId, seen.clock.measured)
        box = joinBox(place, answersOf(seen, said))
        await storeReading(sql, box, true)
      },
    )
    if (!box) throw new PlantUnreachable('answered too late')
    const detail = checkDetail(asked.detail)
    const known = seen.states.onts.find((one) => one.asked === serial && one.serial === serial)
    return { box, pon, detail: { ...detail, serial: detail.serial ?? known?.serial ?? null } }
  }

  /** The offset of the OLT's clock, measured again when the last measurement is old. */
  async clock(oltId: number, signal: AbortSignal): Promise<Clock> {
    const known = await clockOf(this.#db, oltId)
    const now = await this.#now()
    if (known && known.ageMs < clockFreshMs && known.ageMs >= 0) return { clock: known, measured: null, now }
    const asked = performance.now()
    const { at } = await this.#plant.readClock(oltId, signal)
    const halfWay = new Date(now().getTime() - (performance.now() - asked) / 2)
    const measured = nextOffset(known, at, halfWay)
    return { clock: measured, measured, now }
  }

  /** Business time from here on, by one look at the database. */
  async #now(): Promise<() => Date> {
    const start = Date.parse((await askInProcess(this.#db, businessNow, [])) ?? '')
    const since = performance.now()
    return () => new Date(start + Math.ceil(performance.now() - since))
  }

  async #states(place: BoxPlace, whole: boolean, signal: AbortSignal): Promise<Seen> {
    const clock = await this.clock(place.oltId, signal)
    const serials = serialsOf(place)
    const ask = async (wanted: readonly string[]) =>
      checkStates(await this.#plant.readStates(place.ponId, wanted, signal), clock.clock, clock.now())
    const states = await ask(serials)
    const stale = staleIn(states)
    if (stale.length > 0) {
      const again = await ask(stale)
      const asked = new Set(stale)
      states.onts = [...states.onts.filter((one) => one.asked === null || !asked.has(one.asked)), ...again.onts]
    }
    const elsewhere = new Map<string, number>()
    const lit = new Set(litIn({ states }))
    const missing = whole ? serials.filter((one) => !lit.has(one)) : []
    if (missing.length > 0)
      for (const { serial, ponId } of await this.#plant.locate(place.oltId, missing, signal))
        if (ponId !== place.ponId) elsewhere.set(serial, ponId)
    return { states, elsewhere, clock }
  }

  async #askPowers(ponId: number, lit: readonly string[], signal: AbortSignal): Promise<OntPower[]> {
    return lit.length === 0 ? [] : await this.#plant.readPowers(ponId, lit, signal)
  }

  /** Asks ONTs; that they do not answer is kept as what it is: no powers. */
  async #powers(
    place: BoxPlace,
    session: number,
    work: (signal: AbortSignal) => Promise<OntPower[]>,
    keep: (sql: Tx, said: unknown) => Promise<void>,
  ): Promise<void> {
    const store = (sql: Tx, asked: { value: unknown } | { error: unknown }) =>
      keep(sql, 'value' in asked ? asked.value : [])
    await this.#gate.use(place.oltId, session, work, store, { of: 'powers' }).catch((error: unknown) => {
      if (!(error instanceof PlantUnreachable)) throw error
    })
  }
}

const litIn = ({ states }: Pick<Seen, 'states'>): string[] =>
  states.onts.flatMap((one) => (one.state === 'online' && one.serial !== null ? [one.serial] : []))

function answersOf({ states, elsewhere, clock }: Seen, powers: unknown): Answers {
  return { states, powers: checkPowers(powers, clock.now()), elsewhere }
}
