-- What OLTs say by themselves, written before anything is concluded from it, and the times at which something may be missing.
-- Nothing here refers to boxes, ports or accesses by a foreign key: an alarm must not wait for whoever works on their rows.

create table olt_alarm (
  id bigint generated always as identity primary key,
  olt_id int not null,
  -- Place in what the OLT has sent.
  cursor bigint not null,
  -- When it was written, when it was received, and what the OLT's own clock said, which may be wrong.
  received_at timestamptz(3) not null,
  at timestamptz(3) not null,
  device_at timestamptz(3),
  kind text not null check (kind in ('los', 'dying_gasp', 'up', 'registered', 'signal_fail', 'pon_los', 'pon_los_clear',
    'agent_restart')),
  pon_id int,
  ont_id int,
  serial text collate "C",
  -- Position by the inventory of that moment; null where the ONT had none.
  cto_id bigint,
  port_id bigint,
  access_id bigint,
  vno_id int,
  unique (olt_id, cursor)
);
create index olt_alarm_at on olt_alarm (olt_id, at);
create index olt_alarm_cto on olt_alarm (cto_id, at) where cto_id is not null;
create index olt_alarm_pon on olt_alarm (pon_id, at) where pon_id is not null;
-- For the end of what has served its time.
create index olt_alarm_received on olt_alarm using brin (received_at);

-- Times in which alarms of an OLT may be missing: nobody listened, the OLT was silent, or it sent too much. Open while it lasts.
create table olt_gap (
  id bigint generated always as identity primary key,
  olt_id int not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  reason text not null check (reason in ('nobody', 'silent', 'storm')),
  -- Of a storm: alarms that were counted and not kept, and the place of the last of them.
  lost int not null default 0,
  cursor bigint,
  check (to_at >= from_at)
);
create index olt_gap_olt on olt_gap (olt_id, from_at desc);
create unique index olt_gap_open on olt_gap (olt_id) where to_at is null;
create index olt_gap_storm on olt_gap (olt_id, cursor) where reason = 'storm';

-- Restarts of an OLT: everything behind it goes dark and comes back.
create table olt_restart (
  olt_id int not null,
  at timestamptz(3) not null,
  primary key (olt_id, at)
);

-- States of all ONTs of a PON at one moment: [{ont_id, serial, state, last_down_at, last_up_at, last_down_cause}].
create table pon_sweep (
  pon_id int not null,
  at timestamptz(3) not null,
  onts jsonb not null,
  primary key (pon_id, at)
);

-- Last alarm that was weighed for cuts without an intervention.
alter table olt_lease add column weighed_id bigint not null default 0;

do $$
declare
  name text;
begin
  foreach name in array array['olt_alarm', 'olt_gap', 'olt_restart', 'pon_sweep'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
    -- Every operator's customers: the process itself alone.
    execute format('create policy process on %I using ((select app_all())) with check ((select app_all()))', name);
    execute format('grant select, insert on %I to hilo_app', name);
  end loop;
end $$;
grant update on olt_gap to hilo_app;
