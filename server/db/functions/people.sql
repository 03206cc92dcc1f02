-- Invalidates links sent to an address when the person's address changes or the person is deleted.
create or replace function address_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from email_change where user_id = new.id;
  delete from password_reset where user_id = new.id;
  return null;
end $$;

-- Closes one account on behalf of an administrator. The person is erased unless there is another account; returns
-- whether the person was erased.
create or replace function erase_member(person bigint, kind text, account bigint, why text) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  everything boolean := app_all();
  was record;
begin
  select a.vno_id, a.email into was from (
    select id, user_id, vno_id, email, 'va' as kind from vno_admin_account
    union all select id, user_id, vno_id, email, 'te' from technical_account
    union all select id, user_id, null, email, 'ad' from admin_account) a
   where a.id = account and a.user_id = person and a.kind = erase_member.kind;
  if not found or app_technical() is not null or not (everything or was.vno_id = app_vno()) then raise exception 'not his to close'; end if;
  execute format('update %I set status = {accountStatus.unavailable}, email = null, search_name = %L, suspended_at = null, suspended_reason = null,
      version = version + 1, updated_at = app_now() where id = $1',
    case kind when 'va' then 'vno_admin_account' when 'te' then 'technical_account' else 'admin_account' end,
    'cuenta dada de baja') using account;
  delete from mail m where m.recipient = was.email and m.kind = 'invitation' and m.vno_id is not distinct from was.vno_id;
  if exists (select from vno_admin_account where user_id = person and status <> {accountStatus.unavailable})
    or exists (select from technical_account where user_id = person and status <> {accountStatus.unavailable})
    or exists (select from admin_account where user_id = person and status <> {accountStatus.unavailable}) then return false; end if;
  perform set_config('app.scope', 'all', true);
  perform erase_person(person, why);
  perform set_config('app.scope', case when everything then 'all' else 'vno' end, true);
  return true;
end $$;

