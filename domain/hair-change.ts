/**
 * Hair change (cambio de pelo): moving a customer to another port of the CTO. Who decides, the decision rule, and the
 * states of a request.
 */
import { eventAfter, type EventTrigger, type ProcessState } from './event.ts'
import { receivedPower, splitRatios, splitterLoss, type SplitRatio } from './optics.ts'
import { condition, portProblem, portState, processState, type DenyCode, type WorkKind } from './status.ts'
import type { PortState } from './port.ts'

const { low_power, defective, unavailable } = portProblem.is
const { cto_damaged, cto_distant, cto_in_tree, cto_in_chamber, port_occupied, port_damaged, port_pending } =
  condition.is
/** Conditions of the CTO itself: the automatic rule grants nothing there. */
export const boxConditions: readonly number[] = [cto_damaged, cto_distant, cto_in_tree, cto_in_chamber]
export const portConditions: readonly number[] = [port_occupied, port_damaged, port_pending]
/** Required evidence of each reason. */
export const reasonNeeds = {
  [low_power]: ['potency'],
  [defective]: ['picture'],
  [unavailable]: ['condition'],
} as const satisfies Readonly<Record<number, readonly string[]>>

const minute = 60_000
/** Milliseconds: validity of an offer, response time of the neutral operator, expiry without a response. */
export const hairTimes = { offer: 30 * minute, sla: 15 * minute, patience: 24 * 60 * minute } as const
/** Requests per intervention that a technician may make alone: more would allow probing for a good port. */
export const maxOwnHairChanges = 2

/** Kinds of work that may continue at another port of the CTO. */
export const changesPort = (kind: WorkKind | null): boolean =>
  kind === 'alta' || kind === 'averia' || kind === 'cambio_pelo'

/** Input of a technician's request, before it is sent. */
export interface HairRequestInput {
  reason: number | null
  condition: number | null
  /** Power at the port is out of range; null if not measured. */
  lowPower: boolean | null
  meterPicture: boolean
  portPicture: boolean
}
export type HairGap = 'reason' | 'condition' | 'power' | 'power_fine' | 'meter_picture' | 'port_picture'

/** The first piece of evidence still missing; null when the request may be sent. */
export function hairGap({
  reason,
  condition: found,
  lowPower,
  meterPicture,
  portPicture,
}: HairRequestInput): HairGap | null {
  if (reason === null) return 'reason'
  if (reason === unavailable) return found === null ? 'condition' : null
  if (reason === defective) return portPicture ? null : 'port_picture'
  if (lowPower === null) return 'power'
  if (!lowPower) return 'power_fine'
  return meterPicture ? null : 'meter_picture'
}

/** Reason implied by the findings and the measurement at the port; its reason is null if nothing is wrong. */
export function hairCause({ found, lowPower }: { found: number | null; lowPower: boolean | null }) {
  if (found === port_damaged) return { reason: defective, condition: found }
  if (found !== null) return { reason: unavailable, condition: found }
  return { reason: lowPower ? low_power : null, condition: null }
}

export interface HairFacts {
  condition: number | null
  /** The requested port; null lets the rule choose. */
  wanted: number | null
  /** Free ports of the CTO, best first. */
  free: readonly number[]
  /** Number of other CTOs in reach with a free port. */
  near: number
  /** Port offered by the neutral operator, while the offer is valid. */
  offered: number | null
}
type HairAnswer =
  | { decision: 'concedido'; port: number }
  | { decision: 'alternativa' }
  | { decision: 'denegado'; code: DenyCode }

/** The rule's decision; null leaves it to the neutral operator, because the CTO itself is in question. */
export function decideHairChange({ condition: found, wanted, free, near, offered }: HairFacts): HairAnswer | null {
  const agreed = offered !== null && wanted === offered
  if (found !== null && boxConditions.includes(found) && !agreed) return null
  const port = wanted ?? free[0]
  if (port !== undefined && free.includes(port)) return { decision: 'concedido', port }
  if (free.length > 0) return { decision: 'denegado', code: 'PORT_NOT_AVAILABLE' }
  return near > 0 ? { decision: 'alternativa' } : { decision: 'denegado', code: 'CTO_COPADA' }
}

