/** Light path from the OLT to a customer's ONT, hop by hop: loss, remaining power, and where it ends. */
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

const hopKinds = ['olt', 'pon', 'splitter1', 'splitter2', 'port', 'drop', 'socket', 'ont'] as const
export type HopKind = (typeof hopKinds)[number]

/**
 * Where the light stops. `olt`: the OLT does not respond; `ont`: the light arrives, and the ONT is off; `unknown`: the
 * ONT has none, cause not determined.
 */
export type PathEnd = 'olt' | 'tree' | 'box' | 'drop' | 'ont' | 'unknown'

/** Powers in dBm, lengths in metres. */
export interface PathFacts {
  opticClass: OpticClass
  /** Transmit power of the OLT's port. */
  txDbm: number
  /** Ratio of the last splitter, `1:16`; on the second level another one precedes it. */
  ratio: string
  level: number
  feederM: number
  dropM: number | null
  /** Current receive power of the ONT, or null. */
  rxDbm: number | null
  /** Earlier or usual receive power. */
  beforeDbm: number | null
  end: PathEnd | null
}

export interface Hop {
  kind: HopKind
  /** `1:4`, for splitters. */
  ratio: string | null
  /** Length of the preceding fibre, if known. */
  metres: number | null
  /** Loss since the previous hop, dB; of it, at the hop itself. */
  loss: number
  fall: number
  /** Cumulative loss, dB. */
  sum: number
  /** Remaining power, dBm; null inside the drop, where it cannot be measured. */
  dbm: number | null
  /** False from where the light stops: then `dbm` is the earlier power. */
  lit: boolean
}

export interface LightPath {
  hops: Hop[]
  /** Total loss from OLT to ONT, dB; null without any reading: then the hops have typical losses. */
  total: number | null
  budget: number
  margin: number | null
  /** Loss beyond the line's baseline, dB; null if negligible. */
  excess: number | null
  /** Warning and failure limits, and receiver sensitivity, dBm. */
  warn: number
  fail: number
  least: number
}

/** Typical losses in dB. */
const connector = 0.25
const splice = 0.07
/** Assumed length of an unrecorded drop, in metres. */
const usualDropM = 50
/** Smallest excess loss that is reported, dB. */
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

/** Typical losses of such a path, hop by hop. */
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

/** The first hop without light, by where it stops. */
function darkFrom(end: PathEnd | null, hops: readonly Part[]): HopKind | null {
  if (end === null) return null
  if (end === 'drop' || end === 'ont') return end
  if (end === 'tree') return 'splitter1'
  if (end !== 'box') return 'olt'
  return hops.some(({ kind }) => kind === 'splitter2') ? 'splitter2' : 'port'
}

/**
 * Calculates the path. Typical losses are scaled to the measured total; a recent excess loss is located behind the CTO.
 */
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
