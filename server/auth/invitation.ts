import { accountAfter, type AccountStatus } from '@hilo/domain/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus, invitationStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { auditStatement } from '../kernel/sql/audit.ts'
import { sha256 } from './attempts.ts'
import type { Person } from './client.ts'
import { codeHash, type EntryKind } from './entry-code.ts'
import type { Visitor } from './visitor.ts'

/** Personal data given at sign-up. */
export interface Newcomer {
  name: string
  email: string
  taxId: string | null
  phone: string | null
  passwordHash: string
}
/** A token of an invitation or a printed code, and its bearer: with a local password, or signed in at a foreign issuer. */
type Bearer = { token: string; newcomer: Newcomer } | { token: string; identity: Person }

type AccountTable = 'vno_admin_account' | 'technical_account' | 'admin_account'
const types = { vno_admin_account: 'va', technical_account: 'te', admin_account: 'ad' } as const
const areas = { vno_admin_account: 'admins', technical_account: 'technicals', admin_account: 'admins/neutral' } as const

interface Invitation {
  id: number
  vno_id: number | null
  kind: 'admin' | 'technician'
  email: string
  name: string | null
  role_id: number
  contractor_id: number | null
  zones: string[]
  account_id: number | null
  state: number
  alive: boolean
}
interface NewAccount {
  table: AccountTable
  id: number
  userId: number
  vnoId: number | null
  status: AccountStatus
}

const { created } = accountStatus.is
const active = accountAfter(created, 'admit') ?? created

const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'app_user_email_key'

/** Runs a write that sets an address. @throws Problem ALREADY_EXISTS if it is another person's */
async function addressing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isTaken(error) ? new Problem('ALREADY_EXISTS') : error
  }
}

type Described = Omit<Newcomer, 'email' | 'passwordHash'> & { email: string | null; passwordHash: string | null }

/** `email` null: the address is not proved yet. */
export async function insertPerson(client: pg.ClientBase, person: Described): Promise<number> {
  const { rows } = await addressing(
    client.query<{ id: number }>(
      'insert into app_user (name, email, tax_id, phone, password_hash) values ($1, $2, $3, $4, $5) returning id',
      [person.name, person.email, person.taxId, person.phone, person.passwordHash],
    ),
  )
  if (!rows[0]) throw new Error('no person')
  return rows[0].id
}

/** Inserts an account with the columns given. */
export async function insertAccount(
  client: pg.ClientBase,
  table: AccountTable,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`).join(', ')
  const text = `insert into ${table} (${names.join(', ')}) values (${places}) returning id`
  const { rows } = await client.query<{ id: number }>(text, Object.values(row))
  if (!rows[0]) throw new Error('no account')
  return rows[0].id
}

/** One of the roles that every installation has. */
export async function systemRole(client: pg.ClientBase, key: 'admin' | 'vno' | 'technician'): Promise<number> {
  const text = 'select id from role where system and vno_id is null and key = $1'
  const { rows } = await client.query<{ id: number }>(text, [key])
  if (!rows[0]) throw new Error(`no role ${key}`)
  return rows[0].id
}

/** Audit entry and live-stream message for an account made or activated by signing up. */
export async function noteAccount(client: pg.ClientBase, account: NewAccount, visitor: Visitor, by: object) {
  const { table, id, userId, vnoId, status } = account
  const { text, values } = auditStatement({
    actorId: userId,
    accountType: types[table],
    vnoId,
    call: 'account/signup',
    entity: table,
    entityId: id,
    after: { status, ...by },
    channel: visitor.native?.platform ?? 'web',
    device: visitor.native?.installId ?? visitor.userAgent,
    address: visitor.address,
    requestId: visitor.requestId,
  })
  await client.query(text, [...values])
  await client.query(`select changed($1, a.id, a.version, $3) from ${table} a where a.id = $2`, [
    areas[table],
    id,
    vnoId,
  ])
}

async function linkIdentity(client: pg.ClientBase, userId: number, bearer: Bearer): Promise<void> {
  if (!('identity' in bearer)) return
  const { iss, sub } = bearer.identity
  await client.query('insert into user_identity (user_id, iss, sub) values ($1, $2, $3)', [userId, iss, sub])
}

function describe(bearer: Bearer, known: { name: string; email: string | null }): Described {
  if ('newcomer' in bearer) return bearer.newcomer
  return { ...known, taxId: null, phone: null, passwordHash: null }
}

const tableOf = ({ kind, vno_id }: Invitation): AccountTable =>
  kind === 'technician' ? 'technical_account' : vno_id === null ? 'admin_account' : 'vno_admin_account'

/** The account prepared with the invitation, now linked to its person. */
async function openPrepared(client: pg.ClientBase, { account_id }: Invitation, table: AccountTable, person: Described) {
  const { rows } = await client.query<{ user_id: number }>(
    `update ${table} set status = $2, version = version + 1, updated_at = now() where id = $1 and status = $3
     returning user_id`,
    [account_id, active, created],
  )
  const userId = rows[0]?.user_id
  // It was closed while its invitation was open.
  if (userId === undefined) throw new Problem('INVITATION_EXPIRED')
  const values = [userId, person.name, person.email, person.taxId, person.phone, person.passwordHash]
  const update = `update app_user set name = $2, email = $3, tax_id = coalesce($4, tax_id), phone = coalesce($5, phone),
    password_hash = $6, version = version + 1, updated_at = now() where id = $1`
  await addressing(client.query(update, values))
  return userId
}

async function useInvitation(client: pg.ClientBase, invitation: Invitation, bearer: Bearer): Promise<NewAccount> {
  const { id, vno_id: vnoId, role_id, contractor_id, zones, account_id } = invitation
  const table = tableOf(invitation)
  const [local = ''] = invitation.email.split('@')
  const person = describe(bearer, { name: invitation.name ?? local, email: invitation.email })
  let userId: number
  let accountId = account_id
  if (accountId === null) {
    userId = await insertPerson(client, person)
    accountId = await insertAccount(client, table, {
      user_id: userId,
      role_id,
      status: active,
      ...(vnoId !== null && { vno_id: vnoId }),
      ...(table === 'technical_account' && { contractor_id, zones }),
    })
  } else userId = await openPrepared(client, invitation, table, person)
  await client.query(
    `with used as (update invitation set state = $2, used_at = app_now(), used_by = $3, version = version + 1, updated_at = app_now()
       where id = $1 returning id, version, vno_id)
     select changed('invitations', id, version, vno_id) from used`,
    [id, invitationStatus.is.used, userId],
  )
  return { table, id: accountId, userId, vnoId, status: active }
}

const findInvitation = `select id, vno_id, kind, email, name, role_id, contractor_id, zones, account_id, state,
    expires_at > app_now() as alive from invitation where token_hash = $1 for update`

/** @throws Problem INVITATION_EXPIRED, INVITATION_USED, VALIDATION if it is for another address, ALREADY_EXISTS */
async function acceptInvitation(client: pg.ClientBase, bearer: Bearer): Promise<NewAccount> {
  const [invitation] = (await client.query<Invitation>(findInvitation, [sha256(bearer.token)])).rows
  if (invitation?.state === invitationStatus.is.used) throw new Problem('INVITATION_USED')
  if (!invitation?.alive || invitation.state !== invitationStatus.is.created) throw new Problem('INVITATION_EXPIRED')
  if ('newcomer' in bearer && bearer.newcomer.email !== invitation.email) {
    const details = [{ field: 'email', code: 'value', message: 'validation.other_address' }]
    throw new Problem('VALIDATION', { details })
  }
  return await useInvitation(client, invitation, bearer)
}

async function newAdministrator(client: pg.ClientBase, kind: EntryKind, bearer: Bearer): Promise<NewAccount> {
  if (kind === 'first') {
    // Of two codes printed by two processes at once, one makes the first administrator.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('hilo.first', 0))`)
    const { rows } = await client.query<{ there: boolean }>('select exists (select from admin_account) as there')
    if (rows[0]?.there !== false) throw new Problem('INVITATION_USED')
  }
  const person = describe(bearer, { name: 'Administrador', email: null })
  const userId = await insertPerson(client, person)
  const role_id = await systemRole(client, 'admin')
  const id = await insertAccount(client, 'admin_account', { user_id: userId, role_id, status: active })
  return { table: 'admin_account', id, userId, vnoId: null, status: active }
}

