/** A new person: the account is created at once and pending; only the person sets address and password. */
import type { Invitation } from './invite.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { authorOf } from '../kernel/sql/author.ts'
import type { WriteContext } from '../kernel/handler.ts'
import { accountTables, changedAccount, taken, unlessTaken, type AccountType } from './account-row.ts'
import { checkGrant } from './grant.ts'
import { invite } from './invite.ts'

interface NewPerson {
  vnoId: number | null
  roleId: number
  name: string
  email: string
  tax_id?: string | null | undefined
  phone?: string | null | undefined
}
/** Columns of technicians' accounts only. */
export interface TechnicalColumns {
  contractor_id?: number | null | undefined
  employee_code?: string | null | undefined
  prl_valid_until?: string | null | undefined
  skills?: readonly string[] | undefined
  zones?: readonly string[] | undefined
}

const insertUser = 'select new_person($1, $2, $3) as id'

/** Columns that have a value, null included, with it, in a fixed order. */
export function presentFields(columns: object): [string, unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined)
}

const prepared = (type: AccountType) => `
  select a.id, a.role_id from ${accountTables[type]} a join app_user u on u.id = a.user_id
   where ${type === 'ad' ? '$1::int is null' : 'a.vno_id = $1'} and a.email = $2 and a.status = ${accountStatus.is.created} and u.email is null
     and u.password_hash is null order by a.id limit 1`

/** The operator's account prepared for an address and not yet accepted. */
export async function preparedFor(
  { sql }: WriteContext,
  type: AccountType,
  vnoId: number | null,
  email: string,
): Promise<{ id: number; role_id: number } | null> {
  const [found] = await sql.rows<{ id: number; role_id: number }>(prepared(type), [vnoId, email])
  return found ?? null
}

/** Unique constraints and their fields. */
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
    ...presentFields(columns),
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
 * Creates a person with an account, and sends the invitation. Returns the account.
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
  // The audit is kept for ever, so it holds no personal data.
  const after = { user_id: user.id, vno_id: vnoId, role_id: roleId, invitation_id: invitation, ...columns }
  audit({ entity: accountTables[type], entityId: id, after })
  return id
}
