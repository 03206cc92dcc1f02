-- When nobody works in the box for an intervention any longer; null while somebody does. One that ended in an error and was left
-- there has no end of its own: after its deadline nobody stands at the box.
create function work_ended(e event) returns timestamptz language sql stable as $$
  select coalesce((e.listener->>'closed_at')::timestamptz, e.finished_at,
    case when e.process_state = 1 then coalesce(e.deadline_at, e.updated_at) end) $$;

create or replace function worked_between(box bigint, since timestamptz, until timestamptz) returns boolean language sql stable as $$
  select exists (select from event o where o.cto_id = box and o.type = 1 and (o.listener->>'opened_at')::timestamptz < until
    and coalesce(work_ended(o), 'infinity') > since) $$;

-- As it was, with the ends of the others.
create or replace function report_facts(event bigint) returns jsonb
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
    'others', (select coalesce(jsonb_agg(jsonb_build_object('from', wire_time(least((o.listener->>'opened_at')::timestamptz, os.taken_at)),
        'to', wire_time(work_ended(o)))), '[]')
      from event o left join neighbour_snapshot os on os.id = o.before_snapshot_id
      where o.cto_id = e.cto_id and o.id <> e.id and o.type = 1 and o.listener->>'opened_at' is not null
        and coalesce(work_ended(o), 'infinity')
          > least((e.listener->>'opened_at')::timestamptz, (select s.taken_at from neighbour_snapshot s where s.id = e.before_snapshot_id))),
    'judged', (select jsonb_build_object('taken_at', wire_time(s.taken_at), 'items', s.items)
      from neighbour_snapshot s where s.id = coalesce(e.after_snapshot_id, e.before_snapshot_id)))
  from event e where e.id = $1 and report_viewer(e.id, '[]') is not null $$;
