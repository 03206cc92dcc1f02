/** The life of an account, of whatever type: every legal move between its five statuses. */
import { accountStatus } from './status.ts'

type ValueOf<T> = T[keyof T]
export type AccountStatus = ValueOf<typeof accountStatus.is>
/** `self`: the person. `admin`: who administers the operator's people, or the neutral one's. */
export type AccountActor = 'self' | 'admin'

const status = accountStatus.is

export const accountMoves = {
  /** Has accepted what must be accepted and waits for an administrator. */
  submit: { from: [status.created], to: status.waiting_approval, actor: ['self'], reason: false },
  /** Came by an administrator's invitation, which is his approval. */
  admit: { from: [status.created], to: status.active, actor: ['self'], reason: false },
  approve: { from: [status.waiting_approval], to: status.active, actor: ['admin'], reason: false },
  reject: { from: [status.waiting_approval], to: status.unavailable, actor: ['admin'], reason: false },
  suspend: { from: [status.active], to: status.suspended, actor: ['admin'], reason: true },
  reactivate: { from: [status.suspended], to: status.active, actor: ['admin'], reason: false },
  /** Personal data go, history stays. */
  erase: {
    from: [status.created, status.waiting_approval, status.suspended, status.active],
    to: status.unavailable,
    actor: ['self', 'admin'],
    reason: false,
  },
} as const
export type AccountMove = keyof typeof accountMoves

/** Status after a move, or null when the move is not legal from `from`. */
export function accountAfter(from: AccountStatus, move: AccountMove): AccountStatus | null {
  const { from: origins, to } = accountMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

/** True where a move must say why. */
export function needsReason(move: AccountMove): boolean {
  return accountMoves[move].reason
}

/** May have a session; what it opens depends on `mayWork`. */
export function mayEnter(value: number): boolean {
  return value === status.created || value === status.waiting_approval || value === status.active
}

/** May use the product; a session without it sees its own account alone. */
export function mayWork(value: number): boolean {
  return value === status.active
}
