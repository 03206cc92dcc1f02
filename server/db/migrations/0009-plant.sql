-- The plant at the other end: how hard it may be asked, what it last said, and the simulated one itself. Nothing here refers to
-- boxes and ports by a foreign key: a reading must not wait for whoever is working on their rows.

-- How hard an OLT may be asked, by all processes together. Leases run by the database's own clock, never by business time.
create table olt_gate (
  olt_id int primary key references olt,
  -- Most sessions at once; one of them is kept free of whoever only wants to look.
  sessions smallint not null default 2 check (sessions > 0),
  -- Failures in a row; from the third on the OLT is left alone until `closed_until`, then tried once.
  failures int not null default 0,
  closed_until timestamptz(3),
  reads bigint not null default 0,
  -- Most sessions that ever ran at once.
  peak smallint not null default 0
);
create table olt_session (
  id bigint generated always as identity primary key,
  olt_id int not null references olt,
  -- The box being read; null for anything else.
  cto_id bigint,
  on_demand boolean not null,
  expires_at timestamptz(3) not null
);
create index olt_session_olt on olt_session (olt_id);
create unique index olt_session_box on olt_session (cto_id) where cto_id is not null;

-- What a box last answered, for everybody who asks within some seconds and for showing how old it is.
create table box_reading (
  cto_id bigint primary key,
  reading jsonb,
  taken_at timestamptz(3),
  complete_pct smallint check (complete_pct between 0 and 100),
  -- Last time that it was asked in vain, after `taken_at`, and whether it only had too much to do. Not rounded: whoever asks
  -- right after it has not waited for it.
  failed_at timestamptz,
  failed_busy boolean not null default false
);

-- Asks for a session with an OLT: {session}, or why not: {known: true} when the box has answered, or was asked in vain, recently
-- enough; {wait: true}; or {closed_ms}.
create function olt_enter(olt int, box bigint, demand boolean, lease interval, max_age interval, waited interval) returns json
  language plpgsql as $$
declare
  gate olt_gate;
  running int;
  demanded int;
  made bigint;
begin
  select * into gate from olt_gate g where g.olt_id = olt for update;
  if not found then
    insert into olt_gate (olt_id) values (olt) on conflict do nothing;
    select * into gate from olt_gate g where g.olt_id = olt for update;
  end if;
  delete from olt_session s where s.olt_id = olt and s.expires_at < clock_timestamp();
  if exists (select from olt_session s where s.cto_id = box) then return json_build_object('wait', true); end if;
  if exists (select from box_reading b where b.cto_id = box
      and (b.taken_at >= app_now() - max_age - waited or b.failed_at >= app_now() - waited)) then
    return json_build_object('known', true);
  end if;
  if gate.closed_until > clock_timestamp() then
    return json_build_object('closed_ms', ceil(extract(epoch from gate.closed_until - clock_timestamp()) * 1000)::int);
  end if;
  select count(*), count(*) filter (where s.on_demand) into running, demanded from olt_session s where s.olt_id = olt;
  if running >= gate.sessions or (demand and demanded >= greatest(gate.sessions - 1, 1)) then
    return json_build_object('wait', true);
  end if;
  insert into olt_session (olt_id, cto_id, on_demand, expires_at) values (olt, box, demand, clock_timestamp() + lease)
    returning id into made;
  update olt_gate g set reads = g.reads + 1, peak = greatest(g.peak, running + 1),
    closed_until = case when g.failures >= 3 then clock_timestamp() + lease end
   where g.olt_id = olt;
  return json_build_object('session', made);
end $$;

-- The simulated plant: what really hangs at each position. Made when a box is first looked at, true from then on.
create table plant_olt (
  olt_id int primary key references olt,
  down boolean not null default false,
  -- Cursor of the last alarm that it sent. Whoever moves its lines or sends its alarms holds this row.
  sent bigint not null default 0
);
create table plant_line (
  port_id bigint primary key,
  olt_id int not null,
  pon_id int not null,
  cto_id bigint not null,
  port smallint not null,
  -- The hair: whose position it was laid for, what is at its other end, what the light loses on it.
  hair bigint not null,
  serial text collate "C",
  -- Appeared by itself, unknown to whoever runs the network.
  fresh boolean not null default false,
  powered boolean not null,
  admin_down boolean not null,
  -- dBm without anything added, dB added.
  rx0 numeric(5,2) not null,
  olt_rx0 numeric(5,2) not null,
  extra_db numeric(5,2) not null default 0,
  distance_m int not null,
  -- The position: its connector, and light from the OLT up to here.
  connected boolean not null,
  fed boolean not null default true,
  -- Up from here on, which may lie ahead while it ranges; null: dark.
  lit_at timestamptz(3),
  down_state text,
  last_down_at timestamptz(3),
  last_down_cause text,
  last_up_at timestamptz(3)
);
create index plant_line_cto on plant_line (cto_id);
create index plant_line_pon on plant_line (pon_id);
create table plant_alarm (
  id bigint generated always as identity primary key,
  olt_id int not null,
  pon_id int not null,
  cto_id bigint not null,
  port_id bigint not null,
  kind text not null,
  serial text,
  at timestamptz(3) not null,
  -- When it reaches whoever listens.
  due_at timestamptz(3) not null,
  -- Its cursor, given on the way out, so that none is passed over; null until then.
  sent bigint
);
create index plant_alarm_due on plant_alarm (olt_id, due_at) where sent is null;
create unique index plant_alarm_sent on plant_alarm (olt_id, sent) where sent is not null;

do $$
declare
  name text;
begin
  foreach name in array array['olt_gate', 'olt_session', 'box_reading', 'plant_olt', 'plant_line', 'plant_alarm'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
    -- Every operator's figures lie here, so only the process itself comes near.
    execute format('create policy process on %I using ((select app_all())) with check ((select app_all()))', name);
    execute format('grant select, insert, update, delete on %I to hilo_app', name);
  end loop;
end $$;

-- The queue's door takes all that a job may need.
drop function app_add_job(text, json, text);
create function app_add_job(task text, payload json, job_key text default null, run_at timestamptz default null,
  queue text default null, max_attempts int default null) returns void language plpgsql as $$
begin
  perform graphile_worker.app_add_job(task, payload, job_key, run_at, queue, max_attempts);
end $$;
-- Brings the waiting jobs of the process nearer, as the demonstration's clock goes forward.
create function app_advance_jobs(seconds bigint) returns void language plpgsql as $$
begin
  perform graphile_worker.app_advance_jobs(seconds);
end $$;
