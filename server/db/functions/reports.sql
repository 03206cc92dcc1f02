-- Stored readings of other operators' ports: number, state and traffic light only; figures and names for own ports, and
-- for the neutral operator all of them.
create or replace function neighbour_view(items jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'port', i->'port', 'port_state', i->'port_state', 'state', i->'state', 'own', mine.own,
    'rx_dbm', case when mine.own or (select app_all()) then i->'rx_dbm' end,
    'olt_rx_dbm', case when mine.own or (select app_all()) then i->'olt_rx_dbm' end,
    'light', case i->>'state' when 'online' then case when (i->>'rx_dbm')::numeric < -26 then 'weak' else 'ok' end
      when 'los' then 'dark' when 'dying_gasp' then 'off' when 'admin_down' then 'off' else 'unknown' end,
    'read_at', i->'read_at') order by (i->>'port')::int), '[]')
  from jsonb_array_elements(items) i
  cross join lateral (select coalesce((i->>'vno_id')::int = (select app_vno()), false) as own) mine $$;

create or replace function report_controls(event bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  with controls as (
    select jsonb_agg(jsonb_build_object('phase', s.phase, 'taken_at', wire_time(s.taken_at), 'verdict', r.verdict) order by r.id) as list
    from quality_report r join neighbour_snapshot s on s.id = r.after_id
    where r.event_id = $1 and s.phase in ('control_15min', 'control_24h')),
  -- An alarm after the closing is judged at once, without a report of its own: it counts until the next control. `judged` is not yet cut
  -- down to what the session may see (server/process/reports/control-findings.ts).
  latest as (select * from judgement j where j.event_id = $1 order by j.id desc limit 1)
  select coalesce(c.list, '[]') || coalesce((select jsonb_build_array(jsonb_build_object('phase', l.phase, 'taken_at', wire_time(l.at),
      'verdict', l.verdict, 'judged', l.findings)) from latest l
    where l.phase = 'live' and exists (select from quality_report r where r.event_id = $1 and r.frozen_at <= l.at)), '[]')
  from controls c $$;
revoke execute on function report_controls(bigint) from public;

create or replace function report_counters(diff jsonb, viewer text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(class, n), '{}') from (
    select d->>'class' as class, count(*) as n from jsonb_array_elements(diff) d
     where viewer <> 'victim' or (d->>'vno_id')::int = app_vno() group by 1) counted $$;

-- Compared ports of a report, with the undecided ones. Reports of the first edition have none.
create or replace function report_diff(diff jsonb, viewer text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'port', d->'port', 'port_state', d->'port_state', 'own', mine.own,
    'access', case when (mine.own or viewer = 'operator') and d->>'access_code' is not null
      then jsonb_build_object('id', d->'access_id', 'code', d->'access_code') end,
    'before', report_light(d->'before', mine.own or viewer = 'operator'),
    'after', report_light(d->'after', mine.own or viewer = 'operator'),
    'delta_db', case when mine.own or viewer = 'operator' then d->'delta_db' end,
    'usual_db', case when mine.own or viewer = 'operator' then d->'usual_db' end,
    'class', d->'class', 'cuts', d->'cuts', 'short_cuts', d->'short_cuts', 'longest_cut_s', d->'longest_cut_s',
    'restored_at', d->'restored_at', 'level', d->'level', 'preexisting', d->'preexisting', 'blame', d->'blame',
    'doubt', d->'doubt', 'changed', coalesce(d->'changed', 'false'), 'not_back', coalesce(d->'not_back', 'false'),
    'power_unchecked', coalesce(d->'power_unchecked', 'false'), 'shared', coalesce(d->'shared', 'false'))
    order by (d->>'port')::int), '[]')
  from jsonb_array_elements(diff) d
  cross join lateral (select coalesce((d->>'vno_id')::int = app_vno(), false) as own) mine
  where viewer <> 'victim' or mine.own $$;

