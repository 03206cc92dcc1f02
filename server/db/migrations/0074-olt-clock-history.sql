-- How long an OLT has been running, which tells a restart whose alarm was lost; and what its clock was off before it jumped.
-- jumps: [{"offsetMs", "from", "to"}], oldest first: the offset before, and between which measurements the clock jumped.
alter table olt_clock add column uptime_s bigint, add column jumps jsonb not null default '[]';

-- ONTs that were on a PON when its light failed, and how many of them sent a last gasp, where the OLT says so.
alter table olt_alarm add column affected int, add column gasps int;
alter table plant_alarm add column affected int, add column gasps int;

-- Which ONT has which number on its PON, as last read: alarms of some OLTs name no serial.
create table ont_number (
  pon_id int not null,
  ont_id int not null,
  serial text collate "C" not null,
  read_at timestamptz(3) not null,
  primary key (pon_id, ont_id)
);
create index ont_number_serial on ont_number (serial);
alter table ont_number enable row level security;
alter table ont_number force row level security;
create policy owner on ont_number to current_user using (true) with check (true);
create policy process on ont_number using ((select app_all())) with check ((select app_all()));
grant select, insert, update, delete on ont_number to hilo_app;
