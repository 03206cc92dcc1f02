import type { RecordOf } from '@hilo/contract/index.ts'
import { accountAfter, type AccountMove, type AccountStatus } from '@hilo/domain/account.ts'
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import type { Privilege } from '@hilo/domain/privilege.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { serverNow } from '../../api/clock.ts'
import { session } from '../../api/session.ts'

export type Technical = RecordOf<'admin_vno/technicals/get'>
type Admin = RecordOf<'admin_vno/admins/get'>
type NeutralAdmin = RecordOf<'admin_vno/admins/neutral/get'>
export type Person = Technical | Admin | NeutralAdmin

interface KindData {
  calls: 'admin_vno/technicals' | 'admin_vno/admins' | 'admin_vno/admins/neutral'
  area: 'technician' | 'adminVNO' | 'admin'
  /** Bases of the roles that these people may have. */
  bases: readonly BaseRole[]
  /** Path of their list. */
  list: '/vno/tecnicos' | '/vno/administradores' | '/vno/administradores-red'
}
/** The three administered kinds of people. */
export const kinds = {
  technical: { calls: 'admin_vno/technicals', area: 'technician', bases: ['technician'], list: '/vno/tecnicos' },
  admin: { calls: 'admin_vno/admins', area: 'adminVNO', bases: ['adminVNO', 'vno'], list: '/vno/administradores' },
  neutral: { calls: 'admin_vno/admins/neutral', area: 'admin', bases: ['admin'], list: '/vno/administradores-red' },
} as const satisfies Record<string, KindData>
export type Kind = keyof typeof kinds

export const may = (kind: Kind, action: 'view' | 'edit' | 'create' | 'delete'): boolean =>
  session.can(`${kinds[kind].area}_${action}` satisfies Privilege)

/** The operator column is for the neutral operator only. */
export const forNeutral = (): { hidden?: true } => (session.isNeutral() ? {} : { hidden: true })

const { unavailable } = accountStatus.is
export const isOpen = ({ status }: Person): boolean => status !== unavailable

/** Actions on an account: state changes and others. */
export type Act = Extract<AccountMove, 'approve' | 'reject' | 'suspend' | 'reactivate' | 'erase'> | 'resend'
const moves = ['approve', 'reject', 'suspend', 'reactivate', 'erase'] as const satisfies readonly AccountMove[]

/** Actions allowed by the account's state and the session's privileges. The own account is excluded. */
export function actsOf(kind: Kind, person: Person): Act[] {
  if (person.user_id === session.get().info.user.id) return []
  const edit = may(kind, 'edit')
  const possible = moves.filter(
    (move) =>
      accountAfter(person.status as AccountStatus, move) !== null &&
      (move === 'erase' ? may(kind, 'delete') && person.status !== accountStatus.is.waiting_approval : edit),
  )
  const resend = person.invitation !== null && session.can('invitations_create') && may(kind, 'create')
  return resend ? ['resend', ...possible] : possible
}

/** True if a day (`2026-11-20`) is before today in UTC. */
export const lapsed = (day: string | null): boolean =>
  day !== null && day < new Date(serverNow()).toISOString().slice(0, 10)
