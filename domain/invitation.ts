/** State machine of an invitation: every legal transition between its four states, and the limits of sending. */
import { invitationStatus } from './status.ts'

type ValueOf<T> = T[keyof T]
export type InvitationState = ValueOf<typeof invitationStatus.is>

const state = invitationStatus.is

export const invitationMoves = {
  /** A new link, which invalidates the one before. */
  resend: { from: [state.created], to: state.created },
  edit: { from: [state.created], to: state.created },
  withdraw: { from: [state.created], to: state.disabled },
  /** Used for a sign-up. */
  use: { from: [state.created], to: state.used },
  expire: { from: [state.created], to: state.invalid },
} as const
export type InvitationMove = keyof typeof invitationMoves

/** Validity of a link in days, from its last sending. */
export const invitationDays = 7
/** Total number of links per invitation. */
export const invitationSends = 5
/** Minimum seconds between two links. */
export const invitationGapS = 60

/** State after a transition, or null if it is not legal from `from`. */
export function invitationAfter(from: InvitationState, move: InvitationMove): InvitationState | null {
  const { from: origins, to } = invitationMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

/** Sends so far; times in ms. */
interface SendHistory {
  sent_count: number
  last_sent_at: number
}

/** Seconds to wait before the next link may be sent; 0: now; null: never again. */
export function waitToSend({ sent_count, last_sent_at }: SendHistory, now: number): number | null {
  if (sent_count >= invitationSends) return null
  return Math.max(0, Math.ceil((last_sent_at + invitationGapS * 1000 - now) / 1000))
}

/** True while the link opens the sign-up. */
export function isOpen(
  { state: value, expires_at }: { state: InvitationState; expires_at: number },
  now: number,
): boolean {
  return value === state.created && now < expires_at
}
