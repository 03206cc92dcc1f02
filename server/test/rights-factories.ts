/** Roles, contractors and keys for tests. */
import { createHash, randomBytes } from 'node:crypto'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { wholePrivileges } from '@hilo/domain/role.ts'
import type { Database } from '../db/open.ts'
import { insert, makeAdmin, unique, type Vno } from './factories.ts'

type Db = Pick<Database, 'owner'>
type Over = Partial<Record<string, unknown>>

/** A role of an operator, or of the neutral one. */
export async function makeRole(
  db: Db,
  vno: Pick<Vno, 'id'> | null,
  privileges: Privileges,
  over: Over = {},
): Promise<number> {
  const key = unique()
  return await insert(db, 'role', {
    key,
    name: `Rol ${key}`,
    scope: vno ? 'vno' : 'neutral',
    base: vno ? 'vno' : 'admin',
    vno_id: vno?.id ?? null,
    privileges: wholePrivileges(privileges),
    ...over,
  })
}

export async function makeContractor(db: Db, vno: Pick<Vno, 'id'>, over: Over = {}): Promise<number> {
  return await insert(db, 'contractor', { vno_id: vno.id, name: `Contrata ${unique()}`, ...over })
}

/** A key with all privileges of an operator. */
export async function makeKey(db: Db, vno: Vno, over: Over = {}): Promise<{ id: number; token: string }> {
  const account = await makeAdmin(db, { vno, privileges: defaultPrivileges('adminVNO') })
  await db.owner.query('update vno_admin_account set service = true where id = $1', [account.id])
  const token = `hilo_${randomBytes(32).toString('base64url')}`
  const expires_at = new Date(Date.now() + 86_400_000)
  const session_id = await insert(db, 'session', {
    token_hash: createHash('sha256').update(token).digest(),
    user_id: account.user_id,
    account_type: 'va',
    account_id: account.id,
    channel: 'api',
    idle_limit: '2 days',
    expires_at,
  })
  const [name, prefix] = [`Clave ${unique()}`, token.slice(0, 11)]
  const row = { vno_id: vno.id, name, prefix, account_id: account.id, session_id, expires_at }
  return { id: await insert(db, 'api_key', { ...row, ...over }), token }
}

/** Id of a role of the system. */
export async function systemRole(db: Db, key: string): Promise<number> {
  const { rows } = await db.owner.query<{ id: number }>('select id from role where system and key = $1', [key])
  const [role] = rows
  if (!role) throw new Error(`no system role ${key}`)
  return role.id
}
