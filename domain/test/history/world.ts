/** The physical truth of a plan: when each ONT was without light, by what, and how much light it had otherwise. */
import { between, normal } from './chance.ts'
import { isHand, lasts, longAgo, second, type Act, type Hand, type Ont, type Plan } from './plan.ts'

export interface TrueDark {
  from: number
  /** When it had registered again; null while it lasts. */
  to: number | null
  cause: 'los' | 'dying_gasp' | 'silent' | 'admin'
  /** What put the light out; null where it was off before everything. */
  by: Act | null
  /** Everything that would have kept it dark at some moment of it. */
  during: Act[]
}

/** One ONT of a position: a change puts a second one in its place. */
export interface TrueOnt {
  ont: Ont
  serial: string
  /** An ordered change that ended, or began, the life of this ONT. */
  replaced: Extract<Act, { kind: 'change' }> | null
  follows: Extract<Act, { kind: 'change' }> | null
  darks: TrueDark[]
  bends: Extract<Hand, { kind: 'bend' }>[]
  moved: Extract<Hand, { kind: 'move' }> | null
}

interface Spell {
  from: number
  to: number | null
  kind: 'light' | 'power' | 'restart' | 'shut'
  act: Act
}

/** Its hair hangs on another PON by now. */
const isGone = ({ moved }: Pick<TrueOnt, 'moved'>, at: number) => moved !== null && moved.at < at
const powerOff = (act: Act, from: number, to: number | null): Spell => ({ from, to, kind: 'power', act })
const lightOff = (act: Act, from: number, to: number | null): Spell => ({ from, to, kind: 'light', act })

/** Draws of an act depend on its own moment, not on its place among the others. */
export const keyOf = (act: Act): number => Math.abs(act.at) % 1e9

/** The times at which one act would keep this ONT dark. */
function spellsOf(act: Act, one: Omit<TrueOnt, 'darks'>, seed: number): Spell[] {
  const { id, box, splitter } = one.ont
  const late = Math.round(between(0, 1900, seed, keyOf(act), id))
  switch (act.kind) {
    case 'unplug':
    case 'fault':
      return act.ont === id && !isGone(one, act.at) ? [lightOff(act, act.at, act.until)] : []
    case 'move':
      return act === one.moved
        ? [lightOff(act, act.at, act.at + Math.round(between(20, 90, seed, keyOf(act))) * second)]
        : []
    case 'switch':
      return act.ont === id ? [powerOff(act, act.at, act.until)] : []
    case 'street':
      return act.box === box ? [powerOff(act, act.at + late, act.until)] : []
    case 'feeder':
      return act.box === box && (act.splitter ?? splitter) === splitter && !isGone(one, act.at)
        ? [lightOff(act, act.at + late, act.until)]
        : []
    case 'disable':
      return act.ont === id && !isGone(one, act.at) ? [{ from: act.at, to: act.until, kind: 'shut', act }] : []
    case 'cease':
      return act.ont === id ? [{ from: act.at, to: null, kind: 'shut', act }] : []
    case 'tree':
    case 'card':
      return isGone(one, act.at) ? [] : [lightOff(act, act.at + late, act.until)]
    case 'olt':
      return [{ from: act.at, to: act.until, kind: 'restart', act }]
    case 'change':
      return changeSpells(act, one)
    case 'bend':
    case 'dim':
    case 'mute':
    case 'hold':
    case 'newcomer':
      return []
  }
}

function changeSpells(act: Extract<Act, { kind: 'change' }>, { replaced, follows }: Omit<TrueOnt, 'darks'>): Spell[] {
  if (act === follows) return [powerOff(act, longAgo, act.until)]
  if (act !== replaced) return []
  const off = powerOff(act, act.at + 20 * second, null)
  return act.unplugged ? [lightOff(act, act.at, act.at + 40 * second), off] : [powerOff(act, act.at, null)]
}

/** From the moment at which nothing keeps it dark until it has registered. */
function rangingOf(kind: Spell['kind'], above: boolean, ...keys: number[]): number {
  const [low, high] = kind === 'power' ? [20, 90] : above ? [10, 180] : [2, 25]
  return Math.round(between(low, high, ...keys) * second)
}

function causeOf({ kind }: Spell, { off }: Ont): TrueDark['cause'] {
  if (kind === 'light') return 'los'
  if (kind === 'shut') return 'admin'
  return kind === 'power' ? off : 'silent'
}

