-- Whether a session may still do what it could is known without asking five tables at every request: a clock moves with whatever
-- decides it, in the same transaction, and a session keeps what it was allowed with the time of that clock.

create table rights_clock (
  one boolean primary key default true check (one),
  n bigint not null default 1
);
insert into rights_clock default values;

alter table session
  -- As session_rights answered when rights_clock stood at rights_at; worth nothing at any other time.
  add column rights_at bigint,
  add column rights_stamp text,
  add column rights_vno int;

-- Moved once by each transaction, when it ends: whoever changes many people holds up nobody else who does. Its row is locked until
-- the commit is seen, so that who sees a time sees everything that was changed until then and nothing of what came after.
create function move_rights_clock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.rights_moved', true) is distinct from pg_current_xact_id()::text then
    update rights_clock set n = n + 1;
    perform set_config('app.rights_moved', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;

create constraint trigger moves_rights after update of version or delete on app_user
  deferrable initially deferred for each row execute function move_rights_clock();
create constraint trigger moves_rights after update of version or delete on role
  deferrable initially deferred for each row execute function move_rights_clock();
create constraint trigger moves_rights after update of version, status or delete on vno
  deferrable initially deferred for each row execute function move_rights_clock();
create constraint trigger moves_rights after update of version, status, user_id, role_id, vno_id or delete on vno_admin_account
  deferrable initially deferred for each row execute function move_rights_clock();
create constraint trigger moves_rights after update of version, status, user_id, role_id, vno_id or delete on technical_account
  deferrable initially deferred for each row execute function move_rights_clock();
create constraint trigger moves_rights after update of version, status, user_id, role_id or delete on admin_account
  deferrable initially deferred for each row execute function move_rights_clock();

-- What a session's account may do, as a stamp that changes whenever that may have changed, and its operator. No stamp when the
-- account or its operator is suspended. All of it as one snapshot sees it: the clock's time is worth nothing beside anything else.
create function session_rights(id bigint, person bigint, kind text, account bigint, out stamp text, out vno int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  before text := coalesce(current_setting('app.scope', true), '');
  said text := set_config('app.scope', 'all', true);
begin
  if kind = 'va' then
    select concat_ws('.', $1, u.version, a.version, r.version, v.version), a.vno_id into stamp, vno
      from vno_admin_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id join vno v on v.id = a.vno_id
     where a.id = account and a.user_id = person and a.status in (1, 2, 4) and v.status = 1;
  elsif kind = 'te' then
    select concat_ws('.', $1, u.version, a.version, r.version, v.version), a.vno_id into stamp, vno
      from technical_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id join vno v on v.id = a.vno_id
     where a.id = account and a.user_id = person and a.status in (1, 2, 4) and v.status = 1;
  else
    select concat_ws('.', $1, u.version, a.version, r.version) into stamp
      from admin_account a join app_user u on u.id = a.user_id join role r on r.id = a.role_id
     where a.id = account and a.user_id = person and a.status in (1, 2, 4);
  end if;
  said := set_config('app.scope', before, true);
end $$;
revoke all on function session_rights(bigint, bigint, text, bigint) from public;

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
  -- An assignment is worked out at once, where a query would be opened and closed.
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

-- A session that was used: its idle limit moves, and what it may do is known until the clock moves on.
create function session_seen(seen bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update session s set last_seen_at = now(), rights_at = n,
    (rights_stamp, rights_vno) = (select stamp, vno from session_rights(s.id, s.user_id, s.account_type, s.account_id))
    from rights_clock where s.id = seen and s.revoked_at is null $$;
