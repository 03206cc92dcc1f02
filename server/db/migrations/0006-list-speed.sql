-- The neutral operator's lists hold everybody's rows, so that what is rare there must have its own place in each order.

create index event_verdict on event (verdict, created_at desc, id desc) include (vno_id, technical_id)
  where verdict is not null;

create index port_assignment_state_rx on port_assignment (state, rx_order, port_id) where ended_at is null;
create index port_assignment_inventory_rx on port_assignment (inventory_status, rx_order, port_id) where ended_at is null;
create index port_assignment_status_rx on port_assignment (assignment_status, rx_order, port_id) where ended_at is null;

-- Ports that may belong to nobody, among which the list by light looks for those that do.
create index port_loose on port (id) where state in (1, 4, 5, 6);
create index port_loose_inventory on port (inventory_status, id) where state in (1, 4, 5, 6);
create index port_loose_assignment on port (assignment_status, id) where state in (1, 4, 5, 6);
