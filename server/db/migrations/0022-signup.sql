-- Signing up and leaving.

-- Who signs up by himself claims an address that nobody has verified: it stands with his account, and is the person's own once an
-- administrator approves him. Several may claim the same one, so that a claim tells nothing of who has it already.
create function address_claimed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update app_user set email = new.email, version = version + 1 where id = new.user_id and email is null;
  return null;
end $$;
create trigger address_claimed after update of status on vno_admin_account
  for each row when (old.status = 2 and new.status = 4) execute function address_claimed();
create trigger address_claimed after update of status on technical_account
  for each row when (old.status = 2 and new.status = 4) execute function address_claimed();

-- The newest claim of an address that is still waiting, with its password.
create function waiting_claim(address text) returns table (id bigint, password_hash text) language sql stable security definer
  set search_path = public, pg_temp as $$
  select u.id, u.password_hash from (
    select user_id from vno_admin_account where email = address and status = 2
    union all select user_id from technical_account where email = address and status = 2) a
  join app_user u on u.id = a.user_id and u.email is null order by u.id desc limit 1 $$;

-- Everything that the server keeps in memory of a session, as session_principal answers it, with what bars its way: null like it.
create function session_person(token bytea) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
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
  -- A key is nobody's person: its operator has agreed.
  return answer || jsonb_build_object('agreements_due', answer ->> 'channel' <> 'api' and coalesce(agreements_due(person), false));
end $$;

-- Everything of a person goes but his number and what he did. What bears his name elsewhere, and the bytes of his picture, are
-- left to a job.
create function erase_person(person bigint, why text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  was app_user;
  picture file;
begin
  if person is distinct from app_user_id() and not app_all() then raise exception 'not his own'; end if;
  select * into strict was from app_user where id = person for update;
  update session set revoked_at = coalesce(revoked_at, now()), id_token = null, user_agent = null, address = null, install_id = null
   where user_id = person;
  update vno_admin_account set status = 5, profile = '{}', suspended_reason = null, version = version + 1, updated_at = now()
   where user_id = person;
  update technical_account set status = 5, employee_code = null, suspended_reason = null, version = version + 1, updated_at = now()
   where user_id = person;
  update admin_account set status = 5, version = version + 1, updated_at = now() where user_id = person;
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

-- Takes the name of a person who is gone from every record that he created.
create function erase_traces(person bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
revoke all on function erase_traces(bigint) from public;
