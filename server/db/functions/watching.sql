-- Links the newest prepared reading to an intervention, if it was valid when the work began, `ago_ms` before now.
create or replace function claim_prepared(event bigint, technician bigint, box bigint, ago_ms bigint) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  update prepared_reading set event_id = $1 where id = (
    select r.id from prepared_reading r cross join (select app_now() - ago_ms * interval '1 ms' as at) begun
     where r.technical_id = technician and r.cto_id = box and r.event_id is null
       and (r.vno_id = app_vno() or app_all()) and r.taken_at between begun.at - interval '60 minutes' and begun.at
       and not worked_between(box, r.taken_at, begun.at)
     order by r.taken_at desc limit 1) returning id $$;

-- Freezes the watched set of an intervention: positions with an ONT in the inventory, or with light at their last
-- reading. Called in the transaction of the request.
create or replace function freeze_neighbours(event bigint) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with added as (
    insert into event_neighbour (event_id, port_id, port, vno_id, access_id, access_code, serial, before_state, preexisting,
      baseline_p50, baseline_stddev, state, worked, last_rx, last_olt_rx, last_distance_m, last_lit_at, found_dark_at)
    select e.id, p.id, p.number, a.vno_id, a.access_id, x.code, x.ont_serial, 'unknown', false, a.rx_p50_30d, a.rx_stddev_30d,
      'unknown',
      coalesce(a.access_id = coalesce(e.access_id, o.access_id), false)
        or (coalesce(p.id = e.port_id, false) and (a.access_id is null or p.state = {portState.disponible})),
      coalesce(a.lit_rx, a.rx_dbm), coalesce(a.lit_olt_rx, a.olt_rx_dbm), a.distance_m, coalesce(a.lit_at, a.read_at), a.dark_at
    from event e join port p on p.cto_id = e.cto_id and p.removed_at is null
    left join service_order o on o.id = e.service_order_id
    left join port_assignment a on a.port_id = p.id and a.ended_at is null
    left join access x on x.id = a.access_id
    where e.id = $1 and (p.state = {portState.ocupado} or p.optical_state = 'online' or x.ont_serial is not null)
    on conflict do nothing
    returning 1)
  select count(*) from added $$;

-- Adds positions that got an ONT in the inventory since the set was frozen, each from its time of activation. Called
-- with the intervention locked, before judging. A position with a new customer is watched for the new one; a line put
-- in service by the intervention itself is added after its end.
create or replace function grow_neighbours(event bigint) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with added as (
    insert into event_neighbour (event_id, port_id, port, vno_id, access_id, access_code, serial, before_state, preexisting, state,
      worked, watched_from)
    select e.id, p.id, p.number, a.vno_id, a.access_id, x.code, x.ont_serial, 'unknown', false, 'unknown', false,
      coalesce(h.at, app_now())
    from event e join port p on p.cto_id = e.cto_id and p.removed_at is null
    left join service_order o on o.id = e.service_order_id
    left join port_assignment a on a.port_id = p.id and a.ended_at is null
    left join access x on x.id = a.access_id
    left join event_neighbour n on n.event_id = e.id and n.port_id = p.id
    -- The history row of a transaction that was open at the freeze may have a slightly earlier time.
    left join lateral (select h.at, h.event_id from port_history h
      where h.port_id = p.id and h.to_state = {portState.ocupado} and h.at > e.created_at - interval '1 minute'
      order by h.at desc, h.id desc limit 1) h on true
    where e.id = $1 and (p.state = {portState.ocupado} or p.optical_state = 'online' or x.ont_serial is not null)
      and (n.port_id is null or (h.at is not null and a.access_id <> coalesce(n.access_id, 0)))
      and (work_ended(e) is not null or (coalesce(a.access_id <> coalesce(e.access_id, o.access_id), true)
        and h.event_id is distinct from e.id and p.id is distinct from e.port_id))
    on conflict (event_id, port_id) do update set vno_id = excluded.vno_id, access_id = excluded.access_id,
      access_code = excluded.access_code, serial = excluded.serial, before_state = excluded.before_state, before_rx = null,
      before_olt_rx = null, preexisting = false, baseline_p50 = null, baseline_stddev = null, state = excluded.state,
      rx_dbm = null, olt_rx_dbm = null, serial_now = null, read_at = null, down_at = null, down_excused = false, up_at = null,
      class = null, delta_db = null, worked = false, last_rx = null, last_olt_rx = null, last_distance_m = null,
      last_lit_at = null, found_dark_at = null, watched_from = excluded.watched_from
    returning 1)
  select count(*) from added $$;

-- Links a cut to possible causes, as known now. A technician is named only if no other was equally near.
create or replace function link_cut(cut bigint) returns void language sql as $$
  with best as (
    select s.*, count(*) over () as n from (
      select distinct on (f.technical_id) f.*, min(f.strength) over () as strongest
      from uncovered_cut u cross join lateral seen_at_box(u.cto_id, u.at) f where u.id = cut
      order by f.technical_id, f.strength, f.event_id, f.service_order_id) s
    where s.strength = s.strongest)
  update uncovered_cut u set link = b.link, version = u.version + 1, updated_at = app_now(),
    event_id = case when b.n = 1 then b.event_id end, service_order_id = case when b.n = 1 then b.service_order_id end,
    technical_id = case when b.n = 1 then b.technical_id end, contractor_id = case when b.n = 1 then b.contractor_id end,
    worker_vno_id = case when b.n = 1 then b.vno_id end
  from (select * from best limit 1) b where u.id = cut and u.event_id is null $$;

