/** SQL of a person's sessions. `$1` the person, `$2` the session that asks. */

const sessionColumns = `id, 1 as version, account_type, channel, user_agent as device, address, wire_time(created_at) as created_at,
    wire_time(last_seen_at) as last_seen_at, wire_time(expires_at) as expires_at`
const alive = 'revoked_at is null and expires_at > now() and last_seen_at + idle_limit > now()'

export const open = `select coalesce(json_agg(row_to_json(r)), '[]')::text from (
  select ${sessionColumns}, id = $2 as current from session where user_id = $1 and ${alive}
  order by id = $2 desc, last_seen_at desc) r`

/** One session, or every other one if `$3` is null. */
export const revoke = `update session set revoked_at = now()
  where user_id = $1 and revoked_at is null and (id = $3 or ($3::bigint is null and id <> $2)) returning id`

/** `$1` a technician, `$2` the operator whose technicians the caller administers: null all, 0 none. */
const technician = `select from technical_account t where t.id = $1 and ($2::int is null or t.vno_id = $2)`
const his = `user_id = (select t.user_id from technical_account t where t.id = $1) and account_type = 'te' and account_id = $1`

/** Null if there is no such technician. */
export const openOfTechnician = `select case when exists (${technician}) then
  (select coalesce(json_agg(row_to_json(r)), '[]') from (
    select ${sessionColumns}, false as current from session where ${his} and ${alive} order by last_seen_at desc) r) end::text`

export const isTechnician = `select exists (${technician})::text`

/** One session of a technician, or all if `$3` is null. */
export const revokeOfTechnician = `update session set revoked_at = now(), id_token = null
  where exists (${technician}) and ${his} and revoked_at is null and ($3::bigint is null or id = $3) returning id`
