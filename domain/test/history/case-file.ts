/** What the product has of a history when it judges a work: evidence by ONT, works, newcomers, the rest of the tree. */
import type { BoxEvidence, Evidence, Newcomer, ReadingEvidence, WatchedOnt, Work } from '../../proof/evidence.ts'
import { quantise } from '../../optics.ts'
import { untilCeased } from '../../proof/timeline.ts'
import { between, share } from './chance.ts'
import { epoch, hour, minute, orderedBefore, second, type Ont, type WorkPlan } from './plan.ts'
import { Plant } from './plant.ts'
import { keyOf, noise, World, type TrueOnt } from './world.ts'
import type { Plan } from './plan.ts'

type Moment = 'close' | 'control_15min' | 'control_24h'
/** One judgement that the product makes. `at` counts from the epoch of plans. */
export interface Session {
  work: WorkPlan
  moment: Moment
  at: number
}
/** A piece of evidence with the moment from which the product has it. */
interface Item {
  arrives: number
  evidence: Evidence
}

/** Half an hour before a request belongs to its evidence. */
const lookBack = 30 * minute
const readingBefore = 40 * second
const rereadBefore = 5 * second

export class History {
  readonly plan: Plan
  readonly world: World
  readonly plant: Plant
  readonly #items = new Map<TrueOnt, Item[]>()
  constructor(plan: Plan) {
    this.plan = plan
    this.world = new World(plan)
    const boxes = new Set(plan.works.map(({ box }) => box))
    this.plant = new Plant(
      this.world,
      [...boxes].flatMap((box) => this.#schedule(box).map(({ at }) => at)),
    )
  }

  sessions(): Session[] {
    return this.plan.works
      .flatMap((work): Session[] => {
        const close: Session = { work, moment: 'close', at: work.to }
        if (!work.controls) return [close]
        const control = (moment: Moment, after: number): Session => ({
          work,
          moment,
          at: work.to + after + 10 * second,
        })
        return [close, control('control_15min', 15 * minute), control('control_24h', 24 * hour)]
      })
      .toSorted((a, b) => a.at - b.at)
  }

  /** Readings of a box; `powers`: not the states alone. */
  #schedule(box: number): { at: number; powers: boolean; dark?: boolean }[] {
    return this.plan.works.flatMap((work) => {
      const mine = work.box === box
      const { from, opened, to } = work
      const times = [
        ...(mine ? [{ at: from + second, powers: true }] : []),
        ...(opened === null ? [] : [{ at: opened, powers: mine }]),
        ...(opened !== null && mine && share(this.plan.seed, work.id, 51) < 0.3 ? sweeps(opened, to) : []),
        { at: to - readingBefore, powers: mine },
        ...(mine ? [{ at: to - rereadBefore, powers: true, dark: true }] : []),
      ]
      const controls = [15 * minute, 24 * hour].map((after) => ({ at: to + after, powers: mine }))
      return (work.controls ? [...times, ...controls] : times).filter(({ at }) => at >= from)
    })
  }

