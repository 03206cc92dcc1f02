-- Ports of boxes that were taken away are in no list: nor in the indexes that serve the ports of nobody.
drop index port_loose;
drop index port_loose_inventory;
drop index port_loose_assignment;
create index port_loose on port (id) where removed_at is null and state in (1, 4, 5, 6);
create index port_loose_inventory on port (inventory_status, id) where removed_at is null and state in (1, 4, 5, 6);
create index port_loose_assignment on port (assignment_status, id) where removed_at is null and state in (1, 4, 5, 6);
create index port_loose_state on port (state, id) where removed_at is null and state in (1, 4, 5, 6);
