-- People, their sessions and what they asked are read within a scope, like everything else. Signing in, which comes before any
-- session, opens the scope of all operators for its own transaction (server/auth).

-- Partitions were made before the application's role got its grants, so they had them too: only the parent carries the policy.
do $$ declare
  name regclass;
begin
  for name in select i.inhrelid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' loop
    execute format('revoke all on %s from hilo_app, public', name);
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy owner on %s to current_user using (true) with check (true)', name);
  end loop;
end $$;

create or replace function audit_partition(day date) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', day)::date;
  name text := 'audit_' || to_char(first, 'YYYYMM');
begin
  if to_regclass('public.' || name) is null then
    execute format('create table public.%I partition of public.audit for values from (%L) to (%L)',
      name, first, (first + interval '1 month')::date);
    execute format('revoke all on public.%I from hilo_app, public', name);
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy owner on public.%I to current_user using (true) with check (true)', name);
  end if;
end $$;

do $$ declare
  name text;
begin
  foreach name in array array['app_user', 'session', 'user_identity', 'idempotency', 'admin_account'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
  end loop;
end $$;

-- Oneself, and the people of one's operator: what the policies of their accounts let through.
create policy tenant on app_user using (id = (select app_user_id()) or (select app_all())
    or exists (select from vno_admin_account a where a.user_id = app_user.id)
    or exists (select from technical_account a where a.user_id = app_user.id))
  with check (id = (select app_user_id()) or (select app_all())
    or exists (select from vno_admin_account a where a.user_id = app_user.id)
    or exists (select from technical_account a where a.user_id = app_user.id));

create policy tenant on admin_account using (user_id = (select app_user_id()) or (select app_all()))
  with check (user_id = (select app_user_id()) or (select app_all()));

create policy own on user_identity using (user_id = (select app_user_id()) or (select app_all()))
  with check (user_id = (select app_user_id()) or (select app_all()));

-- A technician administers nobody's sessions but his own.
create policy tenant on session using (user_id = (select app_user_id()) or (select app_all())
    or ((select app_technical()) is null
      and (account_type = 'va' and exists (select from vno_admin_account a where a.id = account_id)
        or account_type = 'te' and exists (select from technical_account a where a.id = account_id))))
  with check (user_id = (select app_user_id()) or (select app_all())
    or ((select app_technical()) is null
      and (account_type = 'va' and exists (select from vno_admin_account a where a.id = account_id)
        or account_type = 'te' and exists (select from technical_account a where a.id = account_id))));

-- Answers to one's own requests. Those of visitors belong to signing in, where nobody is anybody yet.
create policy own on idempotency
  using (case when (select app_user_id()) is null then (select app_all()) else principal = 'user:' || (select app_user_id()) end)
  with check (case when (select app_user_id()) is null then (select app_all()) else principal = 'user:' || (select app_user_id()) end);

-- A person who has no account yet belongs to no operator: made here, and given an account in the same transaction.
create function new_person(name text, tax_id text, phone text) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  made bigint;
begin
  if app_user_id() is null and not app_all() then raise exception 'no scope'; end if;
  insert into app_user (name, tax_id, phone) values ($1, $2, $3) returning id into made;
  return made;
end $$;
revoke all on function new_person(text, text, text) from public;
grant execute on function new_person(text, text, text) to hilo_app;

-- Names of whoever may have acted on an operator's records: its own people and the neutral operator's. Nothing but the name.
create view actor_name with (security_barrier) as
  select u.id, u.name from app_user u
   where (select app_all()) or ((select app_vno()) is not null
     and (exists (select from admin_account a where a.user_id = u.id)
       or exists (select from vno_admin_account a where a.user_id = u.id and a.vno_id = (select app_vno()))
       or exists (select from technical_account a where a.user_id = u.id and a.vno_id = (select app_vno()))));
grant select on actor_name to hilo_app;