  /** Everything that the product ever gets to know of one ONT. */
  items(one: TrueOnt): Item[] {
    const known = this.#items.get(one)
    if (known) return known
    const readings = this.#schedule(one.ont.box).flatMap(({ at, powers, dark }): Item[] => {
      if (dark && !this.world.darkAt(one, at - rereadBefore)) return []
      const kept = powers ? this.plant.keptPower(one, at) : null
      const read = { arrives: at, evidence: this.plant.read(one, at, powers) }
      return kept ? [{ arrives: at, evidence: kept }, read] : [read]
    })
    const items = [...this.plant.alarms(one), ...readings].toSorted((a, b) => a.evidence.at - b.evidence.at)
    this.#items.set(one, items)
    return items
  }

  /** Readings with powers that the product has by then, oldest first, each with the moment of its measurement. */
  powers(one: TrueOnt, at: number): ReadingEvidence[] {
    return this.items(one).flatMap(({ arrives, evidence }) =>
      arrives <= at && evidence.kind === 'reading' && evidence.olt_rx_dbm !== null
        ? [{ ...evidence, at: epoch + this.plant.measuredAt(evidence.at - epoch) }]
        : [],
    )
  }

  /** Works of the same box that a judgement has to know of. */
  worksOf({ work, at }: Session): WorkPlan[] {
    const touches = (one: WorkPlan) => one.from <= at && endOf(one) >= work.from - lookBack
    return this.plan.works.filter((one) => one.box === work.box && touches(one))
  }

  /** The ONT that a position has by inventory at a request. */
  watched({ box, from: since, requested: from = since }: WorkPlan): TrueOnt[] {
    return this.world.onts.filter(
      ({ ont, replaced, follows }) =>
        ont.box === box &&
        !(replaced?.ordered && replaced.until <= from) &&
        !(follows && !(follows.ordered && follows.until <= from)),
    )
  }

  /** What the product has of one ONT at a judgement. */
  evidence(one: TrueOnt, session: Session): Evidence[] {
    const since = epoch + Math.min(...this.worksOf(session).map(({ from }) => from)) - lookBack
    return this.items(one)
      .filter(({ arrives, evidence }) => arrives <= session.at && evidence.at >= since)
      .map(({ evidence }) => evidence)
  }

  caseFile(session: Session): BoxEvidence {
    const { work, at } = session
    const outside = this.world.onts.filter(
      ({ ont, follows }) => ont.box !== work.box && !(follows && follows.until > at),
    )
    return {
      onts: this.watched(work).map((one) => this.#watchedOnt(one, session)),
      newcomers: this.#newcomers(session),
      tree: {
        outside: outside.map((one) => {
          const ceased = this.world.ceasedAt(one)
          const evidence = this.evidence(one, session)
          return ceased <= at ? untilCeased(evidence, epoch + ceased) : evidence
        }),
        restarts: this.plan.acts
          .filter((act) => act.kind === 'olt')
          .filter((act) => act.until <= at && act.until >= work.from - lookBack)
          .map(({ until }) => epoch + until),
      },
      works: this.worksOf(session).map((one) =>
        workOf(
          one,
          at,
          this.plan.onts.find(({ id }) => id === one.worked),
        ),
      ),
    }
  }

  #watchedOnt(one: TrueOnt, session: Session): WatchedOnt {
    const { work, at } = session
    const { id, port, vno, rx, baseline } = one.ont
    const change = one.replaced
    return {
      port,
      vno_id: vno,
      serial: one.serial,
      worked: id === work.worked,
      evidence: this.evidence(one, session),
      last_known: this.lastKnown(one, work.from),
      found_dark_at: this.foundDarkAt(one, work.from),
      baseline: baseline && { median: quantise(rx + baseline.off), mad: baseline.mad },
      ceased_at: this.world.ceasedAt(one) <= at ? epoch + this.world.ceasedAt(one) : null,
      changes_ordered: change?.ordered && change.at - orderedBefore <= at ? [epoch + change.at - orderedBefore] : [],
    }
  }

  /** The last power from before a request: kept by the OLT, or stored a day before it, a week before it, or never. */
  lastKnown(one: TrueOnt, from: number): WatchedOnt['last_known'] {
    const kept = this.powers(one, Infinity).findLast(({ at }) => at < epoch + from)
    return kept ?? this.#stored(one, from)
  }

  /** When a reading first found it dark since its last light, before a request; some boxes had been read the day before. */
  foundDarkAt(one: TrueOnt, from: number): number | null {
    const readings = this.items(one).flatMap(({ evidence }) =>
      evidence.kind === 'reading' && evidence.at < epoch + from && evidence.state !== 'unknown' ? [evidence] : [],
    )
    const first = readings[readings.findLastIndex(({ state }) => state === 'online') + 1]
    if (readings.length > 0) return first?.at ?? null
    const dayBefore = Math.round(from - between(1, 20, this.plan.seed, one.ont.id, 56) * hour)
    const wasRead = share(this.plan.seed, one.ont.id, 57) < 0.5
    return wasRead && this.world.darkAt(one, dayBefore) ? epoch + dayBefore : null
  }

  /** Power of a work's own customer at its end; null without light. */
  lastLight(one: TrueOnt, session: Session): ReadingEvidence | null {
    const end = session.work.to
    const last = this.evidence(one, session)
      .filter((evidence) => evidence.kind === 'reading')
      .findLast(({ at, state }) => at < epoch + end && state !== 'unknown')
    return last?.state === 'online' && last.rx_dbm !== null ? last : null
  }

  #stored(one: TrueOnt, from: number): WatchedOnt['last_known'] {
    const times = [between(1, 20, this.plan.seed, one.ont.id, 52) * hour, 8 * 24 * hour, 20 * 24 * hour]
    const at = times.map((ago) => Math.round(from - ago)).find((moment) => !this.world.darkAt(one, moment))
    if (at === undefined || this.plan.powerless) return null
    const { rx, oltRx } = this.world.powerAt(one, at)
    const keys = [this.plan.seed, one.ont.id, 53]
    return {
      at: epoch + at,
      rx_dbm: quantise(rx + noise(...keys, 1)),
      olt_rx_dbm: quantise(oltRx + noise(...keys, 2)),
      distance_m: one.ont.distance,
    }
  }

  #newcomers({ work, at }: Session): Newcomer[] {
    const came = (one: TrueOnt) => one.darks[0]?.to ?? Infinity
    const changed = this.world.onts
      // By inventory the ONT of an ordered change belongs to its line: in another box it is no stranger.
      .filter(({ follows, ont }) => follows && (ont.box === work.box || !follows.ordered))
      .filter((one) => came(one) <= at && came(one) >= work.from - lookBack)
      .map((one): Newcomer => {
        const port = one.follows?.ordered && one.ont.box === work.box ? one.ont.port : null
        return { ...this.#newcomer(one.ont, came(one), 0.5, 54), serial: one.serial, port }
      })
    const others = this.plan.acts.flatMap((act): Newcomer[] => {
      if (act.kind !== 'newcomer' || act.at > at || act.at < work.from - lookBack) return []
      const whose = this.plan.works.find(({ id }) => id === act.work)
      const near = this.plan.onts.find(({ id }) => id === act.near)
      const worked = this.plan.onts.find(({ id }) => id === whose?.worked && whose?.box === work.box)
      const like = near ?? { id: keyOf(act), distance: 7000, rx: -21, oltRx: -23 }
      return [{ ...this.#newcomer(like, act.at, 1, 55), serial: `STRAY${keyOf(act)}`, port: worked?.port ?? null }]
    })
    return [...changed, ...others]
  }

  #newcomer(like: Pick<Ont, 'id' | 'distance' | 'rx' | 'oltRx'>, at: number, spread: number, key: number) {
    const off = between(-spread, spread, this.plan.seed, like.id, key)
    return {
      at: epoch + at,
      distance_m: Math.round(like.distance + off * 10),
      rx_dbm: this.plan.powerless ? null : quantise(like.rx + off),
      olt_rx_dbm: this.plan.powerless ? null : quantise(like.oltRx + off),
    }
  }
}

function sweeps(from: number, to: number) {
  const times: { at: number; powers: boolean }[] = []
  for (let at = from + 8 * minute; at < to - readingBefore; at += 8 * minute) times.push({ at, powers: false })
  return times
}

const endOf = ({ to, controls }: WorkPlan) => (controls ? to + 24 * hour : to)

function workOf(one: WorkPlan, at: number, worked: Ont | undefined): Work {
  const closed = one.to < at
  return {
    id: one.id,
    technician_id: one.technician,
    vno_id: one.vno,
    from: epoch + one.from,
    to: closed ? epoch + one.to : null,
    control_to: closed ? epoch + endOf(one) : null,
    worked_ports: worked === undefined ? [] : [worked.port],
  }
}
