-- Every list whose records say when they were made is asked for in that order, and from a moment on.

create index port_created on port (created_at, id);
create index cto_created on cto (created_at, id);
create index access_created on access (created_at, id);
create index access_vno_created on access (vno_id, created_at, id);
create index drop_cable_created on drop_cable (created_at, id);
create index drop_cable_vno_created on drop_cable (vno_id, created_at, id);
create index neighbour_case_created on neighbour_case (created_at, id) include (owner_vno_id, worker_vno_id);
create index neighbour_case_owner_created on neighbour_case (owner_vno_id, created_at, id) include (worker_vno_id);
create index neighbour_case_worker_created on neighbour_case (worker_vno_id, created_at, id) include (owner_vno_id);
create index neighbour_job_row_created on neighbour_job_row (asked_at, id);
create index neighbour_job_row_vno_created on neighbour_job_row (vno_id, asked_at, id);

-- Copied from the port like its label. It never changes, so it is copied once.
alter table port_assignment add column port_created_at timestamptz(3);
update port_assignment a set port_created_at = p.created_at from port p where p.id = a.port_id;
create function port_created() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select created_at into new.port_created_at from port where id = new.port_id;
  return new;
end $$;
create trigger port_created before insert on port_assignment
  for each row when (new.port_created_at is null) execute function port_created();
alter table port_assignment alter column port_created_at set not null;
create index port_assignment_created on port_assignment (vno_id, port_created_at, port_id) where ended_at is null;
create index port_assignment_created_all on port_assignment (port_created_at, port_id) where ended_at is null;
