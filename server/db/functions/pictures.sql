-- Whether the same bytes were sent before for another step or intervention, of any operator: the answer reveals only
-- yes or no about a file that the sender already has. Concurrent uploads of the same bytes wait for each other.
create or replace function picture_reused(event bigint, step text, sha text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('picture:' || sha, 0));
  return exists (
    select from picture p where p.sha256 = decode($3, 'hex') and not p.signature
      and (p.event_id is distinct from $1 or p.step is distinct from $2));
end $$;

-- Whether the intervention's contractor has sent a similar picture within the last year, except for this step, where it
-- is a retake. Definer rights: a technician cannot see colleagues' pictures, and gets only yes or no.
create or replace function picture_seen_before(event bigint, step text, phash bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select 1 from event e
    join picture p on p.vno_id = e.vno_id
      and (p.contractor_id = e.contractor_id or (p.contractor_id is null and e.contractor_id is null))
    where e.id = $1 and (e.vno_id = app_vno() or app_all())
      and p.received_at > app_now() - interval '365 days'
      and (p.event_id is distinct from $1 or p.step is distinct from $2)
      and bit_count((p.phash # $3)::bit(64)) <= 6) $$;

create or replace function storage_count() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  f file := case when tg_op = 'INSERT' then new else old end;
  n bigint := (f.bytes + coalesce(f.thumb_bytes, 0)) * case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into storage_use values (coalesce(f.vno_id, 0), coalesce(f.created_by, 0), date_trunc('month', f.created_at)::date, n)
    on conflict (vno_id, user_id, month) do update set bytes = storage_use.bytes + excluded.bytes;
  return null;
end $$;

-- Whether an operator and one of its people are within their storage quotas, in bytes.
create or replace function storage_room(vno int, who bigint, most_vno bigint, most_user bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select sum(bytes) from storage_use where vno_id = coalesce(vno, 0)), 0) < most_vno
    and coalesce((select bytes from storage_use
      where vno_id = coalesce(vno, 0) and user_id = who and month = date_trunc('month', now())::date), 0) < most_user $$;
