/** SQL of a person's sessions. `$1` is the person, `$2` the session that asks. */

export const open = `select coalesce(json_agg(row_to_json(r)), '[]')::text from (
  select id, 1 as version, account_type, channel, user_agent as device, address, wire_time(created_at) as created_at,
    wire_time(last_seen_at) as last_seen_at, wire_time(expires_at) as expires_at, id = $2 as current
  from session
  where user_id = $1 and revoked_at is null and expires_at > now() and last_seen_at + idle_limit > now()
  order by id = $2 desc, last_seen_at desc) r`

/** One session, or with `$3` null every other one. */
export const revoke = `update session set revoked_at = now()
  where user_id = $1 and revoked_at is null and (id = $3 or ($3::bigint is null and id <> $2)) returning id`
