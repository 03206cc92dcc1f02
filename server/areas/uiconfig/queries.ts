/** SQL of a person's list configuration. `$1` is the person. */

export const mine = `select json_build_object('key', 'userUIConfig_' || $1::bigint,
  'lists', coalesce(json_object_agg(list, config || jsonb_build_object('version', version)), '{}'),
  'version', coalesce(max(version), 0))::text
  from ui_config where user_id = $1`

export const versionOf = 'select version, config from ui_config where user_id = $1 and list = $2 for update'

export const save = `insert into ui_config (user_id, list, config) values ($1, $2, $3)
  on conflict (user_id, list) do update set config = excluded.config, version = ui_config.version + 1, updated_at = now()`

export const remove = 'delete from ui_config where user_id = $1 and list = $2'
