/** SQL of roles. `$2` is the session's operator; null for the neutral one. */
import { accountStatus, invitationStatus } from '@hilo/domain/status.ts'

const { active, unavailable } = accountStatus.is
const columns = 'r.id, r.version, r.name, r.description, r.status, r.scope, r.base, r.vno_id, r.privileges, r.system'

/** A role that may be copied: an own one, or the system's for operators; any for the neutral operator. */
export const copied = `select row_to_json(c)::text from (select ${columns} from role r
  where r.id = $1 and ($2::int is null or r.vno_id = $2 or (r.system and r.scope = 'vno'))) c`

/** A role locked for editing; a system role is returned without a lock. */
export const locked = `with own as materialized (
    select ${columns} from role r where r.id = $1 and not r.system and ($2::int is null or r.vno_id = $2) for update),
  shared as (select ${columns} from role r where r.id = $1 and r.system and ($2::int is null or r.scope = 'vno'))
  select row_to_json(f)::text from (select * from own union all select * from shared) f`

/** Only for an operator that exists and is not deleted. */
export const added = `
  with made as (
    insert into role (key, name, description, scope, base, vno_id, privileges, created_by, created_at, updated_at)
    select $1 || case when exists (select from role o where o.key = $1 and (o.system or coalesce(o.vno_id, 0) = coalesce($6::bigint, 0)))
        then '-' || substr(md5(gen_random_uuid()::text), 1, 6) else '' end,
      $2, $3, $4, $5, $6::bigint::int, $7, $8, app_now(), app_now()
     where $6::bigint is null or exists (select from vno v where v.id = $6::bigint and v.deleted_at is null)
    returning id, version, vno_id),
  told as (select changed('roles', id, version, vno_id) from made)
  select id::text from made, (select count(*) from told) t`

/** True if an active person, not an API key, has the role. */
export const activeMembers = `select (exists (select from vno_admin_account where role_id = $1 and status = ${active} and not service)
  or exists (select from admin_account where role_id = $1 and status = ${active}))::text`

export const inUse = `select (exists (select from vno_admin_account where role_id = $1 and status <> ${unavailable})
  or exists (select from technical_account where role_id = $1 and status <> ${unavailable})
  or exists (select from admin_account where role_id = $1 and status <> ${unavailable})
  or exists (select from invitation where role_id = $1 and state = ${invitationStatus.is.created}))::text`

/** Closed accounts get the role that grants nothing. */
export const leave = ['vno_admin_account', 'technical_account', 'admin_account', 'invitation'].map(
  (table) => `update ${table} set role_id = (select id from role where system and key = 'IsClient') where role_id = $1`,
)

export const removed = `
  with gone as (delete from role where id = $1 returning id, version, vno_id),
  told as (select changed('roles', id, version + 1, vno_id) from gone)
  select (select count(*) from told)::text`
