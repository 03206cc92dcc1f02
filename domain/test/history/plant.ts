/** What a plant shows of the truth: alarms that get lost, late, doubled; readings by the OLT's memory; silence. */
import type { DownCause } from '../../diagnosis.ts'
import { quantise } from '../../optics.ts'
import type { AlarmEvidence, ReadingEvidence } from '../../proof/evidence.ts'
import { between, share } from './chance.ts'
import { epoch, hour, lasts, longAgo, minute, second, type Act } from './plan.ts'
import { OltClock } from './olt-clock.ts'
import { keyOf, noise, type TrueDark, type TrueOnt, type World } from './world.ts'

/** An alarm with the moment at which the product has it. */
interface Arrival {
  arrives: number
  evidence: AlarmEvidence
}

const lostShare = 0.04
const doubledShare = 0.05
/** Alarms of an outage come in a storm, which some receivers lose whole. */
const stormLostShare = 0.2
const gaspThenLos = 0.3

const isStorm = ({ kind }: Act) => kind === 'tree' || kind === 'card'

export class Plant {
  readonly #world: World
  readonly #alarms = new Map<TrueOnt, Arrival[]>()
  /** Alarms carry the receiver's time instead of their own. */
  readonly stampedLate: boolean
  readonly #clock: OltClock
  /** @param reads moments at which the OLT is asked */
  constructor(world: World, reads: readonly number[]) {
    this.#world = world
    const answered = reads.filter((at) => !this.isMute(at))
    this.#clock = new OltClock(world.plan, answered)
    this.stampedLate = share(world.plan.seed, 31) < 0.2
  }

  /** How far the moment of a fall may be off in the evidence, ms. */
  get momentSlack(): number {
    return this.stampedLate ? 8 * second : 6 * second
  }

  #send(one: TrueOnt, kind: AlarmEvidence['alarm'], at: number, lost: number): Arrival[] {
    const { seed, acts } = this.#world.plan
    const keys = [seed, one.ont.id, one.follows ? 2 : 1, at % 1e9, kind.length]
    const deaf = acts.some((act) => act.kind === 'mute' && act.alarms === 'lost' && lasts(act, at))
    const held = this.heldUntil(at)
    if (deaf || this.#world.isStarting(at) || share(...keys, 1) < lost) return []
    const late = Math.round(share(...keys, 2) ** 3 * 5 * second)
    // What was held back comes in its order, and by the receiver's time.
    const sent = held ?? at
    const alarm = (delay: number): Arrival => ({
      arrives: sent + delay,
      evidence: { kind: 'alarm', alarm: kind, at: epoch + sent + (this.stampedLate || held !== null ? delay : 0) },
    })
    if (held !== null) return [alarm(Math.round((2 * hour - held + at) / 3600))]
    const again = share(...keys, 3) < doubledShare ? [alarm(Math.round(between(0, 5, ...keys, 4) * second))] : []
    return [alarm(late), ...again]
  }

  /** When an alarm of this moment comes that the OLT holds back; null where it comes at once. */
  heldUntil(at: number): number | null {
    const holds = ({ kind, ...act }: Act) =>
      kind === 'hold' || (kind === 'mute' && 'alarms' in act && act.alarms === 'held')
    return this.#world.plan.acts.find((act) => holds(act) && lasts(act, at))?.until ?? null
  }

  #alarmsOfDark(one: TrueOnt, dark: TrueDark): Arrival[] {
    const { seed } = this.#world.plan
    const storm = dark.by !== null && isStorm(dark.by) && share(seed, keyOf(dark.by), 32) < stormLostShare
    const lost = storm ? 1 : lostShare
    const fell = this.#falls(one, dark, lost)
    const after = share(seed, one.ont.id, dark.from % 1e9, 33)
    if (dark.cause === 'dying_gasp' && dark.by && after < gaspThenLos)
      fell.push(...this.#send(one, 'los', dark.from + Math.round(after * 3000), lost))
    return dark.to === null ? fell : [...fell, ...this.#send(one, 'up', dark.to, lost)]
  }

  #falls(one: TrueOnt, { cause, by, from }: TrueDark, lost: number): Arrival[] {
    if (by === null || cause === 'silent') return []
    if (cause !== 'admin') return this.#send(one, cause, from, lost)
    return by.kind === 'disable' && by.tellsLos ? this.#send(one, 'los', from, lost) : []
  }

  /** All alarms of one ONT. */
  alarms(one: TrueOnt): Arrival[] {
    const found = this.#alarms.get(one) ?? one.darks.flatMap((dark) => this.#alarmsOfDark(one, dark))
    this.#alarms.set(one, found)
    return found
  }

  isMute(at: number): boolean {
    return this.#world.isStarting(at) || this.#world.plan.acts.some((act) => act.kind === 'mute' && lasts(act, at))
  }

