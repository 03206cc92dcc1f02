import { pathLoss, quantise, splitterLoss, splitRatios } from '@hilo/domain/optics.ts'
import type { OpticalPath, SplitRatio } from '@hilo/domain/optics.ts'
import { portStateOf } from '@hilo/domain/port.ts'
import type { LiveReading, PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import { boxRoles } from './network.ts'
import type { Network } from './network.ts'
import { at, clamp, createRng } from './rng.ts'
import type { Rng } from './rng.ts'
import { demoTenants, shares } from './tenants.ts'

/** Planned use of one position of a box. */
export interface PortPlan {
  number: number
  state: PortState
  /** State after a review. */
  before: PortState | null
  inventory: number
  assignment: number
  optical: OpticalState
  /** Index of the operator, -1 for none. */
  tenant: number
  access: boolean
  drop: boolean
  /** Unassigned now, with a former access and a withdrawn drop. */
  past: boolean
}

type Sketch = Omit<PortPlan, 'number' | 'state'>
const inventory = inventoryStatus.is
const assignment = assignmentStatus.is
const nobody = {
  tenant: -1,
  access: false,
  drop: false,
  past: false,
  before: null,
  inventory: inventory.available,
} as const
const promises = [
  [assignment.assigned, 50],
  [assignment.reserved, 22],
  [assignment.connection_cord_dedication, 9],
  [assignment.reserve_for_inquiry, 10],
  [assignment.technical_reserve, 9],
] as const
const promiseWeights = promises.map(([, weight]) => weight)
/** Distribution of optical states of customers' ONTs. */
const opticalMix: readonly [OpticalState, number][] = [
  ['online', 935],
  ['dying_gasp', 40],
  ['offline', 13],
  ['los', 7],
  ['admin_down', 5],
]
const opticalWeights = opticalMix.map(([, weight]) => weight)

const kinds = ['free', 'occupied', 'promised', 'ceased', 'defective', 'review'] as const
type Kind = (typeof kinds)[number]
const usedWeights = [0, 93, 3, 3, 1, 0]

function sketch(kind: Kind, tenant: number, rng: Rng): [Sketch, LiveReading] {
  const line = { ...nobody, tenant, access: true, drop: true }
  switch (kind) {
    case 'free':
      return [
        { ...nobody, tenant, assignment: assignment.available, optical: 'unknown', past: rng.chance(0.07) },
        'dark',
      ]
    case 'occupied': {
      const status = rng.chance(0.004) ? assignment.carrier_wave_equipment : assignment.occupied
      return [{ ...line, assignment: status, optical: at(opticalMix, rng.weighted(opticalWeights))[0] }, 'expected']
    }
    case 'promised': {
      const [status] = at(promises, rng.weighted(promiseWeights))
      const ready = status === assignment.assigned && rng.chance(0.15)
      const access = status !== assignment.reserve_for_inquiry && status !== assignment.technical_reserve
      return [
        { ...line, access, drop: ready, assignment: status, optical: ready ? 'online' : 'unknown' },
        ready ? 'expected' : 'dark',
      ]
    }
    case 'ceased':
      return [{ ...line, assignment: assignment.to_be_withdrawn, optical: 'offline' }, 'dark']
    case 'defective': {
      const base = { inventory: inventory.defective, assignment: assignment.defective, before: portState.is.ocupado }
      if (rng.chance(0.5)) return [{ ...line, ...base, optical: 'los' }, 'dark']
      return [{ ...nobody, ...base, before: portState.is.disponible, optical: 'unknown' }, 'dark']
    }
    case 'review':
      return review(line, rng)
  }
}

function review(line: Omit<Sketch, 'assignment' | 'optical'>, rng: Rng): [Sketch, LiveReading] {
  switch (rng.int(0, 3)) {
    case 0:
      return [
        {
          ...line,
          inventory: inventory.inventory_review,
          assignment: assignment.occupied,
          optical: 'online',
          before: portState.is.ocupado,
        },
        'expected',
      ]
    case 1:
      return [
        { ...line, assignment: assignment.to_be_withdrawn, optical: 'online', before: portState.is.cesado },
        'expected',
      ]
    case 2:
      return [
        { ...nobody, assignment: assignment.available, optical: 'online', before: portState.is.disponible },
        'stranger',
      ]
    default:
      return [
        {
          ...nobody,
          inventory: inventory.inventory_review,
          assignment: assignment.available,
          optical: 'unknown',
          before: portState.is.disponible,
        },
        'dark',
      ]
  }
}

/** Kind of each position, by the box's role. */
function kindsOf(network: Network, box: number, rng: Rng): Kind[] {
  const size = at(network.size, box)
  const role = at(boxRoles, at(network.role, box))
  const fill = clamp(rng.normal(0.6, 0.2), 0.08, 0.93)
  const ordinary = (): Kind => (rng.chance(fill) ? 'occupied' : at(kinds, rng.weighted([77, 0, 11, 8, 2, 2])))
  const used = (): Kind => at(kinds, rng.weighted(usedWeights))
  const full = role === 'full' || role === 'review'
  const all = Array.from({ length: size }, full ? used : ordinary)
  const somewhere = rng.int(0, size - 1)
  if (role === 'planned') return all.map(() => 'review')
  if (role === 'broken') return all.map((kind, index) => (index * 2 < size ? 'defective' : kind))
  if (role === 'review') all[somewhere] = 'review'
  if (role === 'ordinary' && !all.includes('free')) all[somewhere] = 'free'
  return all
}

/** Every position of a box; deterministic. */
export function planBox(network: Network, box: number): PortPlan[] {
  const rng = createRng(31, box)
  const planned = boxRoles[at(network.role, box)] === 'planned'
  return kindsOf(network, box, rng).map((kind, index) => {
    // The first block gives its rare states to the operators of the demonstration accounts.
    const turn = box + index
    const favoured = box < 64 && kind !== 'occupied' && kind !== 'free' && turn % 4 !== 0
    const tenant = kind === 'free' ? -1 : favoured ? (turn >> 1) % demoTenants : rng.weighted(shares)
    const [plan, live] = sketch(kind, tenant, rng)
    const bare: Sketch = {
      ...nobody,
      inventory: inventory.inventory_review,
      assignment: assignment.available,
      optical: 'unknown',
    }
    const facts = planned ? bare : plan
    const { state } = portStateOf({
      inventory: facts.inventory,
      assignment: facts.assignment,
      live,
      last: portState.is.disponible,
    })
    const owner = facts.past ? rng.weighted(shares) : facts.tenant
    return { ...facts, tenant: owner, number: index + 1, state }
  })
}

export interface PortOptics {
  /** dBm; null without light. */
  rx: number | null
  tx: number | null
  oltRx: number | null
  /** Distance ranged by the OLT, metres. */
  metres: number
  /** Median of the month in dBm and its deviation in dB. */
  median: number
  deviation: number
}

/** Loss by dirt, bends and breaks, dB. */
function faults(rng: Rng): number {
  const chance = rng.next()
  if (chance < 0.003) return 6 + rng.next() * 6
  if (chance < 0.011) return 2 + rng.next() * 4
  return chance < 0.031 ? 1 + rng.next() * 2 : 0
}

function splitting(ratio: SplitRatio, rng: Rng): number {
  const first = splitRatios.find((one) => one === 64 / ratio)
  return [ratio, first].reduce<number>((sum, one) => {
    if (one === undefined) return sum
    const [low, high] = splitterLoss[one].usual
    return sum + low + rng.next() * (high - low)
  }, 0)
}

/** Power of one customer, by the losses of the path. */
export function opticsOf(network: Network, box: number, number: number, optical: OpticalState): PortOptics {
  const rng = createRng(37, box, number)
  const pon = at(network.pons, at(network.pon, box))
  const metres = pon.metres + rng.int(15, 160)
  const splices = 3 + Math.round(metres / 2000)
  const path: OpticalPath = {
    splitters: splitting(pon.ratio, rng),
    connectors: clamp(rng.normal(1.25, 0.22), 0.5, 2.5),
    splices: splices * (0.03 + rng.next() * 0.05),
    faults: faults(rng),
    metres,
  }
  const tx = quantise(clamp(rng.normal(2.3, 0.5), 0.5, 5))
  const median = quantise(pon.tx - pathLoss(path, 1490))
  const lit = optical === 'online'
  return {
    rx: lit ? quantise(median + rng.normal(0, 0.12)) : null,
    tx: lit ? tx : null,
    oltRx: lit ? quantise(tx - pathLoss(path, 1310)) : null,
    metres,
    median,
    deviation: quantise(0.06 + rng.next() * 0.22),
  }
}