const isAbove = ({ kind }: Act) => kind === 'tree' || kind === 'card' || kind === 'olt'

/** Joins what would keep an ONT dark, with the ranging after it, into the times at which it was dark. */
function joined(spells: Spell[], ont: Ont, seed: number): TrueDark[] {
  const darks: TrueDark[] = []
  let clear: number | null = -Infinity
  let ending: Spell | null = null
  const close = () => {
    const last = darks.at(-1)
    if (last && clear !== null && ending)
      last.to = clear + rangingOf(ending.kind, isAbove(ending.act), seed, ont.id, clear % 1e9)
  }
  for (const spell of spells.toSorted((a, b) => a.from - b.from)) {
    const last = darks.at(-1)
    close()
    if (last && (last.to === null || spell.from < last.to)) {
      last.to = null
      last.during.push(spell.act)
    } else {
      darks.push({ from: spell.from, to: null, cause: causeOf(spell, ont), by: spell.act, during: [spell.act] })
      clear = -Infinity
    }
    if (clear !== null && (spell.to === null || spell.to > clear)) {
      clear = spell.to
      ending = spell
    }
  }
  close()
  for (const dark of darks) if (dark.from === longAgo) dark.by = null
  return darks
}

export class World {
  readonly plan: Plan
  readonly onts: TrueOnt[]
  constructor(plan: Plan) {
    this.plan = plan
    this.onts = plan.onts.flatMap((ont) => {
      const change = plan.acts.find((act) => act.kind === 'change' && act.ont === ont.id)
      const replaced = change?.kind === 'change' ? change : null
      const first = this.#lifeOf(ont, `OLD${ont.id}`, replaced, null)
      return replaced ? [first, this.#lifeOf(ont, `NEW${ont.id}`, null, replaced)] : [first]
    })
  }

  #lifeOf(ont: Ont, serial: string, replaced: TrueOnt['replaced'], follows: TrueOnt['follows']): TrueOnt {
    const { acts, seed } = this.plan
    const hands = acts.filter(isHand).filter((act) => act.ont === ont.id)
    const moved = hands.find((act) => act.kind === 'move') ?? null
    const bends = hands.filter((act) => act.kind === 'bend').filter((act) => !moved || act.at < moved.at)
    const one = { ont, serial, replaced, follows, bends, moved }
    const spells = acts.flatMap((act) => spellsOf(act, one, seed))
    return { ...one, darks: joined(spells, ont, seed) }
  }

  /** The OLT is starting: it answers nothing. */
  isStarting(at: number): boolean {
    return this.plan.acts.some((act) => act.kind === 'olt' && lasts(act, at))
  }

  /** When its operator ends the contract of this position; `Infinity`: never. */
  ceasedAt({ ont }: TrueOnt): number {
    return this.plan.acts.find((act) => act.kind === 'cease' && act.ont === ont.id)?.at ?? Infinity
  }

  darkAt({ darks }: TrueOnt, at: number): TrueDark | undefined {
    return darks.find((one) => one.from <= at && (one.to === null || at < one.to))
  }

  /** Light lost by bent hairs, dB. */
  bentBy(one: TrueOnt, at: number): number {
    return one.bends.reduce((sum, bend) => sum + (lasts(bend, at) ? bend.db : 0), 0)
  }

  /** Power lost in the feeder, with all ONTs of the box or the tree, dB. */
  dimmedBy({ ont }: TrueOnt, at: number): number {
    const dims = this.plan.acts.filter((act) => act.kind === 'dim')
    return dims.reduce((sum, act) => sum + (lasts(act, at) && (act.box ?? ont.box) === ont.box ? act.db : 0), 0)
  }

  /** Received power at this moment, dBm, as an instrument without error would read it. */
  powerAt(one: TrueOnt, at: number): { rx: number; oltRx: number } {
    const { id, rx, oltRx } = one.ont
    const drift = 0.12 * Math.sin((at / 86_400_000) * 2 * Math.PI + id)
    const other = one.follows ? between(-0.4, 0.4, this.plan.seed, id, 5) : 0
    const change = drift + other - this.bentBy(one, at) - this.dimmedBy(one, at)
    return { rx: rx + change, oltRx: oltRx + change }
  }
}

/** Deviation of one reading, dB. */
export const noise = (...keys: number[]): number => 0.08 * normal(...keys)
