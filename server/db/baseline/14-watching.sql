-- Communication with OLTs. Boxes and ports are not referenced by foreign keys: a reading must not wait for transactions that have
-- locked their rows. Leases use the database's clock, not business time. Figures of all operators: read by the process only.

-- Limits of the queries to an OLT, for all processes together.
create table olt_gate (
  olt_id int primary key references olt,
  -- Most sessions at once; queries on demand leave one of them free.
  sessions smallint not null default 2 check (sessions > 0),
  -- Consecutive failures; from the third on no query until `closed_until`, then one attempt.
  failures int not null default 0,
  closed_until timestamptz(3),
  reads bigint not null default 0,
  -- Most simultaneous sessions so far.
  peak smallint not null default 0,
  -- Powers are read per ONT and slowly: separate failures and pause.
  power_failures int not null default 0,
  power_closed_until timestamptz
);
create policy process on olt_gate using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on olt_gate to hilo_app;

create table olt_session (
  id bigint generated always as identity primary key,
  olt_id int not null references olt,
  -- Box being read; null: other queries.
  cto_id bigint,
  on_demand boolean not null,
  expires_at timestamptz(3) not null
);
create index olt_session_olt on olt_session (olt_id);
create unique index olt_session_box on olt_session (cto_id) where cto_id is not null;
create policy process on olt_session using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on olt_session to hilo_app;

-- Latest reading of a box: answers queries within some seconds, and shows its age afterwards.
create table box_reading (
  cto_id bigint primary key,
  reading jsonb,
  taken_at timestamptz(3),
  complete_pct smallint check (complete_pct between 0 and 100),
  -- Last failed query after `taken_at`, and whether the OLT was only busy. Not rounded: it is compared with the start of the next
  -- query.
  failed_at timestamptz,
  failed_busy boolean not null default false,
  -- Last query of powers, answered or not.
  powers_at timestamptz(3)
);
create policy process on box_reading using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on box_reading to hilo_app;

-- One process at a time stores an OLT's alarms; the fence proves that it still holds the lease.
create table olt_lease (
  olt_id int primary key references olt,
  owner text not null,
  -- Raised whenever another process takes the lease.
  fence bigint not null default 1,
  expires_at timestamptz(3) not null,
  -- Last stored alarm.
  cursor bigint not null default 0,
  -- Last alarm examined for cuts without an intervention.
  weighed_id bigint not null default 0
);
create policy process on olt_lease using ((select app_all())) with check ((select app_all()));
grant select, insert, update on olt_lease to hilo_app;

-- Offset of an OLT's clock from the product's, as last measured: subtracted from every time that the OLT states.
create table olt_clock (
  olt_id int primary key references olt,
  -- Positive if the OLT is ahead.
  offset_ms bigint not null,
  measured_at timestamptz(3) not null,
  -- False while it jumps: then no time of the OLT is used.
  trusted boolean not null,
  -- Reveals a restart whose alarm was lost.
  uptime_s bigint,
  -- [{"offsetMs", "from", "to"}], oldest first: the offset before the jump, and the measurements around it.
  jumps jsonb not null default '[]'
);
create policy process on olt_clock using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on olt_clock to hilo_app;

-- Restarts of OLTs: all of their lines go dark and return.
create table olt_restart (
  olt_id int not null,
  at timestamptz(3) not null,
  primary key (olt_id, at)
);
create policy process on olt_restart using ((select app_all())) with check ((select app_all()));
grant select, insert on olt_restart to hilo_app;

-- ONT on a PON that the inventory does not know. Notified once while it stays.
create table pon_stray (
  pon_id int not null references pon,
  serial text collate "C" not null,
  first_seen_at timestamptz(3) not null,
  told_at timestamptz(3),
  primary key (pon_id, serial)
);
create policy process on pon_stray using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on pon_stray to hilo_app;

-- States of all ONTs of a PON at one moment: [{ont_id, serial, state, last_down_at, last_up_at, last_down_cause}].
create table pon_sweep (
  pon_id int not null,
  at timestamptz(3) not null,
  onts jsonb not null,
  primary key (pon_id, at)
);
create policy process on pon_sweep using ((select app_all())) with check ((select app_all()));
grant select, insert on pon_sweep to hilo_app;

-- ONT numbers on each PON, as last read: alarms of some OLTs have no serial.
create table ont_number (
  pon_id int not null,
  ont_id int not null,
  serial text collate "C" not null,
  read_at timestamptz(3) not null,
  primary key (pon_id, ont_id)
);
create index ont_number_serial on ont_number (serial);
create policy process on ont_number using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on ont_number to hilo_app;
