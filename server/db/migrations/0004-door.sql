-- The one door through which a request gets its scope, and what the application's role may touch.

-- Opens a transaction's scope for a session: sets app.vno_id, app.scope, app.user_id and app.technical_id from what the
-- database says now, and answers a stamp that changes whenever the session's rights may have changed. Null, and no
-- scope at all, when the session does not exist, has ended, or its account or operator is suspended.
create function app_open(token bytea) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s record;
  stamp text;
  vno int;
begin
  select id, user_id, account_type, account_id into s from session
   where token_hash = token and revoked_at is null and expires_at > now() and last_seen_at + idle_limit > now();
  if found then
    perform set_config('app.scope', 'all', true);
    if s.account_type = 'va' then
      select concat_ws('.', s.id, u.version, a.version, r.version, v.version), a.vno_id into stamp, vno
        from vno_admin_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id join vno v on v.id = a.vno_id
       where a.id = s.account_id and a.user_id = s.user_id and a.status in (1, 2, 4) and v.status = 1;
    elsif s.account_type = 'te' then
      select concat_ws('.', s.id, u.version, a.version, r.version, v.version), a.vno_id into stamp, vno
        from technical_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id join vno v on v.id = a.vno_id
       where a.id = s.account_id and a.user_id = s.user_id and a.status in (1, 2, 4) and v.status = 1;
    else
      select concat_ws('.', s.id, u.version, a.version, r.version) into stamp
        from admin_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id
       where a.id = s.account_id and a.user_id = s.user_id and a.status in (1, 2, 4);
    end if;
  end if;
  if stamp is null then
    perform set_config('app.scope', '', true), set_config('app.vno_id', '', true), set_config('app.user_id', '', true),
      set_config('app.technical_id', '', true);
    return null;
  end if;
  perform set_config('app.scope', case when s.account_type = 'ad' then 'all' else 'vno' end, true),
    set_config('app.vno_id', coalesce(vno::text, ''), true),
    set_config('app.user_id', s.user_id::text, true),
    set_config('app.technical_id', case when s.account_type = 'te' then s.account_id::text else '' end, true);
  return stamp;
end $$;

-- Everything the server keeps in memory of a session, with the stamp that app_open answers for it. Null like app_open.
create function session_principal(token bytea) returns json language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stamp text := app_open(token);
  answer json;
begin
  if stamp is null then return null; end if;
  perform set_config('app.scope', 'all', true);
  select json_build_object(
    'stamp', stamp, 'session_id', s.id, 'account_type', s.account_type, 'account_id', s.account_id, 'channel', s.channel,
    'expires_at', wire_time(s.expires_at), 'install_id', s.install_id,
    'user', json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'tax_id', u.tax_id, 'phone', u.phone,
      'picture', u.picture_file_id),
    'role', json_build_object('id', r.id, 'key', r.key, 'name', r.name),
    'base', r.base,
    'status', coalesce(va.status, te.status, ad.status),
    'privileges', case when coalesce(va.status, te.status, ad.status) = 4 and r.status = 1 then r.privileges else '{}'::jsonb end,
    'profile', va.profile,
    'vno', case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'description', v.description,
      'externalId', v.external_id, 'status', json_build_object('id', v.status, 'comments', v.status_comments)) end,
    'contractor', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end,
    'employee_code', te.employee_code, 'prl_valid_until', te.prl_valid_until)
  into answer
  from session s
  join app_user u on u.id = s.user_id
  left join vno_admin_account va on s.account_type = 'va' and va.id = s.account_id
  left join technical_account te on s.account_type = 'te' and te.id = s.account_id
  left join admin_account ad on s.account_type = 'ad' and ad.id = s.account_id
  left join role r on r.id = coalesce(va.role_id, te.role_id, ad.role_id)
  left join vno v on v.id = coalesce(va.vno_id, te.vno_id)
  left join contractor c on c.id = te.contractor_id
  where s.token_hash = token;
  perform app_open(token);
  return answer;
end $$;

-- What others' ports show: number, state and traffic light, nothing else; figures for one's own ports and the neutral operator.
create function faceplate(box bigint) returns json language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  viewer int := app_vno();
  everything boolean := app_all();
  answer json;
begin
  if viewer is null and not everything then return null; end if;
  perform set_config('app.scope', 'all', true);
  select coalesce(json_agg(json_build_object(
    'port', p.number, 'port_state', p.state, 'state', p.optical_state,
    'own', coalesce(a.vno_id = viewer, false),
    'rx_dbm', case when a.vno_id = viewer or everything then a.rx_dbm end,
    'olt_rx_dbm', case when a.vno_id = viewer or everything then a.olt_rx_dbm end,
    'light', case p.optical_state when 'online' then case when a.rx_dbm < -26 then 'weak' else 'ok' end
      when 'los' then 'dark' when 'dying_gasp' then 'off' when 'admin_down' then 'off' else 'unknown' end,
    'read_at', wire_time(coalesce(a.read_at, p.read_at))) order by p.number), '[]') into answer
  from port p
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  where p.cto_id = box;
  perform set_config('app.scope', case when everything then 'all' else 'vno' end, true);
  return answer;
end $$;

grant usage on schema public to hilo_app;
revoke create on schema public from public;
grant select on all tables in schema public to hilo_app;
revoke all on secret from hilo_app;
grant insert, update, delete on login_attempt, rate_count, idempotency, oidc_payload, ui_config to hilo_app;
grant insert, update on app_user, user_identity, session, vno, role, contractor, vno_admin_account, technical_account,
  admin_account, olt, pon, cto, port, access, drop_cable, port_assignment, service_order, event to hilo_app;
grant insert, update, delete on port_claim to hilo_app;
grant delete on role to hilo_app;
grant insert on audit to hilo_app;
grant usage, select on all sequences in schema public to hilo_app;
