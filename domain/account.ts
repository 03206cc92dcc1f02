/** State machine of an account of any type: every legal transition between its five statuses. */
import { accountStatus } from './status.ts'

/** Operator's administrator, technician, administrator of the neutral operator. */
export const accountTypes = ['va', 'te', 'ad'] as const
export type AccountType = (typeof accountTypes)[number]
/** Texts that people accept: terms of use, privacy, prevention of occupational risks. */
export const agreementKinds = ['terms', 'privacy', 'prl'] as const

type ValueOf<T> = T[keyof T]
export type AccountStatus = ValueOf<typeof accountStatus.is>

const status = accountStatus.is

export const accountMoves = {
  /** Has accepted the agreements and waits for an administrator's approval. */
  submit: { from: [status.created], to: status.waiting_approval, actor: ['self'], reason: false },
  /** Signed up with an administrator's invitation, which counts as approval. */
  admit: { from: [status.created], to: status.active, actor: ['self'], reason: false },
  approve: { from: [status.waiting_approval], to: status.active, actor: ['admin'], reason: false },
  reject: { from: [status.waiting_approval], to: status.unavailable, actor: ['admin'], reason: false },
  suspend: { from: [status.active], to: status.suspended, actor: ['admin'], reason: true },
  reactivate: { from: [status.suspended], to: status.active, actor: ['admin'], reason: false },
  /** Personal data are deleted, the history stays. */
  erase: {
    from: [status.created, status.waiting_approval, status.suspended, status.active],
    to: status.unavailable,
    actor: ['self', 'admin'],
    reason: false,
  },
} as const
export type AccountMove = keyof typeof accountMoves

/** Status after a transition, or null if it is not legal from `from`. */
export function accountAfter(from: AccountStatus, move: AccountMove): AccountStatus | null {
  const { from: origins, to } = accountMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

/** True if the transition requires a reason. */
export function needsReason(move: AccountMove): boolean {
  return accountMoves[move].reason
}

/** May have a session; what the session permits depends on `mayWork`. */
export function mayEnter(value: number): boolean {
  return value === status.created || value === status.waiting_approval || value === status.active
}

/** May use the product; otherwise a session sees its own account only. */
export function mayWork(value: number): boolean {
  return value === status.active
}