  /** The darkness that the OLT remembers as the last one. */
  remembered(one: TrueOnt, at: number): TrueDark | null {
    const { plan } = this.#world
    // Its own PON has nothing newer of an ONT that was moved.
    const latest = one.moved ? Math.min(at, one.moved.at) : at
    const last = one.darks.findLast(({ from }) => from <= latest) ?? null
    if (last === null || last.from === longAgo) return null
    const wiped =
      plan.forgets && plan.acts.some((act) => act.kind === 'olt' && act.until <= at && act.until >= last.from)
    return wiped ? null : last
  }

  /** @param powers whether the powers were asked for, beside the state */
  read(one: TrueOnt, at: number, powers: boolean): ReadingEvidence {
    const { plan } = this.#world
    const deleted = one.replaced?.ordered && at >= one.replaced.until && share(plan.seed, one.ont.id, 34) < 0.5
    if (this.isMute(at) || deleted || at >= this.#world.ceasedAt(one)) return { ...silence, at: epoch + at }
    const dark = this.#world.darkAt(one, at)
    const last = this.remembered(one, at)
    const up = one.darks.findLast(({ to }) => to !== null && to <= at)?.to ?? null
    const tells = !plan.clockless && last !== null
    const stamp = (moment: number | null) => {
      const told = moment === null ? null : this.#clock.told(moment, at)
      return told === null ? null : epoch + told
    }
    const isAway = one.moved !== null && at >= one.moved.at
    // Only a whole reading looks for it on other PONs; its own still has it without light.
    const isLit = !dark && (!isAway || powers)
    return {
      ...silence,
      at: epoch + at,
      state: isLit ? 'online' : stateOf(isAway || !dark ? last : dark, last),
      last_down_at: tells ? stamp(last.from) : null,
      last_up_at: tells && !isAway ? stamp(up) : null,
      last_down_cause: last ? causeOf(last) : null,
      // Powers of another PON are of another line.
      ...(isLit && powers && !isAway && this.#powers(one, at)),
      distance_m:
        !isLit || share(plan.seed, one.ont.id, at, 35) < 0.02 ? null : one.ont.distance + (one.follows ? 4 : 0),
      ...(isLit && isAway && { elsewhere: true }),
    }
  }

  /** When the powers that a reading tells were measured. */
  measuredAt(at: number): number {
    return this.#world.plan.cachesPowers ? Math.floor(at / (15 * minute)) * 15 * minute : at
  }

  /** A power that the OLT has kept: the ONT had light when it was measured, and nothing more is known of that moment. */
  keptPower(one: TrueOnt, at: number): ReadingEvidence | null {
    const measured = this.measuredAt(at)
    const isAway = one.moved !== null && measured >= one.moved.at
    if (this.isMute(at) || this.#world.darkAt(one, at) || measured >= at - minute || isAway) return null
    const powers = this.#measured(one, measured)
    return powers.olt_rx_dbm === null ? null : { ...silence, at: epoch + measured, state: 'online', ...powers }
  }

  #powers(one: TrueOnt, at: number): Pick<ReadingEvidence, 'rx_dbm' | 'olt_rx_dbm'> {
    const measured = this.measuredAt(at)
    // What is older than a minute is of its own moment.
    return measured < at - minute ? noPower : this.#measured(one, measured)
  }

  #measured(one: TrueOnt, measured: number): Pick<ReadingEvidence, 'rx_dbm' | 'olt_rx_dbm'> {
    const { seed, powerless } = this.#world.plan
    if (powerless || this.#world.darkAt(one, measured)) return noPower
    const { rx, oltRx } = this.#world.powerAt(one, measured)
    const keys = [seed, one.ont.id, measured % 1e9]
    const told = share(...keys, 36) >= 0.02
    return {
      rx_dbm: told ? quantise(rx + noise(...keys, 37)) : null,
      olt_rx_dbm: quantise(oltRx + noise(...keys, 38)),
    }
  }
}

const noPower = { rx_dbm: null, olt_rx_dbm: null }
const silence: ReadingEvidence = {
  kind: 'reading',
  at: 0,
  state: 'unknown',
  rx_dbm: null,
  olt_rx_dbm: null,
  last_down_at: null,
  last_up_at: null,
  last_down_cause: null,
  distance_m: null,
}

const downCauses: Readonly<Record<TrueDark['cause'], DownCause>> = {
  los: 'los',
  dying_gasp: 'dying_gasp',
  silent: 'unknown',
  admin: 'admin_down',
}
const causeOf = ({ cause }: TrueDark): DownCause => downCauses[cause]

function stateOf(dark: TrueDark | null, last: TrueDark | null): ReadingEvidence['state'] {
  if (dark === null) return 'offline'
  if (dark.cause === 'admin') return 'admin_down'
  return dark.cause === 'silent' || (dark.by !== null && last === null) ? 'offline' : dark.cause
}
