-- What each session may see of the report of an intervention, frozen or computed a moment ago.

-- Who asks, in relation to an intervention: 'operator', 'worker' (whose technician worked), 'victim' (whose customer was cut),
-- or null for everybody else, to whom it does not exist.
create function report_viewer(event bigint, diff jsonb) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when app_all() then 'operator'
    when e.vno_id = app_vno() and (app_technical() is null or e.technical_id = app_technical()) then 'worker'
    when e.vno_id = app_vno() or app_technical() is not null then null
    when exists (select from neighbour_case c where c.event_id = e.id and c.owner_vno_id = app_vno()) then 'victim'
    when exists (select from jsonb_array_elements(diff) d
      where (d->>'vno_id')::int = app_vno() and (d->>'blame')::boolean) then 'victim'
  end
  from event e where e.id = $1 $$;

-- One side of a compared port.
create function report_light(seen jsonb, figures boolean) returns jsonb language sql stable as $$
  select case when jsonb_typeof(seen) = 'object' then jsonb_build_object(
    'state', seen->'state',
    'light', case seen->>'state' when 'online' then case when (seen->>'rx_dbm')::numeric < -26 then 'weak' else 'ok' end
      when 'los' then 'dark' when 'dying_gasp' then 'off' when 'admin_down' then 'off' else 'unknown' end,
    'rx_dbm', case when figures then seen->'rx_dbm' end,
    'olt_rx_dbm', case when figures then seen->'olt_rx_dbm' end) end $$;

-- Compared ports: figures and accesses of one's own; a victim sees no others at all.
create function report_diff(diff jsonb, viewer text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'port', d->'port', 'port_state', d->'port_state', 'own', mine.own,
    'access', case when (mine.own or viewer = 'operator') and d->>'access_code' is not null
      then jsonb_build_object('id', d->'access_id', 'code', d->'access_code') end,
    'before', report_light(d->'before', mine.own or viewer = 'operator'),
    'after', report_light(d->'after', mine.own or viewer = 'operator'),
    'delta_db', case when mine.own or viewer = 'operator' then d->'delta_db' end,
    'class', d->'class', 'cuts', d->'cuts', 'short_cuts', d->'short_cuts', 'longest_cut_s', d->'longest_cut_s',
    'restored_at', d->'restored_at', 'level', d->'level', 'preexisting', d->'preexisting', 'blame', d->'blame')
    order by (d->>'port')::int), '[]')
  from jsonb_array_elements(diff) d
  cross join lateral (select coalesce((d->>'vno_id')::int = app_vno(), false) as own) mine
  where viewer <> 'victim' or mine.own $$;

create function report_counters(diff jsonb, viewer text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(class, n), '{}') from (
    select d->>'class' as class, count(*) as n from jsonb_array_elements(diff) d
     where viewer <> 'victim' or (d->>'vno_id')::int = app_vno() group by 1) counted $$;

create function report_snapshot(snapshot bigint, viewer text) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', s.id, 'event_id', s.event_id, 'cto_id', s.cto_id,
    'cto', jsonb_build_object('id', c.id, 'code', c.code), 'phase', s.phase, 'taken_at', wire_time(s.taken_at),
    'source', s.source, 'complete_pct', s.complete_pct,
    'age_s', greatest(0, extract(epoch from app_now() - s.taken_at))::int,
    'items', neighbour_view(case when viewer = 'victim' then coalesce((select jsonb_agg(i)
      from jsonb_array_elements(s.items) i where (i->>'vno_id')::int = app_vno()), '[]') else s.items end))
  from neighbour_snapshot s join cto c on c.id = s.cto_id where s.id = $1 $$;

-- The report that closed an intervention; later readings of the same box are reports of their own.
create function report_frozen(event bigint) returns quality_report
  language sql stable security definer set search_path = public, pg_temp as $$
  select r from quality_report r left join neighbour_snapshot s on s.id = r.after_id
   where r.event_id = $1 and s.phase is distinct from 'control_15min' and s.phase is distinct from 'control_24h'
   order by r.id desc limit 1 $$;

create function report_controls(event bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('phase', s.phase, 'taken_at', wire_time(s.taken_at), 'verdict', r.verdict)
    order by r.id), '[]')
  from quality_report r join neighbour_snapshot s on s.id = r.after_id
  where r.event_id = $1 and s.phase in ('control_15min', 'control_24h') $$;

-- The report as it travels. `live`: {before_id, after_id, diff, verdict} computed now; null asks for the frozen one.
-- Null to whom the intervention is nobody's business, JSON null where there is no frozen report.
create function report_view(event bigint, live jsonb) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  kept quality_report;
  shown jsonb := live;
  viewer text;
  answer jsonb;
