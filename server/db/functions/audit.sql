-- Call after restoring a copy into another cluster, whose transaction ids start elsewhere.
create or replace function audit_continue() returns void language sql as $$
  update audit_head h set shift = h.shift + d.behind from (
    select greatest(a.to_xid, (select max(xid) from audit), (select max(xid) from event_history), (select max(xid) from cto_history),
      (select max(xid) from port_history)) - a.shift - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1 as behind
    from audit_head a) d
  where d.behind > 0 $$;
revoke execute on function audit_continue from public;

-- One hash over all rows of the transactions after `low` up to `high`. `early`: one of the rows was anonymized before
-- its time.
create or replace function audit_digest(low bigint, high bigint, out rows int, out content bytea, out first_at timestamptz, out early boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  with sealed as (
    select 1 as kind, id, xid, at, audit_text(a) as text, salt is null and at > now() - interval '12 months' as early
      from audit a where xid > low and xid <= high
    union all select 2, id, xid, at, event_history_text(h), false from event_history h where xid > low and xid <= high
    union all select 3, id, xid, at, cto_history_text(h), false from cto_history h where xid > low and xid <= high
    union all select 4, id, xid, at, port_history_text(h), false from port_history h where xid > low and xid <= high)
  select count(*)::int, sha256(coalesce(string_agg(sha256(convert_to(text, 'UTF8')), ''::bytea order by xid, kind, id), '')),
    min(at), coalesce(bool_or(early), false) from sealed $$;
revoke execute on function audit_digest from public;
grant execute on function audit_digest to hilo_app;

-- Removes personal data after twelve months, at most one month of rows per call.
create or replace function audit_forget() returns void language plpgsql as $$
declare
  since timestamptz := (select greatest(forgotten_until, (select min(at) from audit)) from audit_head);
  upto timestamptz := least(since + interval '1 month', now() - interval '12 months');
begin
  if upto is null or upto <= since then return; end if;
  update audit a set personal = audit_personal(a), before = audit_plain(before), after = audit_plain(after), device = null,
    address = null, salt = null
  where at >= since and at < upto and salt is not null and xid <= (select to_xid from audit_head);
  update audit_head set forgotten_until = upto;
end $$;
revoke execute on function audit_forget from public;

-- Rows older than this are deleted.
create or replace function audit_kept_since() returns timestamptz language sql stable as $$ select date_trunc('month', now() - interval '5 years') $$;

-- Creates the partition of the month that contains `day`, if it is missing.
create or replace function audit_partition(day date) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', day)::date;
  name text := 'audit_' || to_char(first, 'YYYYMM');
begin
  if to_regclass('public.' || name) is null then
    -- Attached rather than created as a partition: that would wait for all readers, and all writers for it. Two starting
    -- processes may both find none; the lock lets one pass, and the other see what it has created.
    lock table public.audit in share update exclusive mode;
  end if;
  if to_regclass('public.' || name) is null then
    execute format('create table public.%I (like public.audit including defaults including constraints)', name);
    execute format('revoke all on public.%I from hilo_app, public', name);
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy owner on public.%I to current_user using (true) with check (true)', name);
    execute format('alter table public.audit attach partition public.%I for values from (%L) to (%L)',
      name, first, (first + interval '1 month')::date);
  end if;
end $$;

-- The value without personal data.
create or replace function audit_plain(value jsonb) returns jsonb language plpgsql immutable as $$
declare
  personal constant text := '(pwd|password|secret|token|email|phone|tax_?id|customer|contact|position|home|name$)';
begin
  if value is null or value::text !~* '(pwd|password|secret|token|email|phone|tax_?id|customer|contact|position|home|name)' then
    return value;
  end if;
  case jsonb_typeof(value)
    when 'object' then
      return (select jsonb_object_agg(e.key, case when jsonb_typeof(e.value) <> 'null' and e.key ~* personal
        then '"•••"'::jsonb else audit_plain(e.value) end) from jsonb_each(value) e);
    when 'array' then
      return (select jsonb_agg(audit_plain(e.value) order by e.n) from jsonb_array_elements(value) with ordinality e(value, n));
    else return value;
  end case;
end $$;

-- Deletes partitions older than the retention.
create or replace function audit_retire() returns void language plpgsql as $$
declare
  name text;
  kept text := 'audit_' || to_char(audit_kept_since(), 'YYYYMM');
begin
  for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit'::regclass loop
    if name < kept then execute format('drop table %I', name); end if;
  end loop;
  delete from event_history where at < audit_kept_since();
  delete from cto_history where at < audit_kept_since();
  delete from port_history where at < audit_kept_since();
end $$;
revoke execute on function audit_retire from public;

-- Transaction id of a sealed row: never lower than that of an earlier seal, on whichever cluster.
create or replace function audit_xid() returns bigint language sql volatile security definer set search_path = public, pg_temp as $$
  select pg_current_xact_id()::text::bigint + shift from audit_head $$;

-- Seals the rows committed since the last seal, about `most` of them, and returns their number. A concurrent call
-- returns 0.
create or replace function seal_audit(most int) returns int language plpgsql as $$
declare
  head audit_head%rowtype;
  horizon bigint;
  seal audit_seal%rowtype;
begin
  select * into head from audit_head for update skip locked;
  if not found then return 0; end if;
  -- All transactions below this id have ended: no row can be added there any more.
  horizon := pg_snapshot_xmin(pg_current_snapshot())::text::bigint + head.shift;
  select max(xid) into seal.to_xid from (
    select xid from (
      (select xid from audit where xid > head.to_xid and xid < horizon order by xid limit most) union all
      (select xid from event_history where xid > head.to_xid and xid < horizon order by xid limit most) union all
      (select xid from cto_history where xid > head.to_xid and xid < horizon order by xid limit most) union all
      (select xid from port_history where xid > head.to_xid and xid < horizon order by xid limit most)) waiting
    order by xid limit most) next;
  if seal.to_xid is null then return 0; end if;
  seal.id := head.seal_id + 1;
  seal.from_xid := head.to_xid;
  seal.previous := head.hash;
  seal.at := clock_timestamp();
  select d.rows, d.content, d.first_at into seal.rows, seal.content, seal.first_at from audit_digest(seal.from_xid, seal.to_xid) d;
  seal.hash := seal_hash(seal);
  insert into audit_seal select seal.*;
  update audit_head set seal_id = seal.id, to_xid = seal.to_xid, hash = seal.hash;
  return seal.rows;
end $$;
revoke execute on function seal_audit from public;
