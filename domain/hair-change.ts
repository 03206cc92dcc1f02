/** Changing to another port of the box (cambio de pelo): who decides, what is decided, and how a request moves. */
import { eventAfter, type EventTrigger, type ProcessState } from './event.ts'
import { received, splitRatios, splitterLoss, type SplitRatio } from './optics.ts'
import { condition, portProblem, portState, processState, type DenyCode, type WorkKind } from './status.ts'
import type { PortState } from './port.ts'

const { low_power, defective, unavailable } = portProblem.is
const { cto_damaged, cto_distant, cto_in_tree, cto_in_chamber, port_occupied, port_damaged, port_pending } =
  condition.is
/** Conditions of the box itself: no rule grants anything there. */
export const boxConditions: readonly number[] = [cto_damaged, cto_distant, cto_in_tree, cto_in_chamber]
export const portConditions: readonly number[] = [port_occupied, port_damaged, port_pending]
/** What each reason has to be proven with. */
export const reasonNeeds = {
  [low_power]: ['potency'],
  [defective]: ['picture'],
  [unavailable]: ['condition'],
} as const satisfies Readonly<Record<number, readonly string[]>>

const minute = 60_000
/** Milliseconds: an offer holds, the neutral operator answers, nobody has answered. */
export const hairTimes = { offer: 30 * minute, sla: 15 * minute, patience: 24 * 60 * minute } as const
/** Metres to another box that is still near enough for the drop. */
export const nearBoxM = 60
/** Requests of one intervention that a technician may make himself: more would be fishing for a good port. */
export const ownHairChanges = 2

/** Work that goes on at another port of the box when its own is no good. */
export const changesPort = (kind: WorkKind | null): boolean =>
  kind === 'alta' || kind === 'averia' || kind === 'cambio_pelo'

/** What a technician asks with, before it is sent. */
export interface HairWish {
  reason: number | null
  condition: number | null
  /** Power at the port is out of what is allowed; null while nobody has measured. */
  lowPower: boolean | null
  meterPicture: boolean
  portPicture: boolean
}
export type HairGap = 'reason' | 'condition' | 'power' | 'power_fine' | 'meter_picture' | 'port_picture'

/** The first thing that a request still has to be proven with; null when it may be sent. */
export function hairGap({ reason, condition: found, lowPower, meterPicture, portPicture }: HairWish): HairGap | null {
  if (reason === null) return 'reason'
  if (reason === unavailable) return found === null ? 'condition' : null
  if (reason === defective) return portPicture ? null : 'port_picture'
  if (lowPower === null) return 'power'
  if (!lowPower) return 'power_fine'
  return meterPicture ? null : 'meter_picture'
}

/** The reason that follows from what was found at the port and measured there; nothing where nothing is wrong. */
export function hairCause({ found, lowPower }: { found: number | null; lowPower: boolean | null }) {
  if (found === port_damaged) return { reason: defective, condition: found }
  if (found !== null) return { reason: unavailable, condition: found }
  return { reason: lowPower ? low_power : null, condition: null }
}

export interface HairFacts {
  condition: number | null
  /** The port asked for; null leaves the choice to the rule. */
  wanted: number | null
  /** Free ports of the box, best first. */
  free: readonly number[]
  /** Other boxes near enough with a free port. */
  near: number
  /** The neutral operator has offered this port, and the offer still holds. */
  offered: number | null
}
export type HairAnswer =
  { decision: 'concedido'; port: number } | { decision: 'alternativa' } | { decision: 'denegado'; code: DenyCode }

/** What the rule answers; null leaves it to the neutral operator, because the box itself is in question. */
export function decideHairChange({ condition: found, wanted, free, near, offered }: HairFacts): HairAnswer | null {
  const agreed = offered !== null && wanted === offered
  if (found !== null && boxConditions.includes(found) && !agreed) return null
  const port = wanted ?? free[0]
  if (port !== undefined && free.includes(port)) return { decision: 'concedido', port }
  if (free.length > 0) return { decision: 'denegado', code: 'PORT_NOT_AVAILABLE' }
  return near > 0 ? { decision: 'alternativa' } : { decision: 'denegado', code: 'CTO_COPADA' }
}

const state = processState.is
/** Where a request goes on each act: by the moves of every event and by no others. */
const moves = {
  /** The request is looked at. */
  accept: { [state.iddle]: ['take', 'opened'], [state.creating]: ['opened'] },
  grant: { [state.created]: ['finalize', 'close_clean'], [state.finalizing]: ['close_clean'] },
  /** Denied, or only something else is offered. */
  refuse: { [state.created]: ['finalize', 'close_wrong'], [state.finalizing]: ['close_wrong'] },
  ask_again: { [state.wronglyFinalized]: ['finalize_again'] },
  /** Withdrawn, an offer refused, or the intervention over. */
  withdraw: {
    [state.iddle]: ['cancel_queued'],
    [state.creating]: ['cancel_creating'],
    [state.created]: ['cancel_clean'],
    [state.wronglyFinalized]: ['back_out_clean'],
  },
  /** Nobody has answered. */
  expire: { [state.created]: ['deadline'], [state.finalizing]: ['close_exhausted'] },
} as const satisfies Readonly<Record<string, Partial<Record<ProcessState, readonly EventTrigger[]>>>>
export type HairAct = keyof typeof moves
export const hairActs = Object.keys(moves) as HairAct[]

/** The moves that an act makes from a state; null when it is not possible there. */
export function hairMoves(from: ProcessState, act: HairAct): readonly EventTrigger[] | null {
  const table: Partial<Record<ProcessState, readonly EventTrigger[]>> = moves[act]
  return table[from] ?? null
}

/** State after an act, or null when it is not possible from `from`. */
export function hairAfter(from: ProcessState, act: HairAct): ProcessState | null {
  const triggers = hairMoves(from, act)
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
/** Why a port cannot be had; `en_uso`: somebody works on it; `con_luz`: an ONT answers where none is declared. */
export const portObstacles = ['en_uso', 'con_luz', ...Object.values(words).filter((word) => word !== 'libre')] as const

/** Why a port of this state cannot be had; null when it can. */
export function portObstacle(of: PortState, { claimed, lit }: { claimed: boolean; lit: boolean }): string | null {
  if (of !== portState.is.disponible) return words[of]
  if (claimed) return 'en_uso'
  return lit ? 'con_luz' : null
}

/** A tree serves so many positions. */
const treeSplit = 64
const connectorLossDb = 0.3
const connectors = 4
const middle = ([low, high]: readonly [number, number]) => (low + high) / 2

/** Power in dBm that should arrive at a port of the box, reckoned from the inventory alone: nobody's reading is in it. */
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
  return received(box.txDbm, path, 1490)
}
