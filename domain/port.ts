/** The state of a port: how it follows from inventory, assignment and light, and its transitions. */
import { assignmentStatus, inventoryStatus, portState } from './status.ts'

type ValueOf<T> = T[keyof T]
export type PortState = ValueOf<typeof portState.is>

/**
 * What the OLT reads at a port. `dark`: no ONT. `expected`: the ONT of its access. `stranger`: any other ONT.
 * `unreadable`: no reading.
 */
export const liveReadings = ['dark', 'expected', 'stranger', 'unreadable'] as const
export type LiveReading = (typeof liveReadings)[number]
/** Why a port needs a review. */
export const portAlerts = ['light_after_cease', 'unexpected_ont', 'undeclared_occupation', 'unknown_pair'] as const
export type PortAlert = (typeof portAlerts)[number]

interface PortFacts {
  inventory: number
  assignment: number
  live: LiveReading
  /** State kept when the port cannot be read. */
  last: PortState
}
interface PortVerdict {
  state: PortState
  alert: PortAlert | null
}

const state = portState.is
const assignment = assignmentStatus.is
const promised: readonly number[] = [
  assignment.assigned,
  assignment.reserved,
  assignment.connection_cord_dedication,
  assignment.reserve_for_inquiry,
  assignment.technical_reserve,
]
const expecting: readonly number[] = [assignment.assigned, assignment.reserved]

const review = (alert: PortAlert): PortVerdict => ({ state: state.pendiente_revision, alert })
const calm = (value: PortState): PortVerdict => ({ state: value, alert: null })

/**
 * State of a port from its inventory and assignment status and the light; the first matching rule decides, and one
 * always matches.
 */
export function portStateOf({ inventory, assignment: status, live, last }: PortFacts): PortVerdict {
  if (inventory === inventoryStatus.is.defective || status === assignment.defective) return calm(state.defectuoso)
  if (inventory === inventoryStatus.is.inventory_review) return calm(state.pendiente_revision)
  if (inventory !== inventoryStatus.is.available) return review('unknown_pair')
  if (status === assignment.occupied || status === assignment.carrier_wave_equipment) return calm(state.ocupado)
  const alive = live === 'expected' || live === 'stranger'
  if (status === assignment.to_be_withdrawn) {
    if (live === 'unreadable') return calm(last)
    return alive ? review('light_after_cease') : calm(state.cesado)
  }
  if (status === assignment.available) {
    if (live === 'unreadable') return calm(last)
    return alive ? review('undeclared_occupation') : calm(state.disponible)
  }
  if (!promised.includes(status)) return review('unknown_pair')
  if (live === 'unreadable') return calm(last)
  if (live === 'dark' || (live === 'expected' && expecting.includes(status))) return calm(state.asignado)
  return review('unexpected_ont')
}

/** Every transition of a port, and who may trigger it. */
export const portMoves = {
  /** Taken by an order, a reservation or a granted hair change. */
  assign: { from: [state.disponible], to: state.asignado, actor: 'system' },
  /** Order cancelled, reservation expired, intervention cancelled. */
  release: { from: [state.asignado], to: state.disponible, actor: 'system' },
  /** Finalization accepted with drop and ONT registered. */
  finalize: { from: [state.asignado], to: state.ocupado, actor: 'system' },
  /** An undeclared occupation is declared. */
  regularise: { from: [state.disponible], to: state.ocupado, actor: 'neutral' },
  unsubscribe: { from: [state.ocupado], to: state.cesado, actor: 'vno' },
  /** Drop withdrawn and no light ten minutes later. */
  withdraw: { from: [state.cesado], to: state.disponible, actor: 'technician' },
  /** The remaining drop serves a new order of the same home. */
  reuse: { from: [state.cesado], to: state.asignado, actor: 'system' },
  /** A reported problem, or a contradiction of light and inventory. */
  report: {
    from: [state.disponible, state.asignado, state.ocupado, state.cesado],
    to: state.pendiente_revision,
    actor: 'technician',
  },
  /** Found healthy: back to the former state. */
  clear: { from: [state.pendiente_revision], to: 'before', actor: 'neutral' },
  confirm: { from: [state.pendiente_revision], to: state.defectuoso, actor: 'neutral' },
  /** Repaired and measured in range. */
  repair: { from: [state.defectuoso], to: state.disponible, actor: 'neutral' },
} as const
export type PortMove = keyof typeof portMoves

/**
 * State after a transition, or null if it is not legal from `from`. `before` is the state to which a cleared review
 * returns, which cannot be a review or a damaged port.
 */
export function portAfter(from: PortState, move: PortMove, before: PortState | null = null): PortState | null {
  const { from: origins, to } = portMoves[move]
  if (!origins.some((origin) => origin === from)) return null
  if (to !== 'before') return to
  return before === null || before > state.cesado ? null : before
}
