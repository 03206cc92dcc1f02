/** What a plant shows of the truth: alarms that get lost, late, doubled; readings by the OLT's memory; silence. */
import type { DownCause } from '../../diagnosis.ts'
import { quantise } from '../../optics.ts'
import type { AlarmEvidence, ReadingEvidence } from '../../proof/evidence.ts'
import { between, share } from './chance.ts'
import { epoch, lasts, longAgo, second, type Act } from './plan.ts'
import { keyOf, noise, type TrueDark, type TrueOnt, type World } from './world.ts'

/** An alarm with the moment at which the product has it. */
export interface Arrival {
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
  constructor(world: World) {
    this.#world = world
    this.stampedLate = share(world.plan.seed, 31) < 0.2
  }

  #send(one: TrueOnt, kind: AlarmEvidence['alarm'], at: number, lost: number): Arrival[] {
    const { seed, acts } = this.#world.plan
    const keys = [seed, one.ont.id, one.follows ? 2 : 1, at % 1e9, kind.length]
    const deaf = acts.some((act) => act.kind === 'mute' && act.deaf && lasts(act, at))
    if (deaf || this.#world.isStarting(at) || share(...keys, 1) < lost) return []
    const late = Math.round(share(...keys, 2) ** 3 * 5 * second)
    const alarm = (delay: number): Arrival => ({
      arrives: at + delay,
      evidence: { kind: 'alarm', alarm: kind, at: epoch + at + (this.stampedLate ? delay : 0) },
    })
    const again = share(...keys, 3) < doubledShare ? [alarm(Math.round(between(0, 5, ...keys, 4) * second))] : []
    return [alarm(late), ...again]
  }

  #alarmsOfDark(one: TrueOnt, dark: TrueDark): Arrival[] {
    const { seed } = this.#world.plan
    const storm = dark.by !== null && isStorm(dark.by) && share(seed, keyOf(dark.by), 32) < stormLostShare
    const lost = storm ? 1 : lostShare
    const fell = dark.cause === 'silent' || dark.by === null ? [] : this.#send(one, dark.cause, dark.from, lost)
    const after = share(seed, one.ont.id, dark.from % 1e9, 33)
    if (dark.cause === 'dying_gasp' && dark.by && after < gaspThenLos)
      fell.push(...this.#send(one, 'los', dark.from + Math.round(after * 3000), lost))
    return dark.to === null ? fell : [...fell, ...this.#send(one, 'up', dark.to, lost)]
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
    const last = one.darks.findLast(({ from }) => from <= at) ?? null
    if (last === null || last.from === longAgo || (one.moved && at >= one.moved.at)) return null
    const wiped =
      plan.forgets && plan.acts.some((act) => act.kind === 'olt' && act.until <= at && act.until >= last.from)
    return wiped ? null : last
  }

  /** @param powers whether the powers were asked for, beside the state */
  read(one: TrueOnt, at: number, powers: boolean): ReadingEvidence {
    const { plan } = this.#world
    const deleted = one.replaced?.ordered && at >= one.replaced.until && share(plan.seed, one.ont.id, 34) < 0.5
    if (this.isMute(at) || deleted) return { ...silence, at: epoch + at }
    const dark = this.#world.darkAt(one, at)
    const last = this.remembered(one, at)
    const up = one.darks.findLast(({ to }) => to !== null && to <= at)?.to ?? null
    const tells = !plan.clockless && last !== null
    const stamp = (moment: number | null) => (moment === null ? null : epoch + Math.floor(moment / second) * second)
    return {
      ...silence,
      at: epoch + at,
      state: dark ? stateOf(dark, last) : 'online',
      last_down_at: tells ? stamp(last.from) : null,
      last_up_at: tells ? stamp(up) : null,
      last_down_cause: last ? causeOf(last) : null,
      ...(!dark && powers && this.#powers(one, at)),
      distance_m: dark || share(plan.seed, one.ont.id, at, 35) < 0.02 ? null : one.ont.distance + (one.follows ? 4 : 0),
      ...(!dark && one.moved && at >= one.moved.at && { elsewhere: true }),
    }
  }

  #powers(one: TrueOnt, at: number): { rx_dbm: number | null; olt_rx_dbm: number | null } {
    const { seed, powerless } = this.#world.plan
    const { rx, oltRx } = this.#world.powerAt(one, at)
    const keys = [seed, one.ont.id, at % 1e9]
    if (powerless) return { rx_dbm: null, olt_rx_dbm: null }
    const told = share(...keys, 36) >= 0.02
    return {
      rx_dbm: told ? quantise(rx + noise(...keys, 37)) : null,
      olt_rx_dbm: quantise(oltRx + noise(...keys, 38)),
    }
  }
}

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

const causeOf = ({ cause }: TrueDark): DownCause => (cause === 'silent' ? 'unknown' : cause)

function stateOf(dark: TrueDark, last: TrueDark | null): ReadingEvidence['state'] {
  if (dark.by === null) return dark.cause === 'silent' ? 'offline' : dark.cause
  if (last === null) return 'offline'
  return dark.cause === 'silent' ? 'offline' : dark.cause
}
