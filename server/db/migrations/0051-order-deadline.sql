-- Until when an order is to be done by what is agreed with its operator, and when it was done.
alter table service_order
  -- Never null, so that the order of a list is total: what has no time agreed comes last.
  add column deadline_at timestamptz(3) not null default 'infinity',
  add column completed_at timestamptz(3);

update service_order set completed_at = updated_at where state = 'completada';
-- What was done before had no time that anybody was told of.
update service_order o set deadline_at = coalesce(o.created_at + case
    when o.kind in ('alta', 'migracion', 'cambio_domicilio') then (v.sla ->> 'install_days')::int * interval '24 hours'
    when o.kind = 'averia' then (v.sla ->> 'repair_hours')::int * interval '1 hour' end, 'infinity')
  from vno v where v.id = o.vno_id and o.state in ('recibida', 'asignada', 'en_curso');

create index service_order_vno_deadline on service_order (vno_id, deadline_at, id) include (assigned_technical_id, state);
create index service_order_technical_deadline on service_order (assigned_technical_id, deadline_at, id) include (vno_id, state);
create index service_order_all_deadline on service_order (deadline_at, id);
-- What is late is looked for among what is open, which stays little.
create index service_order_open on service_order (vno_id, created_at desc, id desc) include (assigned_technical_id, deadline_at)
  where state in ('recibida', 'asignada', 'en_curso');
create index service_order_all_open on service_order (created_at desc, id desc) include (deadline_at)
  where state in ('recibida', 'asignada', 'en_curso');
