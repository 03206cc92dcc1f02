-- Which figure of which port a picture proves: {"figure", "value", "port"}. Null for pictures from before.
alter table picture add column bound json;
create index picture_bytes on picture (sha256);

-- Whether the very same bytes were sent before for another step or intervention, of whatever operator: the sender learns yes
-- or no of a file that he holds himself. Two that send them at once wait for each other.
create function picture_reused(event bigint, step text, sha text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('picture:' || sha, 0));
  return exists (
    select from picture p where p.sha256 = decode($3, 'hex') and not p.signature
      and (p.event_id is distinct from $1 or p.step is distinct from $2));
end $$;
grant update (bound) on picture to hilo_app;
