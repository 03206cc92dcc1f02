/**
 * State machine of an operator, controlled by the neutral operator: enabled, suspended with a reason, deleted once it
 * has no customers in service.
 */
import { vnoStatus } from './status.ts'

type ValueOf<T> = T[keyof T]
export type VnoStatus = ValueOf<typeof vnoStatus.is>
/** `gone`: soft-deleted, a terminal state. */
export type VnoState = VnoStatus | 'gone'

const { enabled, suspended } = vnoStatus.is

export const vnoMoves = {
  /** Also changes the reason. */
  suspend: { from: [enabled, suspended], to: suspended },
  enable: { from: [enabled, suspended], to: enabled },
  remove: { from: [enabled, suspended], to: 'gone' },
} as const
export type VnoMove = keyof typeof vnoMoves

/** Whether an operator ever had an access, and whether one is in service. */
export interface VnoAccesses {
  ever: boolean
  now: boolean
}

/** State after a transition, or null if it is not legal from `from`, or a customer is still in service. */
export function vnoAfter(from: VnoState, move: VnoMove, { now }: Pick<VnoAccesses, 'now'>): VnoState | null {
  const { from: origins, to } = vnoMoves[move]
  if (!origins.some((origin) => origin === from) || (move === 'remove' && now)) return null
  return to
}

/** Minimum and maximum length of a suspension's reason, in characters. */
export const suspensionReason = { least: 5, most: 500 } as const

/** What is wrong with a status and its comments, or null: a suspension requires a reason. */
export function statusFault(status: VnoStatus, comments: string | null): 'required' | 'range' | null {
  if (status !== suspended) return null
  if (comments === null || comments === '') return 'required'
  return comments.length < suspensionReason.least || comments.length > suspensionReason.most ? 'range' : null
}

/** The code identifies the operator in other systems from its first access on. */
export const mayChangeCode = ({ ever }: VnoAccesses): boolean => !ever