const state = processState.is
/** Transitions of a request on each action: a subset of every event's transitions. */
const moves = {
  /** The request is being reviewed. */
  accept: { [state.iddle]: ['take', 'opened'], [state.creating]: ['opened'] },
  grant: { [state.created]: ['finalize', 'close_clean'], [state.finalizing]: ['close_clean'] },
  /** Denied, or only an alternative is offered. */
  refuse: { [state.created]: ['finalize', 'close_wrong'], [state.finalizing]: ['close_wrong'] },
  ask_again: { [state.wronglyFinalized]: ['finalize_again'] },
  /** Withdrawn, an offer refused, or the intervention over. */
  withdraw: {
    [state.iddle]: ['cancel_queued'],
    [state.creating]: ['cancel_creating'],
    [state.created]: ['cancel_clean'],
    [state.wronglyFinalized]: ['back_out_clean'],
  },
  /** No response in time. */
  expire: { [state.created]: ['deadline'], [state.finalizing]: ['close_exhausted'] },
} as const satisfies Readonly<Record<string, Partial<Record<ProcessState, readonly EventTrigger[]>>>>
export type HairAction = keyof typeof moves
export const hairActions = Object.keys(moves) as HairAction[]

/** Triggers of an action in a state; null if it is not possible there. */
export function hairTriggers(from: ProcessState, act: HairAction): readonly EventTrigger[] | null {
  const table: Partial<Record<ProcessState, readonly EventTrigger[]>> = moves[act]
  return table[from] ?? null
}

/** State after an action, or null if it is not possible from `from`. */
export function hairAfter(from: ProcessState, act: HairAction): ProcessState | null {
  const triggers = hairTriggers(from, act)
  return triggers?.reduce<ProcessState | null>((at, one) => (at === null ? null : eventAfter(at, one)), from) ?? null
}

const words: Readonly<Record<PortState, string>> = {
  [portState.is.disponible]: 'libre',
  [portState.is.asignado]: 'asignado',
  [portState.is.ocupado]: 'ocupado',
  [portState.is.cesado]: 'cesado',
  [portState.is.defectuoso]: 'defectuoso',
  [portState.is.pendiente_revision]: 'pendiente_revision',
}
/**
 * Why a port cannot be requested; `en_uso`: an open intervention works on it; `con_luz`: an ONT answers where none is
 * declared.
 */
export const portObstacles = ['en_uso', 'con_luz', ...Object.values(words).filter((word) => word !== 'libre')] as const

/** Why a port in this state cannot be requested; null if it can. */
export function portObstacle(of: PortState, { claimed, lit }: { claimed: boolean; lit: boolean }): string | null {
  if (of !== portState.is.disponible) return words[of]
  if (claimed) return 'en_uso'
  return lit ? 'con_luz' : null
}

/** Total split ratio of a tree. */
const treeSplit = 64
const connectorLossDb = 0.3
const connectors = 4
const middle = ([low, high]: readonly [number, number]) => (low + high) / 2

/** Expected power in dBm at a port of the CTO, calculated from the inventory alone, so that no reading is disclosed. */
export function estimateAtPort(box: { txDbm: number; ratio: string; feederM: number }): number {
  const last = splitRatios.find((one) => box.ratio === `1:${one}`) ?? treeSplit
  const first = splitRatios.find((one) => one === treeSplit / last)
  const loss = (ratio: SplitRatio | undefined) => (ratio === undefined ? 0 : middle(splitterLoss[ratio].usual))
  const path = {
    splitters: loss(last) + loss(first),
    connectors: connectors * connectorLossDb,
    splices: 0,
    faults: 0,
    metres: box.feederM,
  }
  return receivedPower(box.txDbm, path, 1490)
}
