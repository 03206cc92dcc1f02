-- The evidence and the results of the judgement of neighbours.

-- The watched set is frozen when an intervention is requested, with what was last known of each ONT. `worked`: the position
-- is free, or holds the access or the order of the intervention; nothing that happens later makes a neighbour of it or the
-- other way round.
alter table event_neighbour add column worked boolean not null default false;
alter table event_neighbour add column last_rx numeric(5,2);
alter table event_neighbour add column last_olt_rx numeric(5,2);
alter table event_neighbour add column last_distance_m int;
alter table event_neighbour add column last_lit_at timestamptz(3);
-- Earlier interventions decided it by the port and the access that they had in the end.
update event_neighbour n set worked = true
  from event e where e.id = n.event_id and (n.port_id = e.port_id or n.access_id = e.access_id);

-- The last reading with light of each line: what an ONT that is dark later is compared with.
alter table port_assignment add column lit_rx numeric(5,2);
alter table port_assignment add column lit_olt_rx numeric(5,2);
alter table port_assignment add column lit_at timestamptz(3);

-- Readings of watched boxes between the snapshots, as far as they say something new of an ONT.
create table ont_reading (
  id bigint generated always as identity primary key,
  cto_id bigint not null,
  port_id bigint not null,
  at timestamptz(3) not null,
  serial text collate "C",
  state text not null,
  rx_dbm numeric(5,2),
  olt_rx_dbm numeric(5,2),
  distance_m int,
  last_down_at timestamptz(3),
  last_down_cause text,
  last_up_at timestamptz(3),
  -- Its serial answers on another PON.
  elsewhere boolean not null default false
);
create index ont_reading_box on ont_reading (cto_id, at);
create index ont_reading_port on ont_reading (port_id, at desc);

-- Every judgement of an intervention that differs from the one before it: appended, never overwritten.
create table judgement (
  id bigint generated always as identity primary key,
  event_id bigint not null references event,
  at timestamptz(3) not null,
  phase text not null check (phase in ('live', 'after', 'control_15min', 'control_24h')),
  -- Edition of the rules.
  edition smallint not null,
  verdict text not null,
  level text not null check (level in ('ok', 'aviso', 'bloqueo')),
  clean boolean not null,
  -- Per port: {port, class, level, doubt, at, works, shared}.
  findings jsonb not null
);
create index judgement_event on judgement (event_id, id desc);

do $$
declare
  name text;
begin
  foreach name in array array['ont_reading', 'judgement'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
    -- Every operator's customers: the process itself alone.
    execute format('create policy process on %I using ((select app_all())) with check ((select app_all()))', name);
    execute format('grant select, insert on %I to hilo_app', name);
  end loop;
end $$;
grant delete on ont_reading to hilo_app;

-- Edition of the rules that judged a report; what was frozen before there were several is of the first.
alter table quality_report add column edition smallint not null default 1;

-- Freezes whom an intervention watches: every position with somebody's ONT by the inventory, or with light when it was last
-- read. Called with the request, in its transaction.
create function freeze_neighbours(event bigint) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with added as (
    insert into event_neighbour (event_id, port_id, port, vno_id, access_id, access_code, serial, before_state, preexisting,
      baseline_p50, baseline_stddev, state, worked, last_rx, last_olt_rx, last_distance_m, last_lit_at)
    select e.id, p.id, p.number, a.vno_id, a.access_id, x.code, x.ont_serial, 'unknown', false, a.rx_p50_30d, a.rx_stddev_30d,
      'unknown',
      coalesce(a.access_id = coalesce(e.access_id, o.access_id), false)
        or (coalesce(p.id = e.port_id, false) and (a.access_id is null or p.state = 1)),
      coalesce(a.lit_rx, a.rx_dbm), coalesce(a.lit_olt_rx, a.olt_rx_dbm), a.distance_m, coalesce(a.lit_at, a.read_at)
    from event e join port p on p.cto_id = e.cto_id and p.removed_at is null
    left join service_order o on o.id = e.service_order_id
    left join port_assignment a on a.port_id = p.id and a.ended_at is null
    left join access x on x.id = a.access_id
    where e.id = $1 and (p.state = 3 or p.optical_state = 'online' or x.ont_serial is not null)
    on conflict do nothing
    returning 1)
  select count(*) from added $$;

-- The compared ports of a report, with what could not be decided. Reports of the first edition say nothing of it.
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
    'shared', coalesce(d->'shared', 'false'))
    order by (d->>'port')::int), '[]')
  from jsonb_array_elements(diff) d
  cross join lateral (select coalesce((d->>'vno_id')::int = app_vno(), false) as own) mine
  where viewer <> 'victim' or mine.own $$;

-- As before, with the edition of the rules.
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
