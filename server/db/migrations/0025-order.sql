-- Service orders with what they ask for, the customer whom the visit is agreed with, and the notes of an intervention.

alter table service_order
  -- Box that the work is expected in; known with the access, else said with the order.
  add column cto_id bigint references cto,
  add column feasibility_id bigint references feasibility,
  -- {code, down_mbps, up_mbps} and where the home is, as they travel.
  add column product json,
  add column address json,
  add column reject_code text,
  -- {reason_code, comments, at, by}
  add column cancellation json,
  add column created_by json,
  -- Never null, so that the order of a list is total: what has no appointment comes last.
  add column due_at timestamptz(3) not null generated always as (coalesce(appointment_from, 'infinity')) stored,
  add constraint service_order_appointment check (appointment_to > appointment_from);

create index service_order_created on service_order (vno_id, created_at desc, id desc) include (assigned_technical_id, state);
create index service_order_state on service_order (vno_id, state, created_at desc, id desc) include (assigned_technical_id);
create index service_order_state_due on service_order (vno_id, state, due_at, id) include (assigned_technical_id);
create index service_order_kind on service_order (vno_id, kind, created_at desc, id desc) include (assigned_technical_id, state);
create index service_order_vno_due on service_order (vno_id, due_at, id) include (assigned_technical_id, state);
create index service_order_id on service_order (vno_id, id) include (assigned_technical_id, state);
create index service_order_technical on service_order (assigned_technical_id, due_at, id) include (vno_id, state);
create index service_order_technical_created on service_order (assigned_technical_id, created_at desc, id desc) include (vno_id, state);
create index service_order_unassigned on service_order (vno_id, created_at desc, id desc) where assigned_technical_id is null;
create index service_order_cto on service_order (cto_id, created_at desc, id desc) include (vno_id, assigned_technical_id);
create index service_order_access on service_order (access_id, created_at desc, id desc) include (vno_id, assigned_technical_id);
create index service_order_external on service_order (external_order_id) include (vno_id, assigned_technical_id);
create index service_order_all_created on service_order (created_at desc, id desc);
create index service_order_all_due on service_order (due_at, id);
create index service_order_all_state on service_order (state, created_at desc, id desc);
create index service_order_all_state_due on service_order (state, due_at, id);
create index service_order_all_kind on service_order (kind, created_at desc, id desc);
create index service_order_feasibility on service_order (feasibility_id) where feasibility_id is not null;
create index event_order on event (service_order_id) where service_order_id is not null;

-- A technician reaches only the orders that are his.
drop policy tenant on service_order;
create policy tenant on service_order
  using ((vno_id = (select app_vno()) and ((select app_technical()) is null or assigned_technical_id = (select app_technical())))
    or (select app_all()))
  with check ((vno_id = (select app_vno()) and ((select app_technical()) is null or assigned_technical_id = (select app_technical())))
    or (select app_all()));

-- Time zone of a place by its municipality.
create function place_zone(ine_code text) returns text language sql immutable parallel safe
  return case when left(ine_code, 2) in ('35', '38') then 'Atlantic/Canary' else 'Europe/Madrid' end;

-- Whom to call before the visit. A table of its own, so that it can be gone without a trace once the order is closed.
create table service_order_contact (
  order_id bigint primary key references service_order on delete cascade,
  vno_id int not null references vno,
  name text not null check (length(name) between 1 and 120),
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  created_at timestamptz(3) not null default now()
);
alter table service_order_contact enable row level security;
alter table service_order_contact force row level security;
create policy owner on service_order_contact to current_user using (true) with check (true);
-- The operator's administrators; the assigned technician from the day before the visit, in the place's own days. Nobody else,
-- the neutral operator neither.
create policy tenant on service_order_contact for select using (vno_id = (select app_vno())
  and ((select app_technical()) is null or exists (
    select from service_order o left join cto c on c.id = o.cto_id
     where o.id = order_id and o.assigned_technical_id = (select app_technical())
       and (o.state = 'en_curso' or (app_now() at time zone place_zone(c.ine_code))::date + 1
         >= coalesce((o.appointment_from at time zone place_zone(c.ine_code))::date, o.requested_date)))));

-- The one way to write it: who gives it may not read it back by that alone. Null takes it away.
create function keep_order_contact(asked_order bigint, contact json) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_technical() is not null then return; end if;
  delete from service_order_contact c where c.order_id = asked_order and (c.vno_id = app_vno() or app_all());
  insert into service_order_contact (order_id, vno_id, name, phone)
  select o.id, o.vno_id, contact->>'name', contact->>'phone' from service_order o
   where contact->>'name' is not null and o.id = asked_order and (o.vno_id = app_vno() or app_all())
     and o.state in ('recibida', 'asignada', 'en_curso');
end $$;

-- Whoever closes an order, in the same transaction and whatever it forgets.
create function forget_order_contact() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from service_order_contact where order_id = new.id;
  return null;
end $$;
create trigger forget_order_contact after update of state on service_order
  for each row when (new.state in ('completada', 'cancelada', 'rechazada')) execute function forget_order_contact();

-- `OS-2026-0123456`. What was loaded from elsewhere is stepped over once.
create sequence order_number;
create function next_order_code() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  prefix text := to_char(app_now() at time zone 'Europe/Madrid', '"OS-"YYYY"-"');
  made text;
begin
  loop
    made := prefix || lpad(nextval('order_number')::text, 7, '0');
    exit when not exists (select from service_order o where o.code = made);
    perform pg_advisory_xact_lock(hashtextextended('order_number', 0));
    perform setval('order_number', greatest((select last_value from order_number),
      (select substring(o.code from 9)::bigint from service_order o
        where o.code > prefix and o.code < prefix || ':' and o.code ~ '^OS-\d{4}-\d{7}$' order by o.code desc limit 1)));
  end loop;
  return made;
end $$;

-- Internal notes of an intervention, with a file or without.
create table note (
  id bigint generated by default as identity primary key,
  vno_id int not null references vno,
  event_id bigint not null references event,
  text text not null check (length(text) between 1 and 4000),
  file_id bigint references file,
  created_by json not null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index note_event on note (event_id, created_at desc, id desc) include (vno_id);
create index note_created on note (vno_id, created_at desc, id desc) include (event_id);
create index note_id on note (vno_id, id) include (event_id);
create index note_all on note (created_at desc, id desc);
create index note_file on note (file_id) where file_id is not null;
alter table note enable row level security;
alter table note force row level security;
create policy owner on note to current_user using (true) with check (true);
create policy tenant on note
  using ((vno_id = (select app_vno()) and ((select app_technical()) is null
      or exists (select 1 from event e where e.id = note.event_id))) or (select app_all()))
  with check ((vno_id = (select app_vno()) and exists (select 1 from event e where e.id = note.event_id)) or (select app_all()));

grant select on service_order_contact to hilo_app;
grant select, insert on note to hilo_app;
grant usage, select on all sequences in schema public to hilo_app;
