-- A reading, limited to what the session may see. `readings`: [{port, state, rx_dbm, olt_rx_dbm, read_at}].
create or replace function box_view(box bigint, readings jsonb) returns jsonb language sql stable security definer
  set search_path = public, pg_temp as $$
  select neighbour_view(coalesce(jsonb_agg(r || jsonb_build_object('port_state', p.state, 'vno_id', a.vno_id)), '[]'))
  from jsonb_array_elements(readings) r
  join port p on p.cto_id = box and p.number = (r->>'port')::int
  left join port_assignment a on a.port_id = p.id and a.ended_at is null $$;

-- Boxes that serve or have served a home, for any operator. Reveals the boxes, not the operators.
create or replace function boxes_of_home(uuii text) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct a.cto_id from access a where a.home ->> 'uuii_id' = uuii limit 10 $$;

-- Whether a box is locked for maintenance.
create or replace function cto_locked(reason text, until timestamptz) returns boolean language sql stable as $$
  select reason is not null and (until is null or until > app_now()) $$;

-- Latest pictures of a box: its label as accepted, and the closed box after a good work. A technician sees pictures of
-- the own operator only, without their authors. 5500: `smallBytes`, the most bytes of a small picture.
create or replace function cto_photos(box bigint)
  returns table (kind text, file_id bigint, taken_at timestamptz, mime text, name text, key text, bytes int)
  language sql stable security definer set search_path = public, pg_temp as $$
  (select 'label', f.id, coalesce(p.taken_at, p.received_at), f.mime, f.name, f.thumb_key, f.thumb_bytes
   from enrollment n
   join picture p on p.enrollment_id = n.id and p.vno_id = n.vno_id and p.label_kind = {labelKind.ctoLabel}
   join file f on f.id = p.file_id and f.thumb_bytes <= 5500
   where n.cto_id = box and n.kind = {enrollmentKind.enrollment_cto} and n.verification_state = 'verificada'
     and (n.vno_id = (select app_vno()) or (select app_all()))
   order by n.created_at desc, n.id desc, p.id desc limit 1)
  union all
  (select 'box', f.id, coalesce(p.taken_at, p.received_at), f.mime, f.name, f.thumb_key, f.thumb_bytes
   from event e
   join picture p on p.event_id = e.id and p.vno_id = e.vno_id and p.step = 'final_report' and p.label_kind is null and p.flags = '{}'
     and not p.signature
   join file f on f.id = p.file_id and f.thumb_bytes <= 5500
   where e.cto_id = box and e.type = {eventType.createListener}
     and e.process_state in ({processState.finalized}, {processState.finalizedSync}) and (e.vno_id = (select app_vno()) or (select app_all()))
   order by e.created_at desc, e.id desc, p.id desc limit 1) $$;

-- Other operators' ports show number, state and traffic light only; figures are for own ports and the neutral operator.
create or replace function faceplate(box bigint) returns json language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  viewer int := app_vno();
  everything boolean := app_all();
  answer json;
begin
  if viewer is null and not everything then return null; end if;
  perform set_config('app.scope', 'all', true);
  select coalesce(json_agg(json_build_object(
    'port', p.number, 'port_state', p.state, 'state', p.optical_state,
    'own', coalesce(a.vno_id = viewer, false),
    'rx_dbm', case when a.vno_id = viewer or everything then a.rx_dbm end,
    'olt_rx_dbm', case when a.vno_id = viewer or everything then a.olt_rx_dbm end,
    'light', case p.optical_state when 'online' then case when a.rx_dbm < -26 then 'weak' else 'ok' end
      when 'los' then 'dark' when 'dying_gasp' then 'off' when 'admin_down' then 'off' else 'unknown' end,
    'read_at', wire_time(coalesce(a.read_at, p.read_at))) order by p.number), '[]') into answer
  from port p
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  where p.cto_id = box;
  perform set_config('app.scope', case when everything then 'all' else 'vno' end, true);
  return answer;
end $$;

-- Ports of a box for a port change, without the operators of the others. `work`: the requesting intervention, or null.
create or replace function port_choice(box bigint, work bigint) returns json language sql stable security definer
  set search_path = public, pg_temp as $$
  select json_build_object('cto', json_build_object('id', c.id, 'code', c.code, 'state', c.state),
    'tx_dbm', n.tx_dbm, 'ratio', c.splitter_ratio, 'feeder_m', c.feeder_m,
    'ports', (select coalesce(json_agg(json_build_object('id', p.id, 'number', p.number, 'state', p.state,
        'claimed', k.event_id is distinct from null and k.event_id is distinct from work or exists (
          select from event e where e.port_id = p.id and e.id is distinct from work and e.type = {eventType.createListener}
            and e.process_state in ({processState.iddle}, {processState.wronglyFinalized}, {processState.finalizing},
              {processState.created}, {processState.creating}, {processState.wronglyCancelled})),
        'lit', p.state = {portState.disponible} and exists (select from box_reading b cross join jsonb_array_elements(b.reading -> 'readings') r
          where b.cto_id = c.id and (r ->> 'portId')::bigint = p.id and r ->> 'state' = 'online'),
        'reserved_until', wire_time(k.expires_at)) order by p.number), '[]')
      from port p left join port_claim k on k.port_id = p.id where p.cto_id = c.id),
    'near', (select coalesce(json_agg(json_build_object('cto_id', o.id, 'cto_code', o.code, 'distance_m', o.metres,
        'free_ports', o.ports_free) order by o.metres, o.code), '[]') from (
      select b.id, b.code, b.ports_free, round(2 * 6371000 * asin(sqrt(power(sin(radians((b.lat - c.lat)::float8) / 2), 2)
          + cos(radians(c.lat::float8)) * cos(radians(b.lat::float8)) * power(sin(radians((b.lon - c.lon)::float8) / 2), 2))))::int as metres
      from cto b where b.id <> c.id and b.state = {ctoState.disponible} and b.ports_free > 0
        and b.lat between c.lat - 0.001 and c.lat + 0.001 and b.lon between c.lon - 0.002 and c.lon + 0.002) o
      where o.metres <= 60))
  from cto c join pon n on n.id = c.pon_id where c.id = box $$;

create or replace function port_problem_open() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into port_problem (port_id, vno_id, technical_id, contractor_id, event_id, request_id, reason, code, reported_at)
  select new.id, e.vno_id, e.technical_id, e.contractor_id, e.id, (new.problem ->> 'request_id')::bigint,
    coalesce((new.problem ->> 'reason')::smallint, 3), (new.problem ->> 'code')::smallint,
    coalesce((new.problem ->> 'at')::timestamptz, app_now())
  from (select 1) one left join event e on e.id = (new.problem ->> 'event_id')::bigint;
  return null;
end $$;
