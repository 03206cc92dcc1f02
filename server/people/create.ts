/** A new person: his account is there at once and waits; nobody but he gives it its address and its password. */
import type { Invitation } from './invite.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { authorOf } from '../db/author.ts'
import type { WriteContext } from '../http/handler.ts'
import { accountTables, changedAccount, taken, unlessTaken, type AccountType } from './account-row.ts'
import { checkGrant } from './grant.ts'
import { invite } from './invite.ts'

export interface NewPerson {
  vnoId: number | null
  roleId: number
  name: string
  email: string
  tax_id?: string | null | undefined
  phone?: string | null | undefined
}
/** Columns that only a technician's account has. */
export interface TechnicalColumns {
  contractor_id?: number | null | undefined
  employee_code?: string | null | undefined
  prl_valid_until?: string | null | undefined
  skills?: readonly string[] | undefined
  zones?: readonly string[] | undefined
}

const insertUser = 'select new_person($1, $2, $3) as id'

/** Given columns with their values, in one order. */
export function given(columns: object): [string, unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined)
}

const prepared = (type: AccountType) => `
  select a.id, a.role_id from ${accountTables[type]} a join app_user u on u.id = a.user_id
   where ${type === 'ad' ? '$1::int is null' : 'a.vno_id = $1'} and a.email = $2 and a.status = 1 and u.email is null
     and u.password_hash is null order by a.id limit 1`

/** The operator's account that was made ready for an address and has had no answer. */
export async function preparedFor(
  { sql }: WriteContext,
  type: AccountType,
  vnoId: number | null,
  email: string,
): Promise<{ id: number; role_id: number } | null> {
  const [found] = await sql.rows<{ id: number; role_id: number }>(prepared(type), [vnoId, email])
  return found ?? null
}

/** Constraints of which somebody else may have taken what is asked. */
export const takenBy = { technical_account_code: 'employee_code' }

async function insertAccount(
  { sql, principal }: WriteContext,
  type: AccountType,
  userId: number,
  { vnoId, roleId, email }: NewPerson,
  columns: TechnicalColumns,
): Promise<number> {
  const values: [string, unknown][] = [
    ['user_id', userId],
    ['role_id', roleId],
    ['status', accountStatus.is.created],
    ['email', email],
    ['created_by', authorOf(principal)],
    ...(type === 'ad' ? [] : ([['vno_id', vnoId]] satisfies [string, unknown][])),
    ...given(columns),
  ]
  const places = values.map((_, index) => `$${index + 1}`)
  const text = `insert into ${accountTables[type]} (${values.map(([name]) => name).join(', ')}, created_at, updated_at)
    values (${places.join(', ')}, app_now(), app_now()) returning id`
  const insertion = sql.rows<{ id: number }>(
    text,
    values.map(([, value]) => value),
  )
  const [made] = await unlessTaken(insertion, takenBy)
  if (!made) throw new Error('an account without its number')
  return made.id
}

/**
 * Writes a person down with his account, and invites him. Answers the account.
 * @throws Problem NOT_FOUND, VALIDATION, PRIVILEGE_ESCALATION, ALREADY_EXISTS
 */
export async function createPerson(
  context: WriteContext,
  type: AccountType,
  person: NewPerson,
  columns: TechnicalColumns = {},
): Promise<number> {
  const { sql, audit } = context
  const { vnoId, roleId, name, email, tax_id = null, phone = null } = person
  await checkGrant(context, type, roleId, vnoId)
  if (await preparedFor(context, type, vnoId, email)) throw taken('email')
  const [user] = await sql.rows<{ id: number }>(insertUser, [name, tax_id, phone])
  if (!user) throw new Error('a person without his number')
  const id = await insertAccount(context, type, user.id, person, columns)
  const kind: Invitation['kind'] = type === 'te' ? 'technician' : 'admin'
  const { contractor_id: contractorId = null, zones = [] } = columns
  const invitation = await invite(context, { vnoId, kind, email, name, roleId, contractorId, zones, accountId: id })
  await changedAccount(context, type, { id, vno_id: vnoId })
  // What is written here is kept for good: nothing that tells who somebody is.
  const after = { user_id: user.id, vno_id: vnoId, role_id: roleId, invitation_id: invitation, ...columns }
  audit({ entity: accountTables[type], entityId: id, after })
  return id
}
