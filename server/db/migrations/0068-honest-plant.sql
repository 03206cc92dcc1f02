-- How far the clock of an OLT is from the product's own, as last measured. Whoever uses a moment that the OLT gave takes it off.
create table olt_clock (
  olt_id int primary key references olt,
  -- Positive where the OLT is ahead.
  offset_ms bigint not null,
  measured_at timestamptz(3) not null,
  -- False while it jumps, and where it is more than five minutes off: then no moment of the OLT counts.
  trusted boolean not null
);

-- An ONT that answers on a PON and belongs to nobody by the inventory. Told once, as long as it stays.
create table pon_stray (
  pon_id int not null references pon,
  serial text collate "C" not null,
  first_seen_at timestamptz(3) not null,
  told_at timestamptz(3),
  primary key (pon_id, serial)
);

-- Powers are asked of each ONT and come slowly: they have a budget and a breaker of their own.
alter table olt_gate add column power_failures int not null default 0, add column power_closed_until timestamptz;
-- When powers were last asked for, answered or not.
alter table box_reading add column powers_at timestamptz(3);

drop function olt_enter(int, bigint, boolean, interval, interval, interval);
-- Asks for a session with an OLT: {session}, or why not: {known: true} when the box has answered, or was asked in vain, recently
-- enough; {wait: true}; or {closed_ms}. `powers`: only a reading that asked for powers too is recent enough.
create function olt_enter(olt int, box bigint, demand boolean, lease interval, max_age interval, waited interval, powers boolean)
  returns json language plpgsql as $$
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
      and (case when powers then least(b.taken_at, b.powers_at) else b.taken_at end >= app_now() - max_age - waited
        or b.failed_at >= app_now() - waited)) then
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

-- The simulated plant. An OLT numbers the ONTs of a PON; `home_pon_id`: the PON that the ONT is registered on, where it hangs
-- at another one.
alter table plant_line add column ont_id int, add column home_pon_id int;
update plant_line set ont_id = hashint8(port_id) & 1073741823;
alter table plant_line alter column ont_id set not null;
-- An ONT that is registered on a PON and hangs there no longer: the OLT goes on calling it dark.
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
-- How an OLT misbehaves beyond its profile, and when it last started.
alter table plant_olt add column manner jsonb not null default '{}', add column started_at timestamptz(3);
alter table plant_alarm add column ont_id int, alter column pon_id drop not null, alter column cto_id drop not null,
  alter column port_id drop not null;

do $$
declare
  name text;
begin
  foreach name in array array['olt_clock', 'pon_stray', 'plant_gone'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
    execute format('create policy process on %I using ((select app_all())) with check ((select app_all()))', name);
    execute format('grant select, insert, update, delete on %I to hilo_app', name);
  end loop;
end $$;
