-- What the home page looks for among many: orders that are due, ports given back that still have light.

create index service_order_due on service_order (appointment_from) include (vno_id, access_id)
  where kind = 'alta' and state in ('recibida', 'asignada');
create index port_assignment_ceased_lit on port_assignment (vno_id) where state = 4 and ont_state = 'online' and ended_at is null;
create index port_assignment_review on port_assignment (vno_id) where state = 6 and ended_at is null;
