-- As it was, with the columns that a view has of its own.
create or replace function shared_views() returns json language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(json_object_agg(s.list, s.views), '{}') from (
    select c.list, json_agg(json_strip_nulls(json_build_object('name', v.view ->> 'name', 'search', v.view ->> 'search',
      'columns', v.view -> 'columns', 'by', u.name, 'by_id', u.id)) order by v.view ->> 'name', u.id) as views
    from ui_config c
      join app_user u on u.id = c.user_id
      left join vno_admin_account a on a.user_id = c.user_id and a.status = 4
      left join admin_account n on n.user_id = c.user_id and n.status = 4
      cross join lateral jsonb_array_elements(c.config -> 'views') as v(view)
    where c.user_id <> app_user_id() and app_technical() is null
      and jsonb_path_exists(c.config, '$.views[*] ? (@.shared == true)')
      and jsonb_typeof(c.config -> 'views') = 'array' and v.view -> 'shared' = 'true'
      and case when app_vno() is null then app_all() and n.id is not null and a.id is null
        else a.vno_id = app_vno() and n.id is null end
    group by c.list) s
$$;
