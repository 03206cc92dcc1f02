/** The state of a port: how it follows from inventory, assignment and light, and how it may move. */
import { assignmentStatus, inventoryStatus, portState } from './status.ts'

type ValueOf<T> = T[keyof T]
export type PortState = ValueOf<typeof portState.is>

/**
 * What the OLT sees at a port. `dark`: no ONT. `expected`: the ONT of its access. `stranger`: any other ONT.
 * `unreadable`: nobody could look.
 */
export const liveReadings = ['dark', 'expected', 'stranger', 'unreadable'] as const
export type LiveReading = (typeof liveReadings)[number]
/** Why a port needs somebody's eyes. */
export const portAlerts = ['light_after_cease', 'unexpected_ont', 'undeclared_occupation', 'unknown_pair'] as const
export type PortAlert = (typeof portAlerts)[number]

export interface PortFacts {
  inventory: number
  assignment: number
  live: LiveReading
  /** State kept when the port cannot be read. */
  last: PortState
}
export interface PortVerdict {
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

/**
 * What a reading says of a port. Where nobody knows which ONT is to come, any ONT at a promised port is the one that comes.
 * @param expected serial of the ONT of its access; null where none is known
 */
export function liveOf(
  seen: { state: string; serial: string | null } | null,
  { assignment: status, expected }: { assignment: number; expected: string | null },
): LiveReading {
  if (seen === null || (seen.serial !== null && seen.state === 'unknown')) return 'unreadable'
  if (seen.state !== 'online') return 'dark'
  if (expected === null) return expecting.includes(status) ? 'expected' : 'stranger'
  return seen.serial === expected ? 'expected' : 'stranger'
}

const review = (alert: PortAlert): PortVerdict => ({ state: state.pendiente_revision, alert })
const calm = (value: PortState): PortVerdict => ({ state: value, alert: null })

/** The port's state from its two low-level values and the light; the first rule that matches decides, and one always does. */
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

/** Everything that may move a port, with who may do it. */
export const portMoves = {
  /** An order, a reservation or a granted hair change takes it. */
  assign: { from: [state.disponible], to: state.asignado, actor: 'system' },
  /** Order cancelled, reservation expired, intervention cancelled. */
  release: { from: [state.asignado], to: state.disponible, actor: 'system' },
  /** Finalization accepted with drop and ONT registered. */
  finalize: { from: [state.asignado], to: state.ocupado, actor: 'system' },
  /** Undeclared occupation made regular. */
  regularise: { from: [state.disponible], to: state.ocupado, actor: 'neutral' },
  unsubscribe: { from: [state.ocupado], to: state.cesado, actor: 'vno' },
  /** Drop withdrawn and no light ten minutes later. */
  withdraw: { from: [state.cesado], to: state.disponible, actor: 'technician' },
  /** The drop left in place serves a new order of the same home. */
  reuse: { from: [state.cesado], to: state.asignado, actor: 'system' },
  /** A reported problem, or light and inventory that disagree. */
  report: {
    from: [state.disponible, state.asignado, state.ocupado, state.cesado],
    to: state.pendiente_revision,
    actor: 'technician',
  },
  /** Found healthy: back to the state it had before. */
  clear: { from: [state.pendiente_revision], to: 'before', actor: 'neutral' },
  confirm: { from: [state.pendiente_revision], to: state.defectuoso, actor: 'neutral' },
  /** Repaired and measured in range. */
  repair: { from: [state.defectuoso], to: state.disponible, actor: 'neutral' },
} as const
export type PortMove = keyof typeof portMoves

/**
 * State after a move, or null when the move is not legal from `from`.
 * `before` is the state to which a cleared review returns: a review or a damaged port is no state to go back to.
 */
export function portAfter(from: PortState, move: PortMove, before: PortState | null = null): PortState | null {
  const { from: origins, to } = portMoves[move]
  if (!origins.some((origin) => origin === from)) return null
  if (to !== 'before') return to
  return before === null || before > state.cesado ? null : before
}
