/** SQL of a person's list configuration. `$1` is the person. */

const record = `json_build_object('key', 'userUIConfig_' || $1::bigint,
  'lists', coalesce(json_object_agg(l.list, l.config || jsonb_build_object('version', l.version)) filter (where l.list is not null), '{}'),
  'version', coalesce(max(l.version), 0), 'shared', shared_views())`

export const mine = `select ${record}::text from ui_config l where l.user_id = $1`

/**
 * Saves (or with `$3` null removes) the configuration of the list `$2` if its version is still `$4`, or unconditionally if
 * `$4` is null. Returns whether that failed, the former value, and the whole record afterwards.
 */
export const change = `with before as (select version, config from ui_config where user_id = $1 and list = $2 for update),
allowed as (select 1 where $4::int is null or coalesce((select version from before), 0) = $4::int),
saved as (insert into ui_config (user_id, list, config) select $1, $2, $3::jsonb from allowed where $3::jsonb is not null
  on conflict (user_id, list) do update set config = excluded.config, version = ui_config.version + 1, updated_at = now()
    where $4::int is null or ui_config.version = $4::int
  returning list, config, version),
removed as (delete from ui_config using allowed where user_id = $1 and list = $2 and $3::jsonb is null returning list),
refused as (select 1 where not exists (select 1 from allowed) or ($3::jsonb is not null and not exists (select 1 from saved)))
select json_build_object('refused', exists (select 1 from refused), 'before', (select config from before), 'record', ${record})::text
from (select list, config, version from ui_config where user_id = $1 and (list <> $2 or exists (select 1 from refused))
  union all select list, config, version from saved) l`
