/** Appointments for today and the following days, and orders without one. */
import { unendedStates } from '../kernel/sql/states.ts'
import { accountStatus, eventType } from '@hilo/domain/status.ts'
import { dayAt, homeZone } from '@hilo/domain/place-clock.ts'
import type pg from 'pg'
import { deadlineSql } from '../process/order-row.ts'

/** Start times of two-hour visits, and an early one that overlaps two of them. */
const slots = ['08:00', '10:00', '12:00', '15:00', '17:00']
const kinds = ['averia', 'cambio_ont', 'averia', 'migracion', 'cambio_domicilio', 'averia', 'baja']
/** From the day after tomorrow on without repairs: a fault does not wait that long. */
const later = ['cambio_ont', 'migracion', 'baja', 'cambio_domicilio', 'cambio_ont']
const days = 5

/** Technicians of each operator, numbered, except those of the phone demonstration. */
const crew = `select t.id, t.vno_id, t.status, t.zones, row_number() over (partition by t.vno_id, t.status order by t.id) as n
  from technical_account t join app_user u on u.id = t.user_id where u.email not like 'tecnico@%'`

/** The line has no open order yet. */
const free = `not exists (select from service_order s where s.access_id = a.id and s.state in ('recibida', 'asignada', 'en_curso'))`

/** The address of the access `a`, whose box is `c`, with its floor and door in one. */
const home = `json_build_object('street', c.street, 'number', c.street_number, 'floor', split_part(a.home ->> 'address', ', ', 2),
    'postal_code', c.postal_code, 'municipality', c.municipality, 'province', c.province)`

/** Lines in service within the crew's zones, in pseudo-random order. */
const lines = `select x.*, row_number() over (partition by x.vno_id, x.ine order by md5(x.code)) as place, count(*) over (partition by x.vno_id, x.ine) as lines
  from (select distinct vno_id, zones[1] as ine from crew where n <= 14) z cross join lateral (
    select a.id, a.code, a.vno_id, a.cto_id, c.ine_code as ine, ${home} as home
      from access a join cto c on c.id = a.cto_id
     where a.vno_id = z.vno_id and c.ine_code = z.ine and a.state = 'activo' and ${free} order by a.code limit 300) x`

/**
 * $1 slots, $2 kinds, $3 days, $6 kinds later on: who goes where and when. Four of five slots today and tomorrow, fewer later.
 */
const visits = `
  with crew as (${crew}), lines as (${lines}),
  planned as (
    select c.id as technician, c.vno_id, c.zones[1] as ine, d, ($1::text[])[s] as at, 2 as hours
      from crew c cross join generate_series(0, $3::int - 1) d cross join generate_series(1, 5) s
     where c.status = ${accountStatus.is.active} and c.n <= 14 and (c.n * 7 + d * 3 + s) % 5 >= case when d < 2 then 1 else 3 end
    union all
    select c.id, c.vno_id, c.zones[1], d, '11:00', 2 from crew c cross join generate_series(0, 1) d where c.status = ${accountStatus.is.active} and c.n = 3
    union all
    select c.id, c.vno_id, c.zones[1], 1, '12:00', 2 from crew c where c.status = ${accountStatus.is.suspended} and c.n = 1
    union all
    select null, c.vno_id, c.zones[1], 1 + s % 3, case when s % 3 = 0 then null else ($1::text[])[1 + s % 5] end, 2
      from crew c cross join generate_series(1, 18) s where c.status = ${accountStatus.is.active} and c.n = 1),
  numbered as (select p.*, row_number() over (partition by vno_id, ine order by d, at, technician) as k from planned p),
  placed as (
    select n.*, case when n.d < 2 then ($2::text[])[1 + n.k % $5] else ($6::text[])[1 + n.k % cardinality($6::text[])] end as kind,
        l.id as access_id, l.cto_id, l.home, (($4::date + n.d) + n.at::time) at time zone place_zone(l.ine) as starts
      from numbered n join lines l on l.vno_id = n.vno_id and l.ine = n.ine and l.place = 1 + n.k % l.lines)
  insert into service_order (code, external_order_id, vno_id, kind, access_id, cto_id, requested_date, appointment_from, appointment_to,
    assigned_technical_id, state, address, version, created_at, updated_at, deadline_at, completed_at)
  select o.code, v.external_id || '-' || right(o.code, 7), p.vno_id, p.kind, p.access_id, p.cto_id, $4::date + p.d,
    p.starts, p.starts + p.hours * interval '1 hour', p.technician,
    case when p.technician is null then 'recibida' when done.at is not null then 'completada' else 'asignada' end,
    p.home, case when p.technician is null then 1 else 2 end, made.at, coalesce(done.at, made.at),
    ${deadlineSql({ kind: 'p.kind', since: 'made.at', sla: 'v.sla' })}, done.at
  from placed p join vno v on v.id = p.vno_id
  cross join lateral (select date_trunc('milliseconds', least(now() - (20 + p.k % 90) * interval '1 minute',
    coalesce(p.starts, now()) - (4 + p.k % 14) * case when p.kind = 'averia' then interval '1 hour' else interval '4 hours' end)) as at) made
  cross join lateral (select case when p.technician is not null and p.starts < now() - interval '3 hours'
    then p.starts + (25 + p.k % 60) * interval '1 minute' end as at) done
  cross join lateral (select next_order_code() as code where p.k > 0) o`

