-- A new agreement affects every session: each is read again before its next request.
create or replace function agreement_published() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update app_user set version = version + 1;
  return null;
end $$;

-- Mandatory agreements in force that a person has not accepted.
create or replace function agreements_due(person bigint) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select exists (
    select 1 from agreement a
    where a.mandatory and a.version = (select max(version) from agreement b where b.kind = a.kind)
      and not exists (select 1 from agreement_acceptance c where c.user_id = person and c.agreement_id = a.id)) $$;

-- HKDF-Expand (RFC 5869), one block, for the scope's person: the secret itself never leaves the database.
create or replace function device_key() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select encode(hmac_sha256(decode(value ->> 'key', 'hex'), convert_to('hilo device ' || app_user_id(), 'UTF8') || '\x01'), 'base64')
  from secret where name = 'device' and app_user_id() is not null $$;
revoke execute on function device_key() from public;
grant execute on function device_key() to hilo_app;

-- Erasing a person deletes the passkeys, whichever code erases the person.
create or replace function forget_passkeys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from passkey where user_id = new.user_id;
  delete from recovery_code where user_id = new.user_id;
  delete from login_step where user_id = new.user_id;
  return null;
end $$;

-- Advanced once per transaction, at its end, so that bulk changes of people do not block each other. The row stays
-- locked until the commit is visible: a reader of a time sees all changes up to it and none after.
create or replace function move_rights_clock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.rights_moved', true) is distinct from pg_current_xact_id()::text then
    update rights_clock set n = n + 1;
    perform set_config('app.rights_moved', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;

-- Personal data export of the passkeys, without key material.
create or replace function own_passkeys() returns json language sql stable security definer set search_path = public, pg_temp as $$
  select json_build_object('passkeys', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'synced', synced,
      'last_used_at', wire_time(last_used_at), 'created_at', wire_time(created_at)) order by id), '[]')
    from passkey where user_id = app_user_id()),
    'recovery_codes', (select count(*) from recovery_code where user_id = app_user_id() and used_at is null)) $$;
revoke execute on function own_passkeys() from public;
grant execute on function own_passkeys() to hilo_app;

-- Rights depend on who has a passkey and on who needs one.
create or replace function passkey_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update app_user set version = version + 1 where id = case tg_op when 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;

create or replace function passkey_demanded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then old.chosen -> 'passkey_for' end;
  now jsonb := case when tg_op <> 'DELETE' then new.chosen -> 'passkey_for' end;
begin
  if before is distinct from now then
    update app_user set version = version + 1 where id in (select user_id from admin_account where status <> {accountStatus.unavailable}
      union all select user_id from vno_admin_account where status <> {accountStatus.unavailable});
  end if;
  return null;
end $$;

-- Whether an administrator must sign in with a passkey and has none. `chosen`: value of the setting, i.e. whose
-- administrators need one.
create or replace function passkey_due(person bigint, kind text, operator int) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select kind in ('ad', 'va') and not exists (select from passkey where user_id = person)
    and exists (select from setting where (vno_id is null or (kind = 'va' and vno_id = operator))
      and chosen -> 'passkey_for' ? case kind when 'ad' then 'neutral_admins' else 'operator_admins' end) $$;

-- Session data that the server caches, as session_principal returns it, with what blocks the session; null under the
-- same conditions.
create or replace function session_person(token bytea) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  answer jsonb := session_principal(token)::jsonb;
  person bigint := (answer #>> '{user,id}')::bigint;
begin
  if answer is null then return null; end if;
  if person is not null and answer #>> '{user,email}' is null then
    answer := jsonb_set(answer, '{user,email}', to_jsonb(coalesce(
      (select email from vno_admin_account where user_id = person),
      (select email from technical_account where user_id = person),
      (select email from admin_account where user_id = person), '')));
  end if;
  -- An API key has no person: its operator accepted the agreements, and it needs no passkey.
  return answer || jsonb_build_object(
    'agreements_due', answer ->> 'channel' <> 'api' and coalesce(agreements_due(person), false),
    'passkey_due', answer ->> 'channel' <> 'api'
      and coalesce(passkey_due(person, answer ->> 'account_type', (answer #>> '{vno,id}')::int), false));
end $$;

-- Includes the operator's logo, for its people.
create or replace function session_principal(token bytea) returns json language plpgsql security definer set search_path = public, pg_temp as $$
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
    'privileges', case when coalesce(va.status, te.status, ad.status) = {accountStatus.active}
      and r.status = {enabledStatus.enabled} then r.privileges else '{}'::jsonb end,
    'profile', va.profile,
    'vno', case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'description', v.description,
      'externalId', v.external_id, 'status', json_build_object('id', v.status, 'comments', v.status_comments), 'logo_file_id', v.logo_file_id,
      'contact', json_build_object('noc_phone', v.contact ->> 'noc_phone', 'noc_email', v.contact ->> 'noc_email')) end,
    'contractor', case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'cif', c.cif) end,
    'employee_code', te.employee_code, 'prl_valid_until', te.prl_valid_until, 'skills', te.skills, 'zones', te.zones)
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

-- Stamp of a session account's rights, which changes whenever they may have changed, and its operator. No stamp if
-- account or operator is suspended. One snapshot for all values: the clock's time is valid only together with them.
create or replace function session_rights(id bigint, person bigint, kind text, account bigint, out stamp text, out vno int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  before text := coalesce(current_setting('app.scope', true), '');
  said text := set_config('app.scope', 'all', true);
begin
  if kind = 'va' then
    select concat_ws('.', $1, u.version, a.version, r.version, v.version), a.vno_id into stamp, vno
      from vno_admin_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id join vno v on v.id = a.vno_id
     where a.id = account and a.user_id = person
       and a.status in ({accountStatus.created}, {accountStatus.waiting_approval}, {accountStatus.active}) and v.status = {vnoStatus.enabled};
  elsif kind = 'te' then
    select concat_ws('.', $1, u.version, a.version, r.version, v.version), a.vno_id into stamp, vno
      from technical_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id join vno v on v.id = a.vno_id
     where a.id = account and a.user_id = person
       and a.status in ({accountStatus.created}, {accountStatus.waiting_approval}, {accountStatus.active}) and v.status = {vnoStatus.enabled};
  else
    select concat_ws('.', $1, u.version, a.version, r.version) into stamp
      from admin_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id
     where a.id = account and a.user_id = person
       and a.status in ({accountStatus.created}, {accountStatus.waiting_approval}, {accountStatus.active});
  end if;
  said := set_config('app.scope', before, true);
end $$;
revoke execute on function session_rights(bigint, bigint, text, bigint) from public;

-- Records a use of a session: extends the idle limit, and marks its rights as read until the clock advances.
create or replace function session_seen(seen bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update session s set last_seen_at = now(), rights_at = n,
    (rights_stamp, rights_vno) = (select stamp, vno from session_rights(s.id, s.user_id, s.account_type, s.account_id))
    from rights_clock where s.id = seen and s.revoked_at is null $$;
