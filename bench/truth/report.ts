/** Figures with their bounds. */
import type { Tally } from './judge.ts'
import { quantile, type KindRow } from './kinds.ts'

interface Result extends Tally {
  gate: { reads: number; peak: number; mostAtOnce: number; demandGapS: number }
  broken: string[]
  seconds: number
}
export interface Bound {
  name: string
  value: string
  bound: string
  holds: boolean
  /** How fast it is on a machine with nothing else to do; another machine, or a busy one, breaks no rule by it. */
  timed?: true
}

/** A natural fault of one line during a work raises the same LOS as a pulled fibre: counted apart, not as false blame. */
const undecidable: readonly string[] = ['fault']

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)
const share = (value: number) => `${value.toFixed(3)} %`

/** @param life a realistically slow plant reports a cut later than the bound: only the product's part is bounded */
export function boundsOf(result: Result, life: string): Bound[] {
  const found = percent(result.found, result.harmed)
  const falsely = Object.entries(result.falsely).reduce(
    (sum, [kind, n]) => sum + (undecidable.includes(kind) ? 0 : n),
    0,
  )
  const blamed = percent(falsely, result.neighbours)
  const [p50, p99] = [quantile(result.alarms, 0.5), quantile(result.alarms, 0.99)]
  const own = quantile(result.product, 0.99)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const { gate } = result
  return [
    {
      name: 'harmed neighbours found',
      value: `${share(found)} (${result.found} of ${result.harmed})`,
      bound: 'all',
      holds: result.found === result.harmed,
    },
    {
      name: `neighbours falsely blamed for, apart from what nobody can tell (${undecidable.join(', ')})`,
      value: `${share(blamed)} (${falsely} of ${result.neighbours})`,
      bound: '0',
      holds: falsely === 0,
    },
    { name: 'cut to alarm on the wire, p50', value: seconds(p50), bound: '≤ 5 s', holds: p50 <= 5000, timed: true },
    {
      name: 'cut to alarm on the wire, p99',
      value: seconds(p99),
      timed: true,
      ...(life === 'real'
        ? { bound: 'the OLT alone takes up to 8 s', holds: true }
        : { bound: '≤ 5 s', holds: p99 <= 5000 }),
    },
    { name: 'of it after the OLT has told, p99', value: seconds(own), bound: '≤ 5 s', holds: own <= 5000, timed: true },
    {
      name: 'alarms that never came',
      value: `${result.alarmsMissed} of ${result.alarms.length + result.alarmsMissed}`,
      bound: '0',
      holds: result.alarmsMissed === 0,
    },
    {
      name: 'sessions of one OLT at once',
      value: String(Math.max(gate.peak, gate.mostAtOnce)),
      bound: '≤ 2',
      holds: Math.max(gate.peak, gate.mostAtOnce) <= 2,
    },
    {
      name: 'between two looks on demand',
      value: `${gate.demandGapS.toFixed(1)} s`,
      bound: '≥ 5 s',
      holds: gate.demandGapS >= 5,
    },
    {
      name: 'ends that are not as they should be',
      value: String(result.wrong.length),
      bound: '0',
      holds: result.wrong.length === 0,
    },
    {
      name: 'links of reports that do not hold',
      value: String(result.broken.length),
      bound: '0',
      holds: result.broken.length === 0,
    },
  ]
}

export function boundTable(bounds: readonly Bound[]): string {
  return [
    '| | found | bound | |',
    '|---|--:|--:|---|',
    ...bounds.map(
      ({ name, value, bound, holds, timed }) =>
        `| ${name} | ${value} | ${bound} | ${holds ? '✓' : timed ? 'slower' : '✗'} |`,
    ),
  ].join('\n')
}

export function worksText(result: Result): string {
  const list = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ')
  return [
    `${result.interventions} interventions with ${result.neighbours} neighbours in ${result.seconds.toFixed(0)} s; ${result.gate.reads} readings`,
    `customers who switched off ${result.switchedOff}, later ${result.offLater}; touches ascribed to whom nobody touched ${result.ascribed}`,
    `works: ${list(result.kinds)}`,
    `states: ${list(result.states)}; verdicts: ${list(result.verdicts)}; falsely blamed: ${list(result.falsely) || 'none'}`,
    ...result.wrong.slice(0, 60),
  ].join('\n')
}

/** The random works as lines of the table by kind; their alarms are of all of them. */
export function workKinds(result: Result): KindRow[] {
  const names = [...new Set([...Object.keys(result.harmedBy), ...Object.keys(result.falsely)])].toSorted()
  const of = (from: Record<string, number>, name: string) => from[name] ?? 0
  const rows = names.map((name): KindRow => {
    const blamed = undecidable.includes(name) ? 0 : of(result.falsely, name)
    const harm = { harmed: of(result.harmedBy, name), found: of(result.foundBy, name) }
    return { kind: `works: ${name}`, played: 0, ...harm, blamed, untouched: 0, late: 0, other: 0, alarms: [] }
  })
  const { interventions: played, harmed, found, neighbours, alarmsMissed: late, wrong, alarms } = result
  const blamed = rows.reduce((sum, row) => sum + row.blamed, 0)
  return [
    ...rows,
    { kind: 'works: all', played, harmed, found, blamed, untouched: neighbours, late, other: wrong.length, alarms },
  ]
}
