/** Contacts of the next visits, and technicians' notes. */
import { eventType } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { deadlineSql } from '../process/order-row.ts'
import { reasonCatalogues } from '@hilo/domain/reason.ts'

const givenNames = ['Lucía', 'Mateo', 'Nerea', 'Iker', 'Carmen', 'Jordi', 'Aitana', 'Óscar', 'Ximena', 'Pau']
const surnames = ['Navarro', 'Iglesias', 'Ferrer', 'Quintana', 'Otero', 'Llopis', 'Santana', 'Rey', 'Bosch', 'Medina']

/** One in two open orders has a contact. The phone numbers are of an unassigned range. */
const contacts = `
  insert into service_order_contact (order_id, vno_id, name, phone)
  select o.id, o.vno_id, ($1::text[])[1 + o.id / 2 % $3] || ' ' || ($2::text[])[1 + o.id / 20 % $4],
    '+34600000' || lpad((o.id % 1000)::text, 3, '0')
  from service_order o where o.state in ('recibida', 'asignada', 'en_curso') and o.id % 2 = 0 order by o.id desc limit 2000`

const noteTexts = [
  'Llave en conserjería, preguntar por el encargado hasta las 14:00.',
  'La caja está detrás del contador de agua; hace falta linterna.',
  'El cliente pide que se le avise media hora antes.',
  'Bandeja muy desordenada: conviene volver para peinarla.',
  'Se deja precinto nuevo y foto de la caja cerrada.',
]
const notes = `
  insert into note (vno_id, event_id, text, created_by, created_at, updated_at)
  select e.vno_id, e.id, ($1::text[])[1 + e.id % $2], json_build_object('id', u.id, 'name', u.name, 'account_type', 'te', 'origin', 2),
    coalesce(e.finished_at, e.created_at), coalesce(e.finished_at, e.created_at)
  from (select *, row_number() over (partition by vno_id order by id desc) as n from event
    where type = ${eventType.is.createListener} and technical_id is not null and created_at > now() - interval '60 days') e
  join technical_account t on t.id = e.technical_id join app_user u on u.id = t.user_id
  where e.n <= 120 and e.n % 3 = 0`

/** Orders cancelled before a visit, for the screen of cancellations. */
const cancelled = `
  insert into service_order (code, external_order_id, vno_id, kind, access_id, cto_id, requested_date, state, cancellation, version,
    created_at, updated_at, deadline_at)
  select n.code, v.external_id || '-' || right(n.code, 7), v.id, 'averia', x.id, x.cto_id, at.asked::date, 'cancelada', json_build_object(
      'reason_code', ($1::text[])[1 + x.n % $2], 'comments', null, 'at', wire_time(at.asked + interval '2 hours'),
      'by', json_build_object('id', u.id, 'name', u.name)), 2, at.asked, at.asked + interval '2 hours',
    ${deadlineSql({ kind: `'averia'`, since: 'at.asked', sla: 'v.sla' })}
  from vno v join vno_admin_account a on a.id = (select min(b.id) from vno_admin_account b where b.vno_id = v.id)
  join app_user u on u.id = a.user_id
  cross join lateral (select y.id, y.cto_id, row_number() over (order by y.code) as n from
    (select * from access y where y.vno_id = v.id and y.state = 'activo' order by y.code limit 18) y) x
  cross join lateral (select date_trunc('milliseconds', now()) - x.n * interval '29 hours' as asked) at
  cross join lateral (select next_order_code() as code where x.id is not null) n`

/** Call after orders and interventions are loaded. */
export async function addVisits(client: pg.ClientBase): Promise<void> {
  const reasons = reasonCatalogues.order_cancel
  await client.query(cancelled, [reasons, reasons.length])
  await client.query(contacts, [givenNames, surnames, givenNames.length, surnames.length])
  await client.query(notes, [noteTexts, noteTexts.length])
}
