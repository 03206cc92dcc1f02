/** Feasibility: whether a home can be served by a CTO near it. */
import { pathLoss, quantise, splitterLoss, splitRatios, type OpticClass } from './optics.ts'
import type { FeasibilityResult } from './line-work.ts'
import { condition, ctoState } from './status.ts'

/** Longest drop, and maximum distance of a CTO for which works can reach the home, in metres. */
export const maxDropM = 150
export const maxWorksM = 500
/** Validity of a result, and of the reserved port: 72 h in ms. */
export const validMs = 72 * 3_600_000

export interface NearBox {
  /** Metres to the home; null if only its district is known. */
  distanceM: number | null
  state: number
  freePorts: number
  /** 996 to 999. */
  conditions: readonly number[]
  /** Too little light would arrive, or the OLT cannot deliver the product: works are needed. */
  lacking?: boolean
}

const near = ({ distanceM }: NearBox) => distanceM === null || distanceM <= maxDropM
const installed = ({ state }: NearBox) => state !== ctoState.is.no_instalada
const sound = ({ conditions, state }: NearBox) =>
  state !== ctoState.is.defectuosa && !conditions.includes(condition.is.cto_damaged)
/** A CTO that is not freely accessible to a technician. */
const hindered = ({ conditions, lacking = false }: NearBox) =>
  lacking ||
  [condition.is.cto_distant, condition.is.cto_in_tree, condition.is.cto_in_chamber].some((one) =>
    conditions.includes(one),
  )

/** The CTO could serve the home today. */
export function canServe(box: NearBox): boolean {
  return near(box) && installed(box) && sound(box) && !hindered(box) && box.freePorts > 0
}

/** Result for all CTOs within `maxWorksM`, or in the district; the first matching rule decides. */
export function feasibilityOf(boxes: readonly NearBox[]): FeasibilityResult {
  if (boxes.some(canServe)) return 'factible'
  const close = boxes.filter(near)
  const working = close.filter(installed)
  if (working.some((box) => sound(box) && box.freePorts > 0)) return 'factible_con_obra'
  if (working.length > 0) return 'cto_copada'
  if (close.length > 0) return 'en_despliegue'
  if (boxes.some((box) => installed(box) && sound(box) && box.freePorts > 0)) return 'factible_con_obra'
  return boxes.some((box) => !installed(box)) ? 'en_despliegue' : 'sin_cobertura'
}

interface FibrePath {
  txDbm: number
  /** `1:16`; `level` tells whether another splitter precedes it. */
  ratio: string
  level: number
  feederM: number
}

const usualLoss = (ratio: keyof typeof splitterLoss) =>
  (splitterLoss[ratio].usual[0] + splitterLoss[ratio].usual[1]) / 2
/** Typical losses in dB: five connectors, and each splice. */
const connectors = 1.25
const splice = 0.07

/** Expected receive power in dBm at the end of a drop of `metres`; null if the path is not known. */
export function expectedRx({ txDbm, ratio, level, feederM }: FibrePath, metres: number): number | null {
  const last = splitRatios.find((one) => ratio === `1:${one}`)
  if (last === undefined) return null
  const before = level > 1 ? splitRatios.find((one) => one === 64 / last) : undefined
  const length = feederM + metres
  return quantise(
    txDbm -
      pathLoss(
        {
          splitters: usualLoss(last) + (before === undefined ? 0 : usualLoss(before)),
          connectors,
          splices: (3 + Math.round(length / 2000)) * splice,
          faults: 0,
          metres: length,
        },
        1490,
      ),
  )
}

interface Product {
  code: string
  down_mbps: number
  up_mbps: number
}
/** Products sold over the fibre; the last one requires a ten-gigabit OLT port. */
export const products: readonly (Product & { needs: 'gpon' | 'xgspon' })[] = [
  { code: 'FTTH300', down_mbps: 300, up_mbps: 300, needs: 'gpon' },
  { code: 'FTTH600', down_mbps: 600, up_mbps: 600, needs: 'gpon' },
  { code: 'FTTH1000', down_mbps: 1000, up_mbps: 1000, needs: 'gpon' },
  { code: 'FTTH10000', down_mbps: 10_000, up_mbps: 10_000, needs: 'xgspon' },
]
const fast: readonly OpticClass[] = ['N1', 'N2', 'E1']

/** Products available on CTOs of these classes. */
export function productsOf(classes: readonly OpticClass[]): Product[] {
  const ten = classes.some((one) => fast.includes(one))
  return products
    .filter(({ needs }) => classes.length > 0 && (needs === 'gpon' || ten))
    .map(({ code, down_mbps, up_mbps }) => ({ code, down_mbps, up_mbps }))
}
