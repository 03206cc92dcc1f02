-- Demonstration: its clock and the simulated network.

-- Offset of business time (app_now), which the demonstration advances to show deadlines. Sessions and leases do not use it.
create table demo_clock (
  one boolean primary key default true check (one),
  offset_s bigint not null default 0 check (offset_s >= 0)
);
insert into demo_clock default values;
grant select, update on demo_clock to hilo_app;

create table plant_olt (
  olt_id int primary key references olt,
  down boolean not null default false,
  -- Cursor of the last sent alarm. This row is locked while its lines change or its alarms are sent.
  sent bigint not null default 0,
  -- Simulated faults beyond its profile.
  manner jsonb not null default '{}',
  -- Last restart.
  started_at timestamptz(3)
);
create policy process on plant_olt using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on plant_olt to hilo_app;

-- What is connected at each position. Created when a box is first read.
create table plant_line (
  port_id bigint primary key,
  olt_id int not null,
  pon_id int not null,
  cto_id bigint not null,
  port smallint not null,
  -- The fibre: the position that it was laid for, the ONT at its end, the loss on it.
  hair bigint not null,
  serial text collate "C",
  -- Unknown to the network's operator.
  fresh boolean not null default false,
  powered boolean not null,
  admin_down boolean not null,
  -- Power without added loss, and added loss.
  rx0 numeric(5,2) not null,
  olt_rx0 numeric(5,2) not null,
  extra_db numeric(5,2) not null default 0,
  distance_m int not null,
  -- The position: connector plugged, and light from the OLT.
  connected boolean not null,
  fed boolean not null default true,
  -- Online since; in the future while ranging; null: dark.
  lit_at timestamptz(3),
  down_state text,
  last_down_at timestamptz(3),
  last_down_cause text,
  last_up_at timestamptz(3),
  -- Configuration on the OLT: the only serial admitted (empty: none, null: any), and {profile, vlan} where they differ from the
  -- inventory.
  admits text collate "C",
  service json,
  -- Number of the ONT on its PON.
  ont_id int not null,
  -- PON that the ONT is registered on, if connected to another one.
  home_pon_id int
);
create index plant_line_cto on plant_line (cto_id);
create index plant_line_pon on plant_line (pon_id);
create policy process on plant_line using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on plant_line to hilo_app;

-- ONT still registered on a PON where it is no longer connected: the OLT reports it as dark.
create table plant_gone (
  olt_id int not null,
  pon_id int not null,
  serial text collate "C" not null,
  ont_id int not null,
  down_state text,
  last_down_at timestamptz(3),
  last_down_cause text,
  last_up_at timestamptz(3),
  primary key (pon_id, serial)
);
create policy process on plant_gone using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on plant_gone to hilo_app;

create table plant_alarm (
  id bigint generated always as identity primary key,
  olt_id int not null,
  pon_id int,
  cto_id bigint,
  port_id bigint,
  kind text not null,
  serial text,
  at timestamptz(3) not null,
  -- When it is delivered.
  due_at timestamptz(3) not null,
  -- Its cursor, assigned when it is sent, so that none is skipped; null before.
  sent bigint,
  ont_id int,
  affected int,
  gasps int
);
create index plant_alarm_due on plant_alarm (olt_id, due_at) where sent is null;
create unique index plant_alarm_sent on plant_alarm (olt_id, sent) where sent is not null;
create policy process on plant_alarm using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on plant_alarm to hilo_app;

-- Changes of a simulated line since its creation.
create table plant_past (
  id bigint generated always as identity primary key,
  port_id bigint not null,
  at timestamptz(3) not null,
  -- Light from then on, and the cause of the change: a cause of darkness, 'up', or 'loss' if only the loss changed.
  up boolean not null,
  cause text not null,
  extra_db numeric(5,2) not null
);
create index plant_past_port on plant_past (port_id, at);
create policy process on plant_past using ((select app_all())) with check ((select app_all()));
grant select, insert, delete on plant_past to hilo_app;

-- The sequences of 16-alarms.sql are not included: an identity column needs no grant on its sequence.
grant usage, select on all sequences in schema public to hilo_app;