/** The phone demonstration's technician has two repairs ahead: one within the hour if possible, one at any time of the day. */
const phones = `
  with person as (select t.id, t.vno_id, t.zones[1] as ine from technical_account t join app_user u on u.id = t.user_id
    where u.email like 'tecnico@%'),
  homes as (select p.id as technician, p.vno_id, x.*, row_number() over (partition by p.id order by md5(x.code)) as n
    from person p cross join lateral (select a.id as access_id, a.code, a.cto_id, ${home} as home
      from access a join cto c on c.id = a.cto_id where a.vno_id = p.vno_id and c.ine_code = p.ine and a.state = 'activo'
        and not exists (select from event e where e.cto_id = c.id and e.type = ${eventType.is.createListener} and e.process_state in (${unendedStates}))
        and ${free}
      order by a.code limit 300) x)
  insert into service_order (code, external_order_id, vno_id, kind, access_id, cto_id, requested_date, appointment_from, appointment_to,
    assigned_technical_id, state, address, version, created_at, updated_at, deadline_at)
  select o.code, v.external_id || '-' || right(o.code, 7), h.vno_id, 'averia', h.access_id, h.cto_id, $1::date, w.at, w.at + interval '2 hours',
    h.technician, 'asignada', h.home, 2, made.at, made.at, ${deadlineSql({ kind: `'averia'`, since: 'made.at', sla: 'v.sla' })}
  from homes h join vno v on v.id = h.vno_id
  cross join lateral (select case when h.n = 1 and extract(hour from soon at time zone 'Europe/Madrid') between 7 and 20
    then soon end as at from (select date_trunc('hour', now()) + interval '1 hour' as soon) n) w
  cross join lateral (select date_trunc('milliseconds', now()) - h.n * interval '5 hours' as at) made
  cross join lateral (select next_order_code() as code where h.n > 0) o
  where h.n <= 2`

/** No visit to a port where work for that customer is open. */
const begun = `
  delete from service_order o using port_assignment a, port_claim k
   where a.access_id = o.access_id and a.ended_at is null and k.port_id = a.port_id and o.state in ('recibida', 'asignada')
     and not exists (select from event e where e.service_order_id = o.id)`

/** In a network of one town, pretends that some orders are of the next town. */
const elsewhere = `
  update technical_account t set zones = '{28065}' from (${crew}) c where c.id = t.id and c.status = ${accountStatus.is.active} and c.n = 12
    and not exists (select from cto where ine_code <> '28079')`

/** Call after technicians and lines are loaded. */
export async function addAgenda(client: pg.ClientBase): Promise<void> {
  const today = dayAt(Date.now(), homeZone)
  await client.query(begun)
  // The phone demonstration first: in a network of one town the other visits take every line.
  await client.query(phones, [today])
  await client.query(visits, [slots, kinds, days, today, kinds.length, later])
  await client.query(elsewhere)
}