begin
  if live is null then
    select * into kept from report_frozen(event);
    shown := to_jsonb(kept);
  end if;
  viewer := report_viewer(event, coalesce(nullif(shown->'diff', 'null'), '[]'));
  if viewer is null then return null; end if;
  if live is null and kept.id is null then return 'null'; end if;
  select jsonb_build_object('id', kept.id, 'event_id', e.id, 'event', jsonb_build_object('id', e.id, 'code', e.code),
    'vno_id', case when viewer <> 'victim' then e.vno_id end,
    'vno', case when viewer <> 'victim' then jsonb_build_object('id', v.id, 'name', v.name) end,
    'cto_id', c.id, 'cto', jsonb_build_object('id', c.id, 'code', c.code),
    'technical', case when viewer <> 'victim' and t.id is not null then jsonb_build_object('id', t.id, 'name', u.name) end,
    'version', coalesce(kept.version, e.cev_version), 'before_id', shown->'before_id', 'after_id', shown->'after_id',
    'before', report_snapshot((shown->>'before_id')::bigint, viewer),
    'after', report_snapshot((shown->>'after_id')::bigint, viewer),
    'diff', report_diff(shown->'diff', viewer), 'counters', report_counters(shown->'diff', viewer),
    'verdict', shown->'verdict',
    'discharge_code', case when viewer <> 'victim' then kept.discharge_code end,
    'override', case when viewer <> 'victim' then kept.override end,
    'controls', report_controls(e.id), 'frozen_at', wire_time(kept.frozen_at),
    'pdf_file_id', case when viewer <> 'victim' then kept.pdf_file_id end,
    'sha256', encode(kept.sha256, 'hex'), 'prev_sha256', encode(kept.prev_sha256, 'hex'))
  into answer
  from event e join vno v on v.id = e.vno_id join cto c on c.id = e.cto_id
  left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
  where e.id = event;
  return answer;
end $$;

-- What a report is computed from: the intervention, its watched ports without the customer that it works for, when others were
-- working in the same box, and the reading that it was last judged by. Every operator's figures: they go into a report and
-- leave through report_view. Null to whom the intervention is nobody's business.
create function report_facts(event bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('event_id', e.id, 'cto_id', e.cto_id, 'process_state', e.process_state, 'degraded', e.degraded,
    'before_id', e.before_snapshot_id, 'after_id', e.after_snapshot_id, 'created_at', wire_time(e.created_at),
    'watched', (select coalesce(jsonb_agg(jsonb_build_object('port_id', n.port_id, 'port', n.port, 'port_state', p.state,
        'vno_id', n.vno_id, 'access_id', n.access_id, 'access_code', n.access_code, 'serial', n.serial,
        'before_state', n.before_state, 'before_rx', n.before_rx, 'before_olt_rx', n.before_olt_rx,
        'baseline_p50', n.baseline_p50, 'baseline_stddev', n.baseline_stddev, 'cuts', n.cuts) order by n.port), '[]')
      from event_neighbour n join port p on p.id = n.port_id
      where n.event_id = e.id and n.port_id is distinct from e.port_id
        and (n.access_id is null or n.access_id is distinct from e.access_id)),
    'others', (select coalesce(jsonb_agg(jsonb_build_object('from', o.listener->>'opened_at',
        'to', coalesce(o.listener->>'closed_at', wire_time(o.finished_at)))), '[]')
      from event o where o.cto_id = e.cto_id and o.id <> e.id and o.type = 1 and o.listener->>'opened_at' is not null
        and coalesce((o.listener->>'closed_at')::timestamptz, o.finished_at, 'infinity') > (e.listener->>'opened_at')::timestamptz),
    'judged', (select jsonb_build_object('taken_at', wire_time(s.taken_at), 'items', s.items)
      from neighbour_snapshot s where s.id = coalesce(e.after_snapshot_id, e.before_snapshot_id)))
  from event e where e.id = $1 and report_viewer(e.id, '[]') is not null $$;

-- What only reads for the functions above answers nobody directly.
revoke execute on function report_frozen(bigint), report_snapshot(bigint, text), report_controls(bigint) from public;

-- Codes of interventions and requests, `INT-2026-0001234`. What was loaded from elsewhere is stepped over once.
create sequence event_number;
create function next_event_code() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  prefix text := to_char(app_now() at time zone 'Europe/Madrid', '"INT-"YYYY"-"');
  made text;
begin
  loop
    made := prefix || lpad(nextval('event_number')::text, 7, '0');
    exit when not exists (select from event e where e.code = made);
    perform pg_advisory_xact_lock(hashtextextended('event_number', 0));
    perform setval('event_number', greatest((select last_value from event_number),
      (select substring(e.code from 10)::bigint from event e
        where e.code > prefix and e.code < prefix || ':' order by e.code desc limit 1)));
  end loop;
  return made;
end $$;
grant usage, select on sequence event_number to hilo_app;
