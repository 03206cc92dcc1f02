import { invitationMoves } from '@hilo/domain/invitation.ts'
import { accountStatus, invitationStatus, origin, enabledStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { demoTenants, roles, tenants } from './tenants.ts'

const { created } = invitationStatus.is
const { expire, use, withdraw } = invitationMoves

/** Local part of the address, name, kind, role, state, days since it was sent, times sent, reason of withdrawal. */
const people: [string, string, 'admin' | 'technician', number, number, number, number, string | null][] = [
  ['nuria.cano', 'Nuria Cano Prats', 'technician', roles.technician, created, 1, 1, null],
  ['oscar.lema', 'Óscar Lema Vidal', 'technician', roles.technician, created, 3, 2, null],
  ['ines.robles', 'Inés Robles Sanz', 'admin', roles.vno, created, 2, 1, null],
  ['hugo.marin', 'Hugo Marín Díez', 'technician', roles.technician, expire.to, 12, 1, null],
  ['celia.otero', 'Celia Otero Ruiz', 'admin', roles.vno, expire.to, 20, 5, null],
  ['pau.ferrer', 'Pau Ferrer Gil', 'technician', roles.technician, withdraw.to, 5, 1, 'Se ha ido a otra contrata.'],
]

const open = `
  insert into invitation (vno_id, token_hash, kind, email, name, role_id, contractor_id, state, expires_at, sent_count, last_sent_at,
    disabled_by, reason, created_by, created_at, updated_at)
  select $1, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), p.kind, p.word || '@' || $2, p.name, p.role,
    case when p.kind = 'technician' then (select min(id) from contractor where vno_id = $1 and status = ${enabledStatus.is.enabled}) end, p.state,
    p.at + interval '7 days', p.sends, p.at, case when p.state = ${withdraw.to} then u.id end, p.reason,
    json_build_object('id', u.id, 'name', u.name, 'account_type', 'va', 'origin', ${origin.is.app}), p.at, p.at
  from (select q.*, now() - make_interval(days => q.days) as at from json_to_recordset($3)
      as q(word text, name text, kind text, role bigint, state smallint, days int, sends smallint, reason text)) p,
    (select s.id, s.name from vno_admin_account a join app_user s on s.id = a.user_id
      where a.vno_id = $1 and a.role_id = ${roles.va} order by a.id limit 1) u`
/** Two of the active people came by invitation. */
const answered = `
  insert into invitation (vno_id, token_hash, kind, email, name, role_id, contractor_id, zones, state, expires_at, last_sent_at, used_at,
    used_by, created_at, updated_at)
  select a.vno_id, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'technician', u.email, u.name, a.role_id,
    a.contractor_id, a.zones, ${use.to}, a.created_at + interval '7 days', a.created_at, a.created_at + interval '2 hours', u.id,
    a.created_at, a.created_at + interval '2 hours'
  from technical_account a join app_user u on u.id = a.user_id
   where a.vno_id = $1 and a.status = ${accountStatus.is.active} order by a.id limit 2`

/** Invitations of the demonstration operators, in every state. */
export async function addInvitations(client: pg.ClientBase): Promise<void> {
  const names = ['word', 'name', 'kind', 'role', 'state', 'days', 'sends', 'reason']
  const rows = people.map((one) =>
    Object.fromEntries(one.map((value, index): [string, unknown] => [names[index] ?? '', value])),
  )
  for (const { id, domain } of tenants.slice(0, demoTenants)) {
    await client.query(open, [id, domain, JSON.stringify(rows)])
    await client.query(answered, [id])
  }
}