interface Code {
  kind: EntryKind
  user_id: number | null
  usable: boolean
  used: boolean
}

/** Locks a printed code until the end of the transaction. */
async function lockCode(client: pg.ClientBase, token: string): Promise<Code | undefined> {
  const { rows } = await client.query<Code>(
    `select kind, user_id, used_at is null and expires_at > now() as usable, used_at is not null as used
     from entry_code where code_hash = $1 for update`,
    [codeHash(token)],
  )
  return rows[0]
}

const spentProblem = ({ used }: Code) => new Problem(used ? 'INVITATION_USED' : 'INVITATION_EXPIRED')

const useCode = (client: pg.ClientBase, token: string) =>
  client.query('update entry_code set used_at = now() where code_hash = $1', [codeHash(token)])

/**
 * What a person with a linked identity brings: the own code of kind `link` is used up, anything else but another person's is
 * ignored.
 * @throws Problem ALREADY_EXISTS for a code that links another person, INVITATION_EXPIRED or INVITATION_USED if it is spent
 */
export async function useOwnLink(client: pg.ClientBase, token: string, userId: number): Promise<void> {
  const code = await lockCode(client, token)
  if (code?.kind !== 'link') return
  if (code.user_id !== userId) {
    if (!code.usable) throw spentProblem(code)
    const details = [{ field: 'invitation_token', code: 'in_use', message: 'code.identity_taken' }]
    throw new Problem('ALREADY_EXISTS', { details })
  }
  if (code.usable) await useCode(client, token)
}

/**
 * Accepts an invitation or a printed code, once: of two concurrent uses one succeeds.
 * @returns the person
 * @throws Problem INVITATION_EXPIRED, INVITATION_USED, VALIDATION, ALREADY_EXISTS
 */
export async function acceptToken(client: pg.ClientBase, bearer: Bearer, visitor: Visitor): Promise<number> {
  const code = await lockCode(client, bearer.token)
  if (code && !code.usable) throw spentProblem(code)
  if (code) await useCode(client, bearer.token)
  if (code?.kind === 'link') {
    if (code.user_id === null || !('identity' in bearer)) throw new Problem('INVITATION_EXPIRED')
    await linkIdentity(client, code.user_id, bearer)
    return code.user_id
  }
  const account = code ? await newAdministrator(client, code.kind, bearer) : await acceptInvitation(client, bearer)
  await linkIdentity(client, account.userId, bearer)
  await noteAccount(client, account, visitor, { by: code ? 'code' : 'invitation' })
  return account.userId
}
