/** The life of an operator, which the neutral one decides: let in, suspended with a reason, gone once nobody is served. */
import { vnoStatus } from './status.ts'

type ValueOf<T> = T[keyof T]
export type VnoStatus = ValueOf<typeof vnoStatus.is>
/** `gone`: deleted softly, and never anything else again. */
export type VnoState = VnoStatus | 'gone'

const { enabled, suspended } = vnoStatus.is

export const vnoMoves = {
  /** Also: another reason. */
  suspend: { from: [enabled, suspended], to: suspended },
  enable: { from: [enabled, suspended], to: enabled },
  remove: { from: [enabled, suspended], to: 'gone' },
} as const
export type VnoMove = keyof typeof vnoMoves

/** Accesses that an operator ever had, and has: those that are given up do not count. */
export interface VnoAccesses {
  ever: boolean
  now: boolean
}

/** State after a move, or null when it is not legal from `from`, or somebody is still served. */
export function vnoAfter(from: VnoState, move: VnoMove, { now }: Pick<VnoAccesses, 'now'>): VnoState | null {
  const { from: origins, to } = vnoMoves[move]
  if (!origins.some((origin) => origin === from) || (move === 'remove' && now)) return null
  return to
}

/** Letters that the reason of a suspension has at least, and at most. */
export const suspensionReason = { least: 5, most: 500 } as const

/** What is wrong with a status and its comments, or null: a suspension says why. */
export function statusFault(status: VnoStatus, comments: string | null): 'required' | 'range' | null {
  if (status !== suspended) return null
  if (comments === null || comments === '') return 'required'
  return comments.length < suspensionReason.least || comments.length > suspensionReason.most ? 'range' : null
}

/** Its code names it in other systems from its first access on. */
export const mayChangeCode = ({ ever }: VnoAccesses): boolean => !ever
