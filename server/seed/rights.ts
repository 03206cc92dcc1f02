/** API keys of the demonstration. */
import { accountStatus } from '@hilo/domain/status.ts'
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { demoTenants, roles, tenants } from './tenants.ts'
import { day, stamp } from './time.ts'

interface Key {
  name: string
  role: number
  addresses: string[]
  /** Days ago. */
  made: number
  used: number | null
  revoked: number | null
}

const lifeDays = 365
const keys: readonly Key[] = [
  { name: 'Aprovisionamiento', role: roles.va, addresses: [], made: 210, used: 0.02, revoked: null },
  { name: 'Atención al cliente', role: roles.vno, addresses: ['203.0.113.0/24'], made: 96, used: 1.4, revoked: null },
  { name: 'Informes', role: roles.vno, addresses: [], made: 30, used: null, revoked: null },
  { name: 'Sistema anterior', role: roles.va, addresses: [], made: 330, used: 190, revoked: 188 },
]

const add = `
  with account as (
    insert into vno_admin_account (user_id, vno_id, role_id, status, service, profile, created_at, updated_at)
    values ($1, $2, $3, $4, true, jsonb_build_object('addresses', $5::jsonb), $6, $6) returning id),
  opened as (
    insert into session (token_hash, user_id, account_type, account_id, channel, user_agent, created_at, last_seen_at, idle_limit,
      expires_at, revoked_at)
    select $7, $1, 'va', id, 'api', $8, $6, $9, interval '10 years', $10, $11 from account returning id)
  insert into api_key (vno_id, name, prefix, account_id, session_id, expires_at, revoked_at, created_at, updated_at, created_by)
  select $2, $8, $12, account.id, opened.id, $10, $11, $6, coalesce($11, $6), (
      select json_build_object('id', u.id, 'name', u.name, 'account_type', 'va', 'origin', 2) from vno_admin_account a
        join app_user u on u.id = a.user_id where a.vno_id = $2 and not a.service order by a.id limit 1)
    from account, opened`

/** Keys whose secret is discarded. */
export async function addRights(client: pg.PoolClient, now: number): Promise<void> {
  const ago = (days: number | null) => (days === null ? null : stamp(now - days * day))
  const { active, unavailable } = accountStatus.is
  for (const { id } of tenants.slice(0, demoTenants)) {
    for (const { name, role, addresses, made, used, revoked } of keys) {
      const { rows } = await client.query<{ id: number }>('insert into app_user (name) values ($1) returning id', [
        name,
      ])
      const token = `hilo_${randomBytes(32).toString('base64url')}`
      const hash = createHash('sha256').update(token).digest()
      const status = revoked === null ? active : unavailable
      const whose = [rows[0]?.id, id, role, status, JSON.stringify(addresses), ago(made)]
      const ends = [ago(made - lifeDays), ago(revoked), token.slice(0, 11)]
      await client.query(add, [...whose, hash, name, ago(used ?? made), ...ends])
    }
  }
}