-- Latest discharge code of an intervention, and whether it is valid; null if there was none.
create or replace function report_discharge(event bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('code', r.discharge_code, 'withdrawn', case when w.report_id is not null then
      jsonb_build_object('at', wire_time(w.at), 'reason', w.reason) end)
  from quality_report r left join discharge_withdrawal w on w.report_id = r.id
  where r.event_id = $1 and r.discharge_code is not null order by r.id desc limit 1 $$;
revoke execute on function report_discharge(bigint) from public;

-- One side of a compared port.
create or replace function report_light(seen jsonb, figures boolean) returns jsonb language sql stable as $$
  select case when jsonb_typeof(seen) = 'object' then jsonb_build_object(
    'state', seen->'state',
    'light', case seen->>'state' when 'online' then case when (seen->>'rx_dbm')::numeric < -26 then 'weak' else 'ok' end
      when 'los' then 'dark' when 'dying_gasp' then 'off' when 'admin_down' then 'off' else 'unknown' end,
    'rx_dbm', case when figures then seen->'rx_dbm' end,
    'olt_rx_dbm', case when figures then seen->'olt_rx_dbm' end) end $$;

create or replace function report_snapshot(snapshot bigint, viewer text) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', s.id, 'event_id', s.event_id, 'cto_id', s.cto_id,
    'cto', jsonb_build_object('id', c.id, 'code', c.code), 'phase', s.phase, 'taken_at', wire_time(s.taken_at),
    'source', s.source, 'complete_pct', s.complete_pct,
    'age_s', greatest(0, extract(epoch from app_now() - s.taken_at))::int,
    'items', neighbour_view(case when viewer = 'victim' then coalesce((select jsonb_agg(i)
      from jsonb_array_elements(s.items) i where (i->>'vno_id')::int = app_vno()), '[]') else s.items end))
  from neighbour_snapshot s join cto c on c.id = s.cto_id where s.id = $1 $$;
revoke execute on function report_snapshot(bigint, text) from public;

-- Report view, with the edition of the rules.
create or replace function report_view(event bigint, live jsonb) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  kept quality_report;
  shown jsonb := live;
  viewer text;
  discharge jsonb;
  answer jsonb;
begin
  if live is null then
    select * into kept from report_frozen(event);
    shown := to_jsonb(kept);
  end if;
  viewer := report_viewer(event, coalesce(nullif(shown->'diff', 'null'), '[]'));
  if viewer is null then return null; end if;
  if live is null and kept.id is null then return 'null'; end if;
  if viewer <> 'victim' and kept.id is not null then
    discharge := report_discharge(event);
    if kept.discharge_code is null and discharge->'withdrawn' = 'null' then discharge := null; end if;
  end if;
  select jsonb_build_object('id', kept.id, 'event_id', e.id, 'event', jsonb_build_object('id', e.id, 'code', e.code),
    'vno_id', case when viewer <> 'victim' then e.vno_id end,
    'vno', case when viewer <> 'victim' then jsonb_build_object('id', v.id, 'name', v.name) end,
    'cto_id', c.id, 'cto', jsonb_build_object('id', c.id, 'code', c.code),
    'technical', case when viewer <> 'victim' and t.id is not null then jsonb_build_object('id', t.id, 'name', u.name) end,
    'version', coalesce(kept.version, e.cev_version), 'edition', coalesce(kept.edition, 2), 'before_id', shown->'before_id', 'after_id', shown->'after_id',
    'before', report_snapshot((shown->>'before_id')::bigint, viewer),
    'after', report_snapshot((shown->>'after_id')::bigint, viewer),
    'diff', report_diff(shown->'diff', viewer), 'counters', report_counters(shown->'diff', viewer),
    'verdict', shown->'verdict',
    'discharge_code', discharge->'code', 'discharge_withdrawn', discharge->'withdrawn',
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

-- Role of the session in an intervention: 'operator', 'worker' (its technician worked), 'victim' (its customer was
-- cut), or null for others, who must not learn that it exists.
create or replace function report_viewer(event bigint, diff jsonb) returns text
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

-- Whether another work took place in a box meanwhile: then an earlier reading is no baseline for the next work.
create or replace function worked_between(box bigint, since timestamptz, until timestamptz) returns boolean language sql stable as $$
  select exists (select from event o where o.cto_id = box and o.type = {eventType.createListener} and (o.listener->>'opened_at')::timestamptz < until
    and coalesce(work_ended(o), 'infinity') > since) $$;
