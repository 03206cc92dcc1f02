-- Account type of this transaction; null for jobs.
create or replace function app_actor_type() returns text language sql stable as $$
  select case when app_user_id() is null then null when app_technical() is not null then 'te' when app_vno() is not null then 'va'
    else 'ad' end $$;

-- The queue belongs to hilo_jobs, and its function checks no privileges: only the application's role may call it.
create or replace function app_add_job(task text, payload json, job_key text default null, run_at timestamptz default null,
  queue text default null, max_attempts int default null) returns void language plpgsql as $$
begin
  perform graphile_worker.app_add_job(task, payload, job_key, run_at, queue, max_attempts);
end $$;

-- Brings waiting jobs forward when the demonstration's clock is advanced.
create or replace function app_advance_jobs(seconds bigint) returns void language plpgsql as $$
begin
  perform graphile_worker.app_advance_jobs(seconds);
end $$;

create or replace function app_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.scope', true), '') = 'all';

-- Wraps the record that a change returns, in the round trip of its commit: without a record the change is rolled back.
create or replace function app_answer(before text, record text, after text) returns text language plpgsql immutable as $$
begin
  if record is null then raise exception 'no record to answer' using errcode = 'HL404'; end if;
  return before || record || after;
end $$;

-- Business time at the moment of evaluation, not at the start of the statement: a statement that waited for the lock of a box
-- must not date its work before the wait, or a cut during the wait would count as its own.
create or replace function app_now() returns timestamptz language sql stable as $$
  select clock_timestamp() + make_interval(secs => (select offset_s from demo_clock)) $$;

-- Opens a transaction's scope for a session: sets app.vno_id, app.scope, app.user_id and app.technical_id from current
-- data, and returns a stamp that changes whenever the session's rights may have changed. Null, without a scope, if the
-- session does not exist or has ended, or if its account or operator is suspended.
create or replace function app_open(token bytea) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s record;
  stamp text;
  vno int;
  said text;
begin
  select id, user_id, account_type, account_id, rights_at = n as known, rights_stamp, rights_vno into s from session, rights_clock
   where token_hash = token and revoked_at is null and expires_at > now() and last_seen_at + idle_limit > now();
  if found then
    if s.known then
      stamp := s.rights_stamp;
      vno := s.rights_vno;
    else
      select r.stamp, r.vno into stamp, vno from session_rights(s.id, s.user_id, s.account_type, s.account_id) r;
    end if;
  end if;
  -- An expression assignment is cheaper than a query.
  if stamp is null then
    said := set_config('app.scope', '', true);
    said := set_config('app.vno_id', '', true);
    said := set_config('app.user_id', '', true);
    said := set_config('app.technical_id', '', true);
    return null;
  end if;
  said := set_config('app.scope', case when s.account_type = 'ad' then 'all' else 'vno' end, true);
  said := set_config('app.vno_id', coalesce(vno::text, ''), true);
  said := set_config('app.user_id', s.user_id::text, true);
  said := set_config('app.technical_id', case when s.account_type = 'te' then s.account_id::text else '' end, true);
  return stamp;
end $$;

create or replace function app_technical() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.technical_id', true), '')::bigint;

create or replace function app_user_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::bigint;

create or replace function app_vno() returns int language sql stable parallel safe
  return nullif(current_setting('app.vno_id', true), '')::int;

-- Call and request of a change, if it had one.
create or replace function change_origin(of bigint) returns json language sql stable security definer set search_path = public, pg_temp as $$
  select json_build_object('call', call, 'request_id', request_id, 'origin', case when channel = 'api' then 1 else 2 end)
  from audit where xid = of order by id limit 1 $$;

-- Adds a row to the change log. Definer rights: a tenant's transaction may add such rows but read none.
create or replace function changed(area text, record_id bigint, version int, vno_id int, technical_id bigint default null) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into change_log (area, record_id, version, vno_id, technical_id) values ($1, $2, $3, $4, $5) $$;
