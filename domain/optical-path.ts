/** The way of the light from the OLT to a customer's ONT, hop by hop: what each takes, what is left of it, and where it ends. */
import {
  budget,
  fibreLoss,
  limits,
  quantise,
  splitterLoss,
  splitRatios,
  transceivers,
  type OpticClass,
} from './optics.ts'

export const hopKinds = ['olt', 'pon', 'splitter1', 'splitter2', 'port', 'drop', 'socket', 'ont'] as const
export type HopKind = (typeof hopKinds)[number]

/**
 * Where the light stops. `olt`: nobody could ask; `ont`: it arrives, and the ONT is off; `unknown`: the ONT has none, and
 * nobody has looked why.
 */
export type PathEnd = 'olt' | 'tree' | 'box' | 'drop' | 'ont' | 'unknown'

/** Powers in dBm, lengths in metres. */
export interface PathFacts {
  opticClass: OpticClass
  /** What the OLT's port sends. */
  txDbm: number
  /** Of the last splitter, `1:16`; on the second level another one stands before it. */
  ratio: string
  level: number
  feederM: number
  dropM: number | null
  /** What the ONT receives now, or null. */
  rxDbm: number | null
  /** What it received before, or usually does. */
  beforeDbm: number | null
  end: PathEnd | null
}

export interface Hop {
  kind: HopKind
  /** `1:4`, of splitters. */
  ratio: string | null
  /** Length of the fibre that leads to it, where it is known. */
  metres: number | null
  /** Lost since the hop before, dB; of it, at the hop itself. */
  loss: number
  fall: number
  /** Lost so far, dB. */
  sum: number
  /** What is left there, dBm; null inside the drop, where nobody can measure. */
  dbm: number | null
  /** False from where the light stops: then `dbm` is what there was. */
  lit: boolean
}

export interface LightPath {
  hops: Hop[]
  /** From the OLT to the ONT, dB; null where nothing was ever read: then the hops are what such a way usually takes. */
  total: number | null
  budget: number
  margin: number | null
  /** Lost beyond what this line usually loses, dB; null where that is next to nothing. */
  excess: number | null
  /** From here down it is a warning, a fault, and no longer understood by the ONT, dBm. */
  warn: number
  fail: number
  least: number
}

/** Usual losses in dB. */
const connector = 0.25
const splice = 0.07
/** Length of a drop that nobody has written down, in metres. */
const usualDropM = 50
/** A loss from which something has happened to the line, dB. */
const noticed = 1

const mean = ([low, high]: readonly [number, number]) => (low + high) / 2
const ratioOf = (text: string) => splitRatios.find((one) => text === `1:${one}`)
const glass = (metres: number) => (metres / 1000) * fibreLoss[1490]

interface Part {
  kind: HopKind
  ratio: string | null
  metres: number | null
  glass: number
  fall: number
}

/** What such a way usually takes, hop by hop. */
function usual({ ratio, level, feederM, dropM }: PathFacts): Part[] {
  const last = ratioOf(ratio)
  const first = last !== undefined && level > 1 ? ratioOf(`1:${64 / last}`) : undefined
  const splitting = (of: typeof last) => (of === undefined ? 0 : mean(splitterLoss[of].usual))
  const part = (kind: HopKind, fall: number, more: Partial<Part> = {}): Part => ({
    kind,
    fall,
    ratio: null,
    metres: null,
    glass: 0,
    ...more,
  })
  const feeder = {
    metres: feederM,
    glass: glass(feederM) + splice * (1 + Math.round(feederM / 2000)),
  }
  const splitters =
    first === undefined
      ? [part('splitter1', splitting(last) + connector, { ratio, ...feeder })]
      : [
          part('splitter1', splitting(first), { ratio: `1:${first}`, ...feeder }),
          part('splitter2', splitting(last) + connector, { ratio }),
        ]
  return [
    part('olt', 0),
    part('pon', connector + splice),
    ...splitters,
    part('port', connector),
    part('drop', 0, { metres: dropM }),
    part('socket', connector + splice, { glass: glass(dropM ?? usualDropM) }),
    part('ont', connector),
  ]
}

/** The first hop that the light does not pass, by where it stops. */
function darkFrom(end: PathEnd | null, hops: readonly Part[]): HopKind | null {
  if (end === null) return null
  if (end === 'drop' || end === 'ont') return end
  if (end === 'tree') return 'splitter1'
  if (end !== 'box') return 'olt'
  return hops.some(({ kind }) => kind === 'splitter2') ? 'splitter2' : 'port'
}

/** Follows the light. The usual losses are stretched to what was measured between both ends; what a line lately loses beyond that, it loses behind the box. */
export function lightPath(facts: PathFacts): LightPath {
  const { txDbm, rxDbm, beforeDbm, opticClass, end } = facts
  const parts = usual(facts)
  const beyond = rxDbm !== null && beforeDbm !== null ? beforeDbm - rxDbm : 0
  const excess = end === null && beyond >= noticed ? beyond : 0
  const measured = end === null ? rxDbm : (beforeDbm ?? rxDbm)
  const total = measured === null ? null : txDbm - measured
  const usualTotal = parts.reduce((sum, { glass: along, fall }) => sum + along + fall, 0)
  const stretch = total === null ? 1 : Math.max(0, total - excess) / usualTotal
  const dark = darkFrom(end, parts)
  let sum = 0
  let lit = true
  const hops = parts.map(({ kind, ratio, metres, glass: along, fall }): Hop => {
    const more = kind === 'socket' ? excess : 0
    const loss = (along + fall) * stretch + more
    sum += loss
    if (kind === dark) lit = false
    return {
      kind,
      ratio,
      metres,
      loss: quantise(loss),
      fall: quantise(fall * stretch),
      sum: quantise(sum),
      dbm: kind === 'drop' ? null : quantise(txDbm - sum),
      lit,
    }
  })
  const { good, low } = limits('ont', opticClass)
  const most = budget(opticClass)
  return {
    hops,
    total: total === null ? null : quantise(total),
    budget: most,
    margin: total === null ? null : quantise(most - total),
    excess: excess > 0 ? quantise(excess) : null,
    warn: good,
    fail: low,
    least: transceivers[opticClass].ontRx[0],
  }
}
