/**
 * Draws what happens at one box: who works there, what their hands do, and what the plant does meanwhile. Every kind of
 * circumstance comes in its turn, a second one by chance. Seconds count from the first request.
 */
import { Chance } from '../../../domain/test/history/chance.ts'
import type { Manner } from '../../../server/plant/simulated/manner.ts'
import type { Ending } from '../../../server/test/trials/stage.ts'

export const kinds = [
  'olt_restart',
  'card_restart',
  'tree_outage',
  'two_of_one_operator',
  'two_operators',
  'wrong_clock',
  'lost_alarms',
  'doubled_alarms',
  'late_alarms',
  'cached_powers',
  'ont_change',
  'harm_before_15_min',
  'harm_before_24_h',
] as const
export type Kind = (typeof kinds)[number]

/** Each takes away a means by which the product could see through the others: two of them together hide what a hand does. */
const blinding: readonly Kind[] = ['olt_restart', 'wrong_clock', 'lost_alarms', 'cached_powers', 'late_alarms']
/**
 * With these alone what a hand did is beyond doubt. An ONT that answers anew beside a pulled hair, as far away and as bright,
 * may be its successor: `replaced` is doubt enough.
 */
const plain: readonly Kind[] = ['two_of_one_operator', 'doubled_alarms', 'harm_before_15_min', 'harm_before_24_h']
export const isPlain = (story: Pick<Story, 'kinds'>): boolean => story.kinds.every((one) => plain.includes(one))

/** `by`: index of the technician whose hand it is. `seconds` null: it is left as it is. */
export type Happening = { at: number } & (
  | { what: 'unplug'; by: number; port: number; seconds: number | null }
  | { what: 'bend'; by: number; port: number; db: number }
  | { what: 'switch_off'; port: number; seconds: number | null }
  | { what: 'change'; port: number; ordered: boolean }
  | { what: 'tree'; seconds: number }
  | { what: 'olt_restart' | 'card_restart' }
  | { what: 'clock_jump'; byMs: number }
)

export interface Story {
  seed: number
  kinds: Kind[]
  manner: Manner
  /** One or two technicians; the second of the same operator or of another one. */
  crew: readonly ('first' | 'colleague' | 'stranger')[]
  /** Per technician: moments of the request and of the finalization. */
  works: { from: number; to: number; ending: Ending }[]
  during: Happening[]
  /** After the closing: before the control of 15 minutes, and between it and that of the next day. */
  before15: Happening[]
  before24h: Happening[]
  /** What was left is put back when the closing is refused. */
  mends: boolean
}

const workS = 900
const hour = 3_600_000

function mannerOf(chance: Chance, of: readonly Kind[]): Manner {
  return {
    // Whether a customer's last gasp is heard is no matter of these histories: the domain's own play it.
    gasps: 1,
    ...(of.includes('wrong_clock') && chance.is(0.5) && { clockMs: chance.pick([-hour, hour, -240_000, 240_000]) }),
    ...(of.includes('lost_alarms') && { lost: chance.pick([0.3, 0.7, 1]) }),
    ...(of.includes('doubled_alarms') && { doubled: 1 }),
    ...(of.includes('late_alarms') && {
      late: 1,
      lateMs: chance.pick([
        [5000, 20_000],
        [60_000, 180_000],
        [600_000, 1_200_000],
      ] as const),
    }),
    ...(of.includes('cached_powers') && { powersKeptMs: 15 * 60_000 }),
  }
}

function kindsOf(chance: Chance, turn: number): Kind[] {
  const first = kinds[turn % kinds.length] ?? 'tree_outage'
  const rest = kinds.filter((one) => {
    if (one === first || (blinding.includes(one) && blinding.includes(first))) return false
    const crews: readonly Kind[] = ['two_of_one_operator', 'two_operators']
    return !(crews.includes(one) && crews.includes(first))
  })
  return chance.is(0.4) ? [first, chance.pick(rest)] : [first]
}

/** What a hand of one technician does to a neighbour between two moments. */
function handOf(chance: Chance, by: number, port: number, [from, to]: readonly [number, number]): Happening {
  const at = chance.int(from, to)
  const how = chance.weighed({ touch: 4, leave: 4, bend: 2 })
  if (how === 'bend') return { at, what: 'bend', by, port, db: 4 + chance.next() * 3 }
  return { at, what: 'unplug', by, port, seconds: how === 'touch' ? chance.int(35, 150) : null }
}

function circumstances(chance: Chance, of: readonly Kind[]): Happening[] {
  const at = () => chance.int(60, workS - 330)
  const all: Happening[] = []
  for (const kind of of) {
    if (kind === 'olt_restart' || kind === 'card_restart') all.push({ at: at(), what: kind })
    if (kind === 'tree_outage') all.push({ at: at(), what: 'tree', seconds: chance.int(20, 240) })
    if (kind === 'ont_change') all.push({ at: at(), what: 'change', port: 4, ordered: chance.is(0.5) })
    if (kind === 'wrong_clock' && chance.is(0.5))
      all.push({ at: at(), what: 'clock_jump', byMs: chance.pick([-hour, -240_000, 240_000, hour]) })
  }
  if (chance.is(0.3))
    all.push({ at: at(), what: 'switch_off', port: 3, seconds: chance.is(0.6) ? chance.int(20, 200) : null })
  return all
}

/** Hands act on ports 1 and 2, customers switch off at port 3, the ONT of port 4 is changed: no event has two possible causes. */
export function drawStory(seed: number, turn: number): Story {
  const chance = new Chance(seed * 100_003 + turn)
  const chosen = kindsOf(chance, turn)
  const second = chosen.includes('two_of_one_operator')
    ? 'colleague'
    : chosen.includes('two_operators')
      ? 'stranger'
      : null
  const crew = second ? (['first', second] as const) : (['first'] as const)
  const works = crew.map((_, index) => ({
    from: index * chance.int(20, 300),
    to: workS + index * chance.int(30, 200),
    ending: chance.is(0.5) ? ('finalize' as const) : ('cancel' as const),
  }))
  const later = chosen.includes('harm_before_15_min') || chosen.includes('harm_before_24_h')
  const during = circumstances(chance, chosen)
  for (const [by, { from }] of works.entries())
    if (!later && chance.is(0.7)) during.push(handOf(chance, by, by + 1, [from + 30, workS - 330]))
  const after = (kind: Kind) => (chosen.includes(kind) ? [handOf(chance, 0, 1, [0, 60])] : [])
  return {
    seed,
    kinds: chosen,
    manner: mannerOf(chance, chosen),
    crew,
    works,
    during: during.toSorted((a, b) => a.at - b.at),
    before15: after('harm_before_15_min'),
    before24h: after('harm_before_24_h'),
    mends: chance.is(0.6),
  }
}
