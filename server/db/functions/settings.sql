create or replace function set_webhook_secret(operator int, secret text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if operator is distinct from app_vno() and not app_all() then raise exception 'not its own'; end if;
  if secret is null then
    delete from vno_secret where vno_id = operator;
  else
    insert into vno_secret (vno_id, webhook_secret) values (operator, secret)
      on conflict (vno_id) do update set webhook_secret = excluded.webhook_secret;
  end if;
end $$;

-- An operator's setting; null means the default.
create or replace function setting_of(vno int, key text) returns jsonb language sql stable as $$
  select coalesce((select chosen -> key from setting where vno_id = vno), (select chosen -> key from setting where vno_id is null)) $$;

-- Settings of an operator, merged over those for all operators.
create or replace function settings_of(vno int) returns jsonb language sql stable as $$
  select coalesce((select chosen from setting where vno_id is null), '{}') || coalesce((select chosen from setting where vno_id = vno), '{}') $$;

-- Shared views of every list, with their authors.
create or replace function shared_views() returns json language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(json_object_agg(s.list, s.views), '{}') from (
    select c.list, json_agg(json_strip_nulls(json_build_object('name', v.view ->> 'name', 'search', v.view ->> 'search',
      'columns', v.view -> 'columns', 'by', u.name, 'by_id', u.id)) order by v.view ->> 'name', u.id) as views
    from ui_config c
      join app_user u on u.id = c.user_id
      left join vno_admin_account a on a.user_id = c.user_id and a.status = {accountStatus.active}
      left join admin_account n on n.user_id = c.user_id and n.status = {accountStatus.active}
      cross join lateral jsonb_array_elements(c.config -> 'views') as v(view)
    where c.user_id <> app_user_id() and app_technical() is null
      and jsonb_path_exists(c.config, '$.views[*] ? (@.shared == true)')
      and jsonb_typeof(c.config -> 'views') = 'array' and v.view -> 'shared' = 'true'
      and case when app_vno() is null then app_all() and n.id is not null and a.id is null
        else a.vno_id = app_vno() and n.id is null end
    group by c.list) s
$$;
revoke execute on function shared_views() from public;
grant execute on function shared_views() to hilo_app;

create or replace function webhook_secret(operator int) returns text language sql stable security definer
  set search_path = public, pg_temp as $$ select webhook_secret from vno_secret where vno_id = operator and app_all() $$;

-- Public half of the key pair for Web Push, which browsers need to subscribe.
create or replace function web_push_key() returns text language sql stable security definer
  set search_path = public, pg_temp as $$ select value ->> 'public' from secret where name = 'web_push' $$;

-- Both halves, for the process only.
create or replace function web_push_keys() returns jsonb language sql stable security definer
  set search_path = public, pg_temp as $$ select value from secret where name = 'web_push' and app_all() $$;
