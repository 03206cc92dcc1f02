/** A person's account of any type, read and locked for a change. */
import { enabledStatus } from '@hilo/domain/status.ts'
import type { AccountStatus } from '@hilo/domain/account.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { assertVersion } from '../kernel/list/record.ts'
import { ownVno } from '../kernel/list/viewer.ts'
import type { WriteContext } from '../kernel/handler.ts'
import type { Principal } from '../kernel/principal.ts'

export type AccountType = Principal['account_type']

/** Tables of accounts, which also name the lists that their changes are published to. */
export const accountTables = { va: 'vno_admin_account', te: 'technical_account', ad: 'admin_account' } as const
const accountAreas = { va: 'admins', te: 'technicals', ad: 'admins/neutral' } as const

export interface AccountRow {
  id: number
  user_id: number
  /** Null for the neutral operator's accounts. */
  vno_id: number | null
  role_id: number
  status: AccountStatus
  version: number
  name: string
  tax_id: string | null
  phone: string | null
  suspended_reason: string | null
  /** Of the role, in force or not. */
  privileges: Privileges
  contractor_id?: number | null
  employee_code?: string | null
  prl_valid_until?: string | null
  skills?: string[]
  zones?: string[]
}

/** SQL condition: an account of a person, of the operator `$2`; null for all. */
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
 * @param record shown to a client with an outdated version
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
  await assertVersion(version, found.row.version, record)
  return found.row
}

export const refuse = (detail: ProblemDetail) => new Problem('VALIDATION', { details: [detail] })
export const wrong = (field: string) => refuse({ field, code: 'value', message: 'validation.value' })

const contractor = `select id from contractor where id = $1 and vno_id = $2 and status = ${enabledStatus.is.enabled} for key share`

/** @throws Problem NOT_FOUND if the contractor does not work for the operator */
export async function checkContractor(
  { sql }: WriteContext,
  id: number | null | undefined,
  vnoId: number | null,
): Promise<void> {
  if (id == null) return
  const [found] = await sql.rows(contractor, [id, vnoId])
  if (!found) throw new Problem('NOT_FOUND')
}

/** Another account of the operator has it. */
export const taken = (field: string) =>
  new Problem('ALREADY_EXISTS', { details: [{ field, code: 'exists', message: 'problem.ALREADY_EXISTS' }] })

/** Unique constraints decide between concurrent writes. `fields`: the field of each constraint. */
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

/** Ends every session of an account; effective on the next request of each. */
export async function endSessionsOf({ sql }: WriteContext, type: AccountType, { id }: { id: number }): Promise<void> {
  await sql.rows(endSessions, [type, id])
}

const change = (type: AccountType) =>
  `select changed($2, a.id, a.version, $3) from ${accountTables[type]} a where a.id = $1`

/** Publishes the change of an account. */
export async function changedAccount(
  { sql }: WriteContext,
  type: AccountType,
  { id, vno_id }: { id: number; vno_id: number | null },
): Promise<void> {
  await sql.rows(change(type), [id, accountAreas[type], vno_id])
}
