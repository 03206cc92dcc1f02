/** The life of an invitation: every legal move between its four states, and what limits its sending. */
import { invitationStatus } from './status.ts'

type ValueOf<T> = T[keyof T]
export type InvitationState = ValueOf<typeof invitationStatus.is>

const state = invitationStatus.is

export const invitationMoves = {
  /** Another link, which kills the one before. */
  resend: { from: [state.created], to: state.created },
  edit: { from: [state.created], to: state.created },
  withdraw: { from: [state.created], to: state.disabled },
  /** Somebody signed up with it. */
  use: { from: [state.created], to: state.used },
  expire: { from: [state.created], to: state.invalid },
} as const
export type InvitationMove = keyof typeof invitationMoves

/** Days that a link holds, from its last sending. */
export const invitationDays = 7
/** Links that one invitation may send in all. */
export const invitationSends = 5
/** Seconds between two of them. */
export const invitationGapS = 60

/** State after a move, or null when the move is not legal from `from`. */
export function invitationAfter(from: InvitationState, move: InvitationMove): InvitationState | null {
  const { from: origins, to } = invitationMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

/** What an invitation has sent so far; times in ms. */
export interface Sendings {
  sent_count: number
  last_sent_at: number
}

/** Seconds to wait before the next link may go out; 0: now; null: never again. */
export function waitToSend({ sent_count, last_sent_at }: Sendings, now: number): number | null {
  if (sent_count >= invitationSends) return null
  return Math.max(0, Math.ceil((last_sent_at + invitationGapS * 1000 - now) / 1000))
}

/** True while its link opens the sign-up. */
export function isOpen(
  { state: value, expires_at }: { state: InvitationState; expires_at: number },
  now: number,
): boolean {
  return value === state.created && now < expires_at
}
