/**
 * Rows for tests, inserted by the owner. Each factory creates what it needs, always new: tests never share and never clean up.
 */
import type { AccountType } from '@hilo/domain/account.ts'
import { createHash, randomBytes } from 'node:crypto'
import { foldName } from '@hilo/domain/text.ts'
import { defaultPrivileges, type BaseRole } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import type { Database } from '../db/open.ts'

type Db = Pick<Database, 'owner'>

export interface Vno {
  id: number
  name: string
  external_id: string
}

export interface Account {
  /** Row id in the account's own table. */
  id: number
  type: AccountType
  user_id: number
  role_id: number
  vno_id: number | null
  name: string
  email: string
}

interface AccountOptions {
  vno?: Vno
  base?: BaseRole
  /** Replaces the role's defaults. */
  privileges?: Privileges
  /** accountStatus; 4 (active) by default. */
  status?: number
  name?: string
  email?: string
  passwordHash?: string
}

/** Ten upper-case hexadecimal digits for names and codes. The first is a letter, so that no reader takes them for a number. */
export function unique(): string {
  const digits = randomBytes(5)
  digits[0] = 0xa0 + ((digits[0] ?? 0) % 0x60)
  return digits.toString('hex').toUpperCase()
}

/** Inserts one row and returns its id. */
export async function insert(db: Db, table: string, row: Record<string, unknown>): Promise<number> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value)
      ? JSON.stringify(value)
      : value,
  )
  const { rows } = await db.owner.query<{ id: number }>(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning id`,
    values,
  )
  const [first] = rows
  if (!first) throw new Error(`no row inserted into ${table}`)
  return first.id
}

export async function makeVno(db: Db, over: Partial<Record<string, unknown>> = {}): Promise<Vno> {
  const external_id = `T${unique()}`
  const name = `Operadora ${external_id}`
  const id = await insert(db, 'vno', { name, external_id, ...over })
  return { id, name, external_id }
}

/** An administrator of a VNO (account type `va`). */
export async function makeAdmin(db: Db, options: AccountOptions = {}): Promise<Account> {
  return makeAccount(db, 'va', 'vno_admin_account', options.base ?? 'adminVNO', options)
}

/** A technician (account type `te`). */
export async function makeTechnician(db: Db, options: AccountOptions = {}): Promise<Account> {
  return makeAccount(db, 'te', 'technical_account', options.base ?? 'technician', options)
}

/** A person of the neutral operator (account type `ad`). */
export async function makeOperator(db: Db, options: Omit<AccountOptions, 'vno'> = {}): Promise<Account> {
  return makeAccount(db, 'ad', 'admin_account', options.base ?? 'admin', options)
}

async function makeAccount(
  db: Db,
  type: Account['type'],
  table: string,
  base: BaseRole,
  options: AccountOptions,
): Promise<Account> {
  const vno = type === 'ad' ? null : (options.vno ?? (await makeVno(db)))
  const key = unique()
  const name = options.name ?? `Persona ${key}`
  const email = options.email ?? `${key.toLowerCase()}@prueba.test`
  const user_id = await insert(db, 'app_user', { name, email, password_hash: options.passwordHash ?? null })
  // Active people have accepted the agreements in force.
  await db.owner.query(
    'insert into agreement_acceptance (user_id, agreement_id) select $1, id from agreement where mandatory',
    [user_id],
  )
  const role_id = await insert(db, 'role', {
    key,
    name: `Rol ${key}`,
    scope: vno ? 'vno' : 'neutral',
    base,
    vno_id: vno?.id ?? null,
    privileges: options.privileges ?? defaultPrivileges(base),
  })
  const id = await insert(db, table, {
    user_id,
    role_id,
    status: options.status ?? 4,
    ...(vno && { vno_id: vno.id }),
    ...(type === 'te' && { search_name: foldName(name) }),
  })
  return { id, type, user_id, role_id, vno_id: vno?.id ?? null, name, email }
}

export interface TestSession {
  id: number
  token: string
  cookie: string
}

/** An active session; `over` replaces columns: `{ revoked_at: new Date() }`. */
export async function makeSession(
  db: Db,
  account: Account,
  over: Partial<Record<string, unknown>> = {},
): Promise<TestSession> {
  const token = randomBytes(32).toString('base64url')
  const id = await insert(db, 'session', {
    token_hash: createHash('sha256').update(token).digest(),
    user_id: account.user_id,
    account_type: account.type,
    account_id: account.id,
    channel: 'web',
    idle_limit: '30 minutes',
    expires_at: new Date(Date.now() + 12 * 3_600_000),
    ...over,
  })
  return { id, token, cookie: `hilo_session=${token}` }
}
