-- Deletes the contact when an order is closed, in the same transaction, whichever code closes it.
create or replace function forget_order_contact() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from service_order_contact where order_id = new.id;
  return null;
end $$;

-- Whether local time repeats this time: the repeated hour in October.
create or replace function is_repeated_hour(t timestamptz, zone text) returns boolean language sql stable parallel safe
  return (t at time zone zone) in ((t - interval '1 hour') at time zone zone, (t + interval '1 hour') at time zone zone);

-- Writes the contact of an order. Definer rights: the author may not read it back. Null deletes it.
create or replace function keep_order_contact(asked_order bigint, contact json) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_technical() is not null then return; end if;
  delete from service_order_contact c where c.order_id = asked_order and (c.vno_id = app_vno() or app_all());
  insert into service_order_contact (order_id, vno_id, name, phone)
  select o.id, o.vno_id, contact->>'name', contact->>'phone' from service_order o
   where contact->>'name' is not null and o.id = asked_order and (o.vno_id = app_vno() or app_all())
     and o.state in ('recibida', 'asignada', 'en_curso');
end $$;

create or replace function next_event_code() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  prefix text := to_char(app_now() at time zone 'Europe/Madrid', '"INT-"YYYY"-"');
  made text;
begin
  loop
    made := prefix || lpad(nextval('event_number')::text, 7, '0');
    exit when not exists (select from event e where e.code = made);
    perform pg_advisory_xact_lock(hashtextextended('event_number', 0));
    perform setval('event_number', greatest((select last_value from event_number),
      (select substring(e.code from 10)::bigint from event e
        where e.code > prefix and e.code < prefix || ':' order by e.code desc limit 1)));
  end loop;
  return made;
end $$;

create or replace function next_order_code() returns text
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

-- Time zone of a municipality.
create or replace function place_zone(ine_code text) returns text language sql immutable parallel safe
  return case when left(ine_code, 2) in ('35', '38') then 'Atlantic/Canary' else 'Europe/Madrid' end;

-- Same rule as `zoneOfPlace` in domain/place-clock.ts.
create or replace function order_zone(ine_code text, address json) returns text language sql immutable parallel safe
  return case
    when coalesce(ine_code, nullif(address->>'postal_code', '')) is not null
      then place_zone(coalesce(ine_code, nullif(address->>'postal_code', '')))
    when lower(btrim(address->>'province')) in ('las palmas', 'santa cruz de tenerife') then 'Atlantic/Canary'
    else 'Europe/Madrid' end;

-- Local time with its offset from UTC, `2026-07-10T10:00:00.000+01:00`; places are never west of UTC. STABLE like
-- to_char.
create or replace function place_time(t timestamptz, zone text) returns text language sql stable parallel safe
  return to_char(t at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS.MS')
    || to_char((t at time zone zone) - (t at time zone 'UTC'), '"+"HH24:MI');
