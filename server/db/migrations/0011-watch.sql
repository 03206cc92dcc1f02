-- Who listens to the OLTs while somebody works in their boxes, and what of it others may look at.

-- One process at a time stores what an OLT says. It proves by its fence that it still may; a lease runs by the database's own
-- clock, never by business time.
create table olt_lease (
  olt_id int primary key references olt,
  owner text not null,
  -- Grows each time that the lease changes hands.
  fence bigint not null default 1,
  expires_at timestamptz(3) not null,
  -- Last alarm that was stored.
  cursor bigint not null default 0
);
alter table olt_lease enable row level security;
alter table olt_lease force row level security;
create policy owner on olt_lease to current_user using (true) with check (true);
create policy process on olt_lease using ((select app_all())) with check ((select app_all()));
grant select, insert, update on olt_lease to hilo_app;

-- Last time that light was reported back: alarms may come out of order.
alter table event_neighbour add column up_at timestamptz(3);

-- Interventions whose neighbours are watched; asked for every second.
create index event_watched on event (cto_id) include (vno_id, technical_id) where type = 1 and process_state in (4, 6, 8, 10);

create index neighbour_case_owner_state on neighbour_case (owner_vno_id, state, detected_at desc, id desc) include (worker_vno_id);
create index neighbour_case_worker_state on neighbour_case (worker_vno_id, state, detected_at desc, id desc) include (owner_vno_id);
create index neighbour_case_all_state on neighbour_case (state, detected_at desc, id desc) include (owner_vno_id, worker_vno_id);
create index neighbour_case_owner_class on neighbour_case (owner_vno_id, class, detected_at desc, id desc) include (worker_vno_id);
create index neighbour_case_worker_class on neighbour_case (worker_vno_id, class, detected_at desc, id desc) include (owner_vno_id);
create index neighbour_case_all_class on neighbour_case (class, detected_at desc, id desc) include (owner_vno_id, worker_vno_id);
create index neighbour_case_owner_id on neighbour_case (owner_vno_id, id) include (worker_vno_id);
create index neighbour_case_worker_id on neighbour_case (worker_vno_id, id) include (owner_vno_id);
create index neighbour_case_technical on neighbour_case (technical_id, detected_at desc, id desc) include (worker_vno_id);
create index neighbour_case_both on neighbour_case (owner_vno_id, worker_vno_id, detected_at desc, id desc);
create index neighbour_case_both_id on neighbour_case (owner_vno_id, worker_vno_id, id);
create index neighbour_case_port on neighbour_case (port_id) where state in ('abierto', 'escalado');

-- A reading as the asking session may see it. `readings`: [{port, state, rx_dbm, olt_rx_dbm, read_at}].
create function box_view(box bigint, readings jsonb) returns jsonb language sql stable security definer
  set search_path = public, pg_temp as $$
  select neighbour_view(coalesce(jsonb_agg(r || jsonb_build_object('port_state', p.state, 'vno_id', a.vno_id)), '[]'))
  from jsonb_array_elements(readings) r
  join port p on p.cto_id = box and p.number = (r->>'port')::int
  left join port_assignment a on a.port_id = p.id and a.ended_at is null $$;

-- The last reading of one phase of an intervention, as the asking session may see it; whether it may see the intervention is
-- asked elsewhere.
create function event_snapshot(event bigint, name text) returns json language sql stable security definer
  set search_path = public, pg_temp as $$
  select json_build_object('id', s.id, 'event_id', s.event_id, 'cto_id', s.cto_id,
    'cto', json_build_object('id', c.id, 'code', c.code), 'phase', s.phase, 'taken_at', wire_time(s.taken_at),
    'source', s.source, 'complete_pct', s.complete_pct,
    'age_s', greatest(0, extract(epoch from app_now() - s.taken_at))::int, 'items', neighbour_view(s.items))
  from neighbour_snapshot s join cto c on c.id = s.cto_id
  where s.event_id = $1 and s.phase = $2
  order by s.id desc limit 1 $$;
