/** SQL of API keys. */
import { accountStatus } from '@hilo/domain/status.ts'

const { active, unavailable } = accountStatus.is

/** The operator `$1`, and its role or the system's role `$2`, if they exist. */
export const named = `select json_build_object(
  'vno', (select v.id from vno v where v.id = $1::bigint and v.deleted_at is null),
  'role', (select row_to_json(r) from (select id, status, privileges from role
    where id = $2 and (vno_id = $1::bigint or (system and scope = 'vno'))) r))::text`

export const addUser = 'select new_person($1, null, null)::text'
export const addAccount = `insert into vno_admin_account (user_id, vno_id, role_id, status, service, profile)
  values ($1, $2, $3, ${active}, true, jsonb_build_object('addresses', $4::jsonb)) returning id::text`

/** Its session has no idle timeout and ends with the key. */
export const addKey = `
  with opened as (
    insert into session (token_hash, user_id, account_type, account_id, channel, user_agent, idle_limit, expires_at)
    values ($1, $2, 'va', $3, 'api', $4, $5::timestamptz - now() + interval '1 day', $5) returning id),
  made as (
    insert into api_key (vno_id, name, prefix, account_id, session_id, expires_at, created_by)
    select $6, $4, $7, $3, id, $5, $8 from opened returning id, version, vno_id),
  told as (select changed('apikeys', id, version, vno_id) from made)
  select id::text from made, (select count(*) from told) t`

/** `$2`: the session's operator; null for the neutral one. */
export const locked = `select row_to_json(k)::text from (
  select id, version, name, vno_id, account_id, session_id, revoked_at from api_key
   where id = $1 and ($2::int is null or vno_id = $2) for update) k`

export const revoked = `
  with made as (
    update api_key set revoked_at = now(), version = version + 1, updated_at = now() where id = $1
    returning id, version, vno_id, account_id, session_id),
  ended as (update session set revoked_at = now() where id = (select session_id from made) and revoked_at is null returning 1),
  closed as (update vno_admin_account set status = ${unavailable}, version = version + 1, updated_at = now()
    where id = (select account_id from made) returning 1),
  told as (select changed('apikeys', id, version, vno_id) from made)
  select (select count(*) from told) + (select count(*) from ended) + (select count(*) from closed)`
