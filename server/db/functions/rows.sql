-- Functions with a table's row type among their arguments or as result: they can be created only after the tables.

create or replace function audit_personal(a audit) returns bytea language sql immutable as $$
  select sha256(convert_to(a.salt::text || jsonb_build_array(a.before, a.after, a.device, a.address)::text, 'UTF8')) $$;

-- Text of a row that its seal hashes.
create or replace function audit_text(a audit) returns text language sql immutable as $$
  select jsonb_build_array(a.id, epoch_ms(a.at), a.xid, a.actor_id, a.account_type, a.vno_id, a.call, a.entity, a.entity_id,
    case when a.salt is null then a.before else audit_plain(a.before) end,
    case when a.salt is null then a.after else audit_plain(a.after) end, a.channel, a.request_id,
    encode(case when a.salt is null then a.personal else audit_personal(a) end, 'hex'),
    -- Null both before and after the personal data is removed.
    case when a.salt is null then a.device else encode(a.personal, 'hex') end, case when a.salt is null then a.address end)::text $$;

-- Columns without bookkeeping; the number of free ports is left out, since it follows from the ports.
create or replace function cto_facts(c cto) returns jsonb language sql stable as $$
  select to_jsonb(c) - array['id', 'version', 'created_at', 'updated_at', 'created_by', 'last_visit_at', 'ports_free'] $$;

create or replace function cto_history_text(h cto_history) returns text language sql immutable as $$
  select jsonb_build_array(h.id, epoch_ms(h.at), h.xid, h.cto_id, h.technical_id, h.from_state, h.to_state, h.cause, h.before, h.after,
    h.event_id, h.actor_id, h.actor_type)::text $$;

create or replace function event_facts(e event) returns jsonb language sql stable as $$
  select jsonb_build_object('process_state', e.process_state, 'current_step', e.current_step, 'technical_id', e.technical_id,
    'port_id', e.port_id, 'access_id', e.access_id, 'service_order_id', e.service_order_id, 'power_dbm', e.power_dbm,
    'verdict', e.verdict, 'harmed_count', e.harmed_count, 'attempts', e.attempts, 'error', e.error,
    'deadline_at', wire_time(e.deadline_at), 'started_at', wire_time(e.started_at), 'finished_at', wire_time(e.finished_at)) $$;

create or replace function event_history_text(h event_history) returns text language sql immutable as $$
  select jsonb_build_array(h.id, epoch_ms(h.at), h.xid, h.event_id, h.cto_id, h.vno_id, h.technical_id, h.from_state, h.to_state, h.cause,
    h.before, h.after, h.actor_id, h.actor_type)::text $$;

create or replace function port_history_text(h port_history) returns text language sql immutable as $$
  select jsonb_build_array(h.id, epoch_ms(h.at), h.xid, h.port_id, h.cto_id, h.vno_id, h.technical_id, h.from_state, h.to_state, h.cause,
    h.event_id, h.actor_id, h.actor_type, h.readings)::text $$;

-- Report that closed an intervention; later readings of the same box have their own reports.
create or replace function report_frozen(event bigint) returns quality_report
  language sql stable security definer set search_path = public, pg_temp as $$
  select r from quality_report r left join neighbour_snapshot s on s.id = r.after_id
   where r.event_id = $1 and s.phase is distinct from 'control_15min' and s.phase is distinct from 'control_24h'
   order by r.id desc limit 1 $$;
revoke execute on function report_frozen(bigint) from public;

-- Fault of a seal, checked against the previous one; null if it is valid.
create or replace function seal_fault(s audit_seal, before audit_seal) returns text language plpgsql stable security definer
  set search_path = public, pg_temp as $$
declare
  found record;
begin
  if s.id <> coalesce(before.id, 0) + 1 then return 'seal_missing'; end if;
  if s.hash <> seal_hash(s) then return 'seal_changed'; end if;
  if s.previous <> coalesce(before.hash, sha256('hilo')) or s.from_xid <> coalesce(before.to_xid, 0) then return 'chain_broken'; end if;
  if s.first_at < audit_kept_since() then return null; end if;
  select * into found from audit_digest(s.from_xid, s.to_xid);
  if found.rows <> s.rows then return 'rows_count'; end if;
  if found.content <> s.content then return 'rows_changed'; end if;
  if found.early then return 'forgotten_early'; end if;
  return null;
end $$;

create or replace function seal_hash(s audit_seal) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(s.id, s.from_xid, s.to_xid, s.rows, epoch_ms(s.first_at), encode(s.content, 'hex'),
    encode(s.previous, 'hex'), epoch_ms(s.at))::text, 'UTF8')) $$;

-- Time at which work in the box ended; null while it continues. An intervention that ended in an error has no end: its
-- deadline counts.
create or replace function work_ended(e event) returns timestamptz language sql stable as $$
  select coalesce((e.listener->>'closed_at')::timestamptz, e.finished_at,
    case when e.process_state = {processState.error} then coalesce(e.deadline_at, e.updated_at) end) $$;
