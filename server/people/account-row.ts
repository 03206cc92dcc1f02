/** A person's account of whatever type, read and locked to be changed. */
import type { AccountStatus } from '@hilo/domain/account.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { ownVno } from '../db/viewer.ts'
import type { WriteContext } from '../http/handler.ts'
import type { Principal } from '../http/principal.ts'
import { missingDetail, unknownDetail } from '../http/validation.ts'

export type AccountType = Principal['account_type']

/** Where accounts stand, and under which list their changes are told. */
export const accountTables = { va: 'vno_admin_account', te: 'technical_account', ad: 'admin_account' } as const
export const accountAreas = { va: 'admins', te: 'technicals', ad: 'admins/neutral' } as const

export interface AccountRow {
  id: number
  user_id: number
  /** Null for the neutral operator's. */
  vno_id: number | null
  role_id: number
  status: AccountStatus
  version: number
  name: string
  tax_id: string | null
  phone: string | null
  suspended_reason: string | null
  /** Of his role, whether it is in force or not. */
  privileges: Privileges
  contractor_id?: number | null
  employee_code?: string | null
  prl_valid_until?: string | null
  skills?: string[]
  zones?: string[]
}

/** SQL condition that an account is a person's, of the operator `$2`; null for all. */
const within = {
  va: '($2::int is null or a.vno_id = $2) and not a.service',
  te: '($2::int is null or a.vno_id = $2)',
  ad: '$2::int is null',
} as const

const locking = (type: AccountType) => `
  select to_jsonb(a) || jsonb_build_object('name', u.name, 'tax_id', u.tax_id, 'phone', u.phone, 'privileges', r.privileges) as row
    from ${accountTables[type]} a join app_user u on u.id = a.user_id join role r on r.id = a.role_id
   where a.id = $1 and ${within[type]} for update of a, u`

/**
 * @param record what the client is shown when it read an older version
 * @throws Problem NOT_FOUND, VERSION_CONFLICT
 */
export async function lockAccount(
  { sql, principal }: WriteContext,
  type: AccountType,
  { id, version }: { id: number; version?: number | undefined },
  record: () => Promise<string>,
): Promise<AccountRow> {
  const [found] = await sql.rows<{ row: AccountRow }>(locking(type), [id, ownVno(principal)])
  if (!found) throw new Problem('NOT_FOUND')
  if (version !== undefined && version !== found.row.version)
    throw new Problem('VERSION_CONFLICT', { record: JSON.parse(await record()) as unknown })
  return found.row
}

export const refuse = (detail: ProblemDetail) => new Problem('VALIDATION', { details: [detail] })
export const wrong = (field: string) => refuse({ field, code: 'value', message: 'validation.value' })

const enabled = 'select id from vno where id = $1 and status = 1 and deleted_at is null'

/**
 * The operator that somebody is added to: one's own, or the one that the neutral operator names.
 * @throws Problem PRIVILEGE_DENIED to a technician, whatever his role says; VALIDATION, NOT_FOUND
 */
export async function namedOperator({ sql, principal }: WriteContext, asked: number | undefined): Promise<number> {
  if (principal.account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
  if (principal.account_type !== 'ad') {
    if (asked !== undefined) throw refuse(unknownDetail('vno_id'))
    return principal.vno?.id ?? 0
  }
  if (asked === undefined) throw refuse(missingDetail('vno_id'))
  const [vno] = await sql.rows(enabled, [asked])
  if (!vno) throw new Problem('NOT_FOUND')
  return asked
}

const contractor = 'select id from contractor where id = $1 and vno_id = $2 and status = 1 for key share'

/** @throws Problem NOT_FOUND: no contractor that works for the operator */
export async function checkContractor(
  { sql }: WriteContext,
  id: number | null | undefined,
  vnoId: number | null,
): Promise<void> {
  if (id == null) return
  const [found] = await sql.rows(contractor, [id, vnoId])
  if (!found) throw new Problem('NOT_FOUND')
}

/** Somebody else of the operator has it. */
export const taken = (field: string) =>
  new Problem('ALREADY_EXISTS', { details: [{ field, code: 'exists', message: 'problem.ALREADY_EXISTS' }] })

/** Two at once, or one that is there already: the database lets one through. `fields`: what each constraint is about. */
export async function unlessTaken<T>(work: Promise<T>, fields: Readonly<Record<string, string>>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const field = error instanceof Error && 'constraint' in error ? fields[String(error.constraint)] : undefined
    throw field === undefined ? error : taken(field)
  }
}

const endSessions = `update session set revoked_at = now()
  where account_type = $1 and account_id = $2 and revoked_at is null`

/** Ends every session of an account; the next request of any of them finds it gone. */
export async function endSessionsOf({ sql }: WriteContext, type: AccountType, { id }: { id: number }): Promise<void> {
  await sql.rows(endSessions, [type, id])
}

const change = (type: AccountType) =>
  `select changed($2, a.id, a.version, $3) from ${accountTables[type]} a where a.id = $1`

/** Says that an account is another than it was. */
export async function changedAccount(
  { sql }: WriteContext,
  type: AccountType,
  { id, vno_id }: { id: number; vno_id: number | null },
): Promise<void> {
  await sql.rows(change(type), [id, accountAreas[type], vno_id])
}