-- Erases a person's data except id and audit trail. Copies of the name elsewhere, and the bytes of the picture, are
-- left to a job.
create or replace function erase_person(person bigint, why text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  was app_user;
  picture file;
begin
  if person is distinct from app_user_id() and not app_all() then raise exception 'not his own'; end if;
  select * into strict was from app_user where id = person for update;
  update session set revoked_at = coalesce(revoked_at, now()), id_token = null, user_agent = null, address = null, install_id = null
   where user_id = person;
  update vno_admin_account set status = {accountStatus.unavailable}, profile = '{}', suspended_reason = null, version = version + 1, updated_at = now()
   where user_id = person;
  update technical_account set status = {accountStatus.unavailable}, employee_code = null, suspended_reason = null,
    version = version + 1, updated_at = now()
   where user_id = person;
  update admin_account set status = {accountStatus.unavailable}, version = version + 1, updated_at = now() where user_id = person;
  update app_user set name = 'Cuenta dada de baja', email = format('persona-%s@baja.invalid', person), tax_id = null, phone = null,
    picture_file_id = null, password_hash = null, last_login_at = null, version = version + 1, updated_at = now()
   where id = person;
  delete from file where id = was.picture_file_id returning * into picture;
  insert into erased_person (user_id, reason, file_keys) values (person, why, array_remove(array[picture.key, picture.thumb_key], null))
    on conflict do nothing;
  delete from user_identity where user_id = person;
  delete from device where user_id = person;
  delete from ui_config where user_id = person;
  delete from idempotency where principal = 'user:' || person;
  delete from password_reset where user_id = person;
  delete from agreement_acceptance where user_id = person;
  update contact_request set message = '', diagnostics = null where user_id = person;
  delete from mail where recipient = was.email;
  update mail set subject = replace(subject, was.name, 'Cuenta dada de baja'), body = null, updated_at = now()
   where strpos(body, was.name) > 0 or strpos(body, was.email) > 0;
  update invitation set email = format('persona-%s@baja.invalid', person), name = null, updated_at = now()
   where used_by = person or email = was.email;
end $$;

-- Removes the name of an erased person from all records that the person created.
create or replace function erase_traces(person bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  place record;
begin
  for place in select c.table_name, c.data_type from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace and not k.relispartition
    where c.table_schema = 'public' and c.column_name = 'created_by' and c.data_type in ('json', 'jsonb') loop
    execute format($q$update %1$I set created_by = jsonb_set(created_by::jsonb, '{name}', '"Cuenta dada de baja"')::%2$s
      where created_by ->> 'id' = $1 and created_by ->> 'name' <> 'Cuenta dada de baja'$q$, place.table_name, place.data_type)
      using person::text;
  end loop;
end $$;
revoke execute on function erase_traces(bigint) from public;

-- Also removes messages about the erased person, and names that the person gave to own records.
create or replace function forget_person(person bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform erase_traces(person);
  update idempotency set body = '{}' where strpos(body, format('"user_id":%s,', person)) > 0;
  update notification n set payload = n.payload || '{"name": "Cuenta dada de baja"}'
    from (select 'va' as type, id from vno_admin_account where user_id = person
      union all select 'te', id from technical_account where user_id = person
      union all select 'ad', id from admin_account where user_id = person) a
   where n.kind = 'account_waiting' and n.payload ->> 'account_type' = a.type and n.payload ->> 'account_id' = a.id::text;
  -- Written in one transaction, so all have the same time.
  update mail m set subject = replace(m.subject, c.subject, 'Cuenta dada de baja'), body = null, updated_at = now()
    from contact_request c
   where c.user_id = person and c.subject <> '' and m.kind = 'contact' and m.created_at = c.created_at and strpos(m.subject, c.subject) > 0;
  update contact_request set subject = '' where user_id = person;
end $$;
revoke execute on function forget_person(bigint) from public;

-- A person without an account belongs to no operator: created here, the account follows in the same transaction.
create or replace function new_person(name text, tax_id text, phone text) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  made bigint;
begin
  if app_user_id() is null and not app_all() then raise exception 'no scope'; end if;
  insert into app_user (name, tax_id, phone) values ($1, $2, $3) returning id into made;
  return made;
end $$;
revoke execute on function new_person(text, text, text) from public;
grant execute on function new_person(text, text, text) to hilo_app;

create or replace function own_data() returns json language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  me bigint := app_user_id();
  technical bigint := (select id from technical_account where user_id = me);
  addresses text[] := array(select email from app_user where id = me and email is not null
    union select email from vno_admin_account where user_id = me and email is not null
    union select email from technical_account where user_id = me and email is not null
    union select email from admin_account where user_id = me and email is not null);
begin
  if me is null then raise exception 'nobody asks'; end if;
  return json_build_object(
    'person', (select json_build_object('id', id, 'name', name, 'email', email, 'tax_id', tax_id, 'phone', phone, 'locale', locale,
        'picture', picture_file_id, 'has_password', password_hash is not null, 'last_login_at', wire_time(last_login_at),
        'created_at', wire_time(created_at), 'updated_at', wire_time(updated_at)) from app_user where id = me),
    'accounts', (select coalesce(json_agg(json_build_object('type', a.type, 'id', a.id, 'status', a.status, 'email', a.email,
        'vno', case when v.id is not null then json_build_object('id', v.id, 'name', v.name) end,
        'role', json_build_object('id', r.id, 'name', r.name),
        'contractor', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end,
        'employee_code', a.employee_code, 'prl_valid_until', a.prl_valid_until, 'skills', a.skills, 'zones', a.zones,
        'profile', a.profile, 'suspended_at', wire_time(a.suspended_at), 'suspended_reason', a.suspended_reason,
        'created_at', wire_time(a.created_at), 'updated_at', wire_time(a.updated_at)) order by a.type), '[]') from (
      select 'va' as type, id, status, email, vno_id, role_id, null::bigint as contractor_id, null as employee_code,
          null::date as prl_valid_until, '{}'::text[] as skills, '{}'::text[] as zones, profile, suspended_at, suspended_reason,
          created_at, updated_at from vno_admin_account where user_id = me
      union all select 'te', id, status, email, vno_id, role_id, contractor_id, employee_code, prl_valid_until, skills, zones, profile,
          suspended_at, suspended_reason, created_at, updated_at from technical_account where user_id = me
      union all select 'ad', id, status, email, null, role_id, null, null, null, '{}', '{}', profile, suspended_at, suspended_reason,
          created_at, updated_at from admin_account where user_id = me) a
      left join vno v on v.id = a.vno_id left join role r on r.id = a.role_id left join contractor c on c.id = a.contractor_id),
    'identities', (select coalesce(json_agg(json_build_object('issuer', iss, 'subject', sub)), '[]') from user_identity where user_id = me),
    'sessions', (select coalesce(json_agg(json_build_object('id', id, 'channel', channel, 'install_id', install_id,
        'user_agent', user_agent, 'address', address, 'created_at', wire_time(created_at), 'last_seen_at', wire_time(last_seen_at),
        'expires_at', wire_time(expires_at), 'revoked_at', wire_time(revoked_at)) order by id), '[]') from session where user_id = me),
    'devices', (select coalesce(json_agg(json_build_object('id', id, 'install_id', install_id, 'platform', platform, 'model', model,
        'os', os, 'app_version', app_version, 'last_seen_at', wire_time(last_seen_at), 'revoked_at', wire_time(revoked_at),
        'created_at', wire_time(created_at)) order by id), '[]') from device where user_id = me),
    'agreements', (select coalesce(json_agg(json_build_object('kind', a.kind, 'version', a.version, 'title', a.title,
        'accepted_at', wire_time(c.accepted_at), 'address', c.address) order by c.accepted_at, a.id), '[]')
      from agreement_acceptance c join agreement a on a.id = c.agreement_id where c.user_id = me),
    'lists', (select coalesce(json_agg(json_build_object('list', list, 'config', config, 'updated_at', wire_time(updated_at))
        order by list), '[]') from ui_config where user_id = me),
    'contact_requests', (select coalesce(json_agg(json_build_object('id', id, 'subject', subject, 'message', message,
        'category', category, 'event_id', event_id, 'diagnostics', diagnostics, 'created_at', wire_time(created_at)) order by id), '[]')
      from contact_request where user_id = me),
    'invitations', (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'email', email, 'name', name, 'zones', zones,
        'state', state, 'expires_at', wire_time(expires_at), 'used_at', wire_time(used_at), 'created_at', wire_time(created_at))
        order by id), '[]') from invitation where used_by = me or email = any(addresses)),
    'messages', (select coalesce(json_agg(json_build_object('recipient', recipient, 'kind', kind, 'subject', subject,
        'body', case when kind not in ('password_reset', 'invitation') then body end, 'sent_at', wire_time(sent_at),
        'created_at', wire_time(created_at)) order by id), '[]') from mail where recipient = any(addresses)),
    'notices', (select coalesce(json_agg(json_build_object('kind', kind, 'event_id', event_id, 'at', wire_time(at)) order by id), '[]')
      from notification where technical_id = technical),
    'interventions', (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'work_kind', work_kind,
        'started_at', wire_time(started_at), 'finished_at', wire_time(finished_at), 'position_start', position_start,
        'position_end', position_end, 'device', device, 'created_at', wire_time(created_at)) order by id), '[]')
      from event where technical_id = technical),
    'notes', (select coalesce(json_agg(json_build_object('id', id, 'event_id', event_id, 'text', text,
        'created_at', wire_time(created_at)) order by id), '[]') from note where created_by ->> 'id' = me::text),
    'pictures', (select coalesce(json_agg(json_build_object('id', id, 'file_id', file_id, 'event_id', event_id, 'step', step,
        'taken_at', wire_time(taken_at), 'exif_taken_at', exif_taken_at, 'position', position, 'install_id', device_install_id,
        'received_at', wire_time(received_at)) order by id), '[]') from picture where created_by = me),
    'activity', (select coalesce(json_agg(json_build_object('at', wire_time(at), 'call', call, 'entity', entity,
        'entity_id', entity_id, 'channel', channel, 'device', device, 'address', address) order by at, id), '[]')
      from audit where actor_id = me));
end $$;
revoke execute on function own_data() from public;
grant execute on function own_data() to hilo_app;
