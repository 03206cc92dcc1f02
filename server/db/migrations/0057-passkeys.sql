-- A second factor at the embedded issuer: passkeys (WebAuthn), and recovery codes for whoever has lost his.

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- Chosen by the authenticator, base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- COSE.
  public_key bytea not null,
  -- Signatures made so far, as the authenticator counts them; 0 for one that does not count.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- Kept by its maker on several devices of the person.
  synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  last_used_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index passkey_person on passkey (user_id);

create table recovery_code (
  user_id bigint not null references app_user,
  -- SHA-256 of person and code; a code has 73 random bits.
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- A sign-in under way at the embedded issuer that asks for more than the password.
create table login_step (
  -- Of the interaction.
  uid text primary key,
  -- Whose password was right; null when the passkey alone is to tell who it is.
  user_id bigint references app_user,
  -- How the person has proven himself (RFC 8176); null while the second factor is missing.
  amr text[],
  proven_at timestamptz(3) not null,
  -- Asked of the authenticator, answered once.
  challenge text,
  challenged_at timestamptz(3)
);
create index login_step_age on login_step (proven_at);

do $$
declare
  name text;
begin
  foreach name in array array['passkey', 'recovery_code', 'login_step'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
  end loop;
  foreach name in array array['passkey', 'recovery_code'] loop
    execute format('create policy own on %I using (user_id = (select app_user_id()) or (select app_all()))
      with check (user_id = (select app_user_id()) or (select app_all()))', name);
  end loop;
end $$;
create policy entering on login_step using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on passkey, recovery_code, login_step to hilo_app;
grant usage, select on all sequences in schema public to hilo_app;

-- Whether an administrator has to sign in with a passkey and has none. `chosen` of the setting: whose administrators.
create function passkey_due(person bigint, kind text, operator int) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select kind in ('ad', 'va') and not exists (select from passkey where user_id = person)
    and exists (select from setting where (vno_id is null or (kind = 'va' and vno_id = operator))
      and chosen -> 'passkey_for' ? case kind when 'ad' then 'neutral_admins' else 'operator_admins' end) $$;

-- Rights depend on both: who has a passkey, and who needs one.
create function passkey_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update app_user set version = version + 1 where id = case tg_op when 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;
create trigger passkey_changed after insert or delete on passkey for each row execute function passkey_changed();

create function passkey_demanded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then old.chosen -> 'passkey_for' end;
  now jsonb := case when tg_op <> 'DELETE' then new.chosen -> 'passkey_for' end;
begin
  if before is distinct from now then
    update app_user set version = version + 1 where id in (select user_id from admin_account where status <> 5
      union all select user_id from vno_admin_account where status <> 5);
  end if;
  return null;
end $$;
create trigger passkey_demanded after insert or update or delete on setting for each row execute function passkey_demanded();

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
  -- A key is nobody's person: its operator has agreed, and no authenticator answers for it.
  return answer || jsonb_build_object(
    'agreements_due', answer ->> 'channel' <> 'api' and coalesce(agreements_due(person), false),
    'passkey_due', answer ->> 'channel' <> 'api'
      and coalesce(passkey_due(person, answer ->> 'account_type', (answer #>> '{vno,id}')::int), false));
end $$;

-- A person who is forgotten takes his second factor along, whichever way he leaves.
create function forget_passkeys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from passkey where user_id = new.user_id;
  delete from recovery_code where user_id = new.user_id;
  delete from login_step where user_id = new.user_id;
  return null;
end $$;
create trigger forget_passkeys after insert or update on erased_person for each row execute function forget_passkeys();

-- The second factor as its person takes it along: what opens an account stays out.
create function own_passkeys() returns json language sql stable security definer set search_path = public, pg_temp as $$
  select json_build_object('passkeys', (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'synced', synced,
      'last_used_at', wire_time(last_used_at), 'created_at', wire_time(created_at)) order by id), '[]')
    from passkey where user_id = app_user_id()),
    'recovery_codes', (select count(*) from recovery_code where user_id = app_user_id() and used_at is null)) $$;
revoke all on function own_passkeys() from public;
grant execute on function own_passkeys() to hilo_app;
