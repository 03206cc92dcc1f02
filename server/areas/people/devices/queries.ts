const record = `json_build_object('id', d.id, 'version', d.version, 'created_at', wire_time(d.created_at),
  'updated_at', wire_time(d.updated_at), 'technical_id', d.technical_id,
  'technical', (select json_build_object('id', t.id, 'name', u.name) from technical_account t join app_user u on u.id = t.user_id
    where t.id = d.technical_id), 'install_id', d.install_id, 'platform', d.platform,
  'model', d.model, 'os', d.os, 'app_version', d.app_version, 'push', d.push_token is not null and d.revoked_at is null,
  'last_seen', wire_time(d.last_seen_at), 'revoked_at', wire_time(d.revoked_at))`

export const ownDevices = `select coalesce(json_agg(${record} order by d.last_seen_at desc, d.id), '[]')::text
  from device d where d.user_id = $1`
/** `$2` the operator, null for all. Null if there is no such technician. */
export const technicianDevices = `select case when exists (
    select from technical_account t where t.id = $1 and ($2::int is null or t.vno_id = $2)) then
  (select coalesce(json_agg(${record} order by d.last_seen_at desc, d.id), '[]')
    from device d where d.technical_id = $1) end::text`

/**
 * Fields that are not given stay unchanged. A browser's session takes the name of its installation, so that revoking the device
 * ends it. A push token belongs to one installation: registering it moves it.
 */
export const registerDevice = `
  with held as (update session set install_id = $4 where id = $11 and channel = 'web' and install_id is distinct from $4)
  insert into device as d (user_id, vno_id, technical_id, install_id, platform, model, os, app_version, push_token)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (user_id, install_id) do update set platform = excluded.platform, model = coalesce(excluded.model, d.model),
    os = coalesce(excluded.os, d.os), app_version = coalesce(excluded.app_version, d.app_version),
    push_token = case when $10 then excluded.push_token else d.push_token end,
    vno_id = excluded.vno_id, technical_id = excluded.technical_id,
    last_seen_at = now(), revoked_at = null, version = d.version + 1, updated_at = now()
  returning d.id, ${record}::text as record`
export const takeToken = `update device set push_token = null, version = version + 1, updated_at = now()
  where push_token = $1 and not (user_id = $2 and install_id = $3)`

/** `$2` the person, `$3` the operator whose technicians' devices may be revoked: 0 none, null all. */
export const lockDevice = `select d.id, d.user_id, d.technical_id, d.vno_id, d.install_id, d.version, ${record} as record from device d
  where d.id = $1 and (d.user_id = $2 or (d.technical_id is not null and ($3::int is null or d.vno_id = $3))) for update`
export const revokeDevice = `update device d set revoked_at = coalesce(revoked_at, now()), push_token = null, version = version + 1,
  updated_at = now() where id = $1 returning ${record}::text as record`
export const endDeviceSessions = `update session set revoked_at = now(), id_token = null
  where user_id = $1 and install_id = $2 and revoked_at is null`

export const deviceKey = 'select device_key()'
