-- One clock per order: that of its box, else of its postal code, else of its province, else Europe/Madrid.

-- Decides as `zoneOfPlace` of domain/place-clock.ts does.
create function order_zone(ine_code text, address json) returns text language sql immutable parallel safe
  return case
    when coalesce(ine_code, nullif(address->>'postal_code', '')) is not null
      then place_zone(coalesce(ine_code, nullif(address->>'postal_code', '')))
    when lower(btrim(address->>'province')) in ('las palmas', 'santa cruz de tenerife') then 'Atlantic/Canary'
    else 'Europe/Madrid' end;

-- Local time with its offset from UTC, `2026-07-10T10:00:00.000+01:00`; the zones of a place are never west of UTC.
-- STABLE like to_char.
create function place_time(t timestamptz, zone text) returns text language sql stable parallel safe
  return to_char(t at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS.MS')
    || to_char((t at time zone zone) - (t at time zone 'UTC'), '"+"HH24:MI');

-- Whether the wall clock shows this time twice: in the hour that is repeated in October.
create function is_repeated_hour(t timestamptz, zone text) returns boolean language sql stable parallel safe
  return (t at time zone zone) in ((t - interval '1 hour') at time zone zone, (t + interval '1 hour') at time zone zone);

-- The assigned technician reads the contact from the day before the visit, in days of the order's own clock.
drop policy tenant on service_order_contact;
create policy tenant on service_order_contact for select using (vno_id = (select app_vno())
  and ((select app_technical()) is null or exists (
    select from service_order o left join cto c on c.id = o.cto_id
     where o.id = order_id and o.assigned_technical_id = (select app_technical())
       and (o.state = 'en_curso' or (app_now() at time zone order_zone(c.ine_code, o.address))::date + 1
         >= coalesce((o.appointment_from at time zone order_zone(c.ine_code, o.address))::date, o.requested_date)))));