-- A new intervention may explain cuts of the last half hour.
create or replace function link_earlier_cuts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  cut record;
  now_at int;
begin
  for cut in select id, owner_vno_id from uncovered_cut
     where cto_id = new.cto_id and at between new.created_at - interval '30 minutes' and new.created_at
       and link is distinct from 'intervencion' order by id
  loop
    update uncovered_cut set link = 'intervencion', event_id = new.id, service_order_id = new.service_order_id,
      technical_id = new.technical_id, contractor_id = new.contractor_id, worker_vno_id = new.vno_id, version = version + 1,
      updated_at = app_now()
     where id = cut.id returning version into now_at;
    perform changed('uncovered_cuts', cut.id, now_at, cut.owner_vno_id);
  end loop;
  return null;
end $$;

-- Requests a session with an OLT. Returns {session}; or {known: true} if the box was read, or tried, recently enough;
-- {wait: true}; or {closed_ms}. `powers`: only a reading with powers counts as recent.
create or replace function olt_enter(olt int, box bigint, demand boolean, lease interval, max_age interval, waited interval, powers boolean)
  returns json language plpgsql as $$
declare
  gate olt_gate;
  running int;
  demanded int;
  made bigint;
begin
  select * into gate from olt_gate g where g.olt_id = olt for update;
  if not found then
    insert into olt_gate (olt_id) values (olt) on conflict do nothing;
    select * into gate from olt_gate g where g.olt_id = olt for update;
  end if;
  delete from olt_session s where s.olt_id = olt and s.expires_at < clock_timestamp();
  if exists (select from olt_session s where s.cto_id = box) then return json_build_object('wait', true); end if;
  if exists (select from box_reading b where b.cto_id = box
      and (case when powers then least(b.taken_at, b.powers_at) else b.taken_at end >= app_now() - max_age - waited
        or b.failed_at >= app_now() - waited)) then
    return json_build_object('known', true);
  end if;
  if gate.closed_until > clock_timestamp() then
    return json_build_object('closed_ms', ceil(extract(epoch from gate.closed_until - clock_timestamp()) * 1000)::int);
  end if;
  select count(*), count(*) filter (where s.on_demand) into running, demanded from olt_session s where s.olt_id = olt;
  if running >= gate.sessions or (demand and demanded >= greatest(gate.sessions - 1, 1)) then
    return json_build_object('wait', true);
  end if;
  insert into olt_session (olt_id, cto_id, on_demand, expires_at) values (olt, box, demand, clock_timestamp() + lease)
    returning id into made;
  update olt_gate g set reads = g.reads + 1, peak = greatest(g.peak, running + 1),
    closed_until = case when g.failures >= 3 then clock_timestamp() + lease end
   where g.olt_id = olt;
  return json_build_object('session', made);
end $$;

-- Whether an ONT serves an access, or is about to, of any operator. Reveals nothing else.
create or replace function ont_in_use(serial text, but bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from access a where a.ont_serial = serial and a.id <> but and a.state <> 'baja')
    or exists (select from ont_change c where c.new_serial = serial and c.access_id <> but and c.state = 'en_curso') $$;

-- Technicians who may have been at a box at a moment, with the evidence; 1 is the strongest.
create or replace function seen_at_box(box bigint, moment timestamptz) returns table (strength int, link text, event_id bigint,
    service_order_id bigint, technical_id bigint, contractor_id bigint, vno_id int)
  language sql stable as $$
  with place as (select c.id, c.lat, c.lon, place_zone(c.ine_code) as zone from cto c where c.id = box)
  select 1, 'intervencion', e.id, e.service_order_id, e.technical_id, e.contractor_id, e.vno_id
  from (select * from event e where e.cto_id = box and e.type = {eventType.createListener} and e.created_at between moment
    and moment + interval '30 minutes'
    order by e.created_at, e.id limit 1) e
  union all
  select 2, 'lectura', null, null, t.id, t.contractor_id, t.vno_id
  from prepared_reading r join technical_account t on t.id = r.technical_id
  where r.cto_id = box and r.taken_at between moment - interval '30 minutes' and moment + interval '30 minutes'
  union all
  -- About 100 m.
  select 3, 'posicion', e.id, e.service_order_id, e.technical_id, e.contractor_id, e.vno_id
  from place p
  join cto n on n.lat between p.lat - 0.005 and p.lat + 0.005 and n.lon between p.lon - 0.007 and p.lon + 0.007 and n.id <> box
  join event e on e.cto_id = n.id and e.type = {eventType.createListener} and e.technical_id is not null
    and e.created_at between moment - interval '12 hours' and moment + interval '30 minutes'
  where exists (select from json_array_elements(e.steps) s
    where abs((s->'data'->'position'->>'lat')::numeric - p.lat) < 0.0009
      and abs((s->'data'->'position'->>'lon')::numeric - p.lon) < 0.0012
      and coalesce((s->>'done_at')::timestamptz, (s->>'started_at')::timestamptz)
        between moment - interval '30 minutes' and moment + interval '30 minutes')
  union all
  select case when o.appointment_from - interval '1 hour' <= moment
      and coalesce(o.appointment_to, o.appointment_from) + interval '1 hour' >= moment then 4 else 5 end,
    'orden', null, o.id, t.id, t.contractor_id, t.vno_id
  from place p join service_order o on o.cto_id = p.id join technical_account t on t.id = o.assigned_technical_id
  where o.state in ('asignada', 'en_curso', 'completada')
    and coalesce((o.appointment_from at time zone p.zone)::date, o.requested_date) = (moment at time zone p.zone)::date $$;
