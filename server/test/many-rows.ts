/** Thousands of rows derived from a seeded network: enough for realistic query plans. */

/** Closed cases of every operator on both sides; few are open. */
const manyCases = `
  insert into neighbour_case (event_id, event_code, cto_id, port_id, port, owner_vno_id, worker_vno_id, technical_id, class, state,
    detected_at, restore_deadline_at, created_at)
  select e.id, e.code, e.cto_id, p.id, p.number, v.id, e.vno_id, e.technical_id,
    (array['desconectado', 'movido'])[1 + (e.id % 40 = 0)::int],
    case when e.id % 80 = 0 then 'abierto' when e.id % 50 = 0 then 'escalado' else 'restaurado' end,
    e.created_at, e.created_at + interval '4 hours', e.created_at + interval '1 minute'
  from event e join port p on p.cto_id = e.cto_id and p.number = 1
  join vno v on v.id = 1 + e.id % (select count(*) from vno)
  where e.type = 1 order by e.id limit 20000`

/** Enrolments and removals, half by technicians, few pending; and API calls. */
const manyEnrollments = `
  insert into enrollment (kind, action, event_id, origin, vno_id, technical_id, cto_id, port_id, label_read, label_source,
    verification_state, created_at)
  select case when e.id % 3 = 0 then 3 + (e.id % 2)::int else 1 + (e.id % 2)::int end,
    case when e.id % 3 = 0 then 'B' when e.id % 90 = 1 then 'R' when e.id % 2 = 0 then 'A' else 'M' end, e.id, 2, e.vno_id, e.technical_id,
    e.cto_id, e.port_id, 'D28-' || lpad(e.id::text, 7, '0') || '-1', 'qr',
    case when e.id % 80 < 3 then 'pendiente' when e.id % 70 < 3 then 'rechazada' else 'verificada' end, e.created_at
  from event e where e.type = 1 order by e.id limit 20000`
const manyApiRequests = `
  insert into api_request (request_id, api_key_id, vno_id, call, kind, event_id, at, duration_ms, http_status, error, payload)
  select 'r' || e.id, 1 + e.id % 400, e.vno_id, (array['admin_vno/enrollments/create', 'admin_vno/events/create'])[1 + (e.id % 60 = 0)::int],
    case when e.id % 60 <> 0 then 8 + (e.id % 50 = 0)::int end, e.id, e.created_at, 10,
    case when e.id % 40 = 0 then 409 else 200 end, case when e.id % 40 = 0 then 'LABEL_DUPLICATE' else '' end, '{}'
  from event e order by e.id limit 20000`

/** Hair changes: a third granted, few pending. */
const manyHairChanges = `
  insert into hair_change (id, event_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, port_from_id,
    reason, asked_at, decision, waiting)
  select e.id, e.id, e.code, case when e.id % 80 = 0 then 8 when e.id % 50 = 0 then 4 else 11 end, e.vno_id, e.technical_id,
    e.contractor_id, e.cto_id, e.created_at, p.id, 1 + e.id % 3, e.created_at,
    case when e.id % 80 <> 0 then (array['concedido', 'denegado', 'alternativa'])[1 + (e.id % 50 = 0)::int + (e.id % 100 = 0)::int] end,
    e.id % 80 = 0
  from event e join port p on p.cto_id = e.cto_id and p.number = 1 where e.type = 1 order by e.id limit 20000`

/** Work on lines and inquiries, mostly finished. */
const manyLineWorks = [
  `insert into ont_reset (access_id, vno_id, cto_id, port_id, reason, state, requested_at)
   select x.id, x.vno_id, x.cto_id, x.port_id, 'x', case when x.id % 80 = 0 then 'fallido' else 'confirmado' end,
     now() - x.id * interval '1 minute' from access x order by x.id limit 20000`,
  `insert into ont_change (access_id, vno_id, cto_id, port_id, old_serial, new_serial, reason, old_returned, state, requested_at, deadline_at)
   select x.id, x.vno_id, x.cto_id, x.port_id, 'HWTC00000001', 'HWTC00000002', 'mejora', true,
     case when x.id % 80 = 0 then 'revertido' else 'hecho' end, now() - x.id * interval '1 minute', now() from access x order by x.id limit 20000`,
  `insert into feasibility (vno_id, asked, result, ctos, products, valid_until, created_at)
   select x.vno_id, '{}', case when x.id % 80 = 0 then 'en_despliegue' else 'factible' end, '[]', '[]', now(),
     now() - x.id * interval '1 minute' from access x order by x.id limit 20000`,
].join(';')

/** Messages, most of them sent; notes; and cuts without an intervention, few of them open. */
const manyMessages = [
  `insert into mail (vno_id, recipient, kind, subject, state, created_at)
   select e.vno_id, 'persona' || e.id % 400 || '@prueba.test', (array['event_error', 'invitation'])[1 + (e.id % 80 = 0)::int], 'Aviso',
     case when e.id % 80 = 0 then 'fallido' when e.id % 50 = 0 then 'pendiente' else 'enviado' end, e.created_at
   from event e order by e.id limit 20000`,
  `insert into note (vno_id, event_id, text, created_by, created_at)
   select e.vno_id, e.id, 'Nota ' || e.id, '{"id": 1, "name": "Ana", "account_type": "va", "origin": 2}', e.created_at
   from event e order by e.id limit 20000`,
  `insert into uncovered_cut (alarm_id, cto_id, port_id, port, owner_vno_id, at, restored_at, link, event_id, technical_id, contractor_id,
     worker_vno_id, created_at)
   select e.id, e.cto_id, p.id, p.number, v.id, e.created_at, case when e.id % 80 <> 0 then e.created_at + interval '9 minutes' end,
     case when e.id % 60 = 0 then 'intervencion' when e.id % 70 = 0 then 'orden' end, case when e.id % 60 = 0 then e.id end,
     case when e.id % 60 = 0 then e.technical_id end, case when e.id % 60 = 0 then e.contractor_id end,
     case when e.id % 60 = 0 then e.vno_id end, e.created_at
   from event e join port p on p.cto_id = e.cto_id and p.number = 1
   join vno v on v.id = 1 + e.id % (select count(*) from vno)
   where e.type = 1 order by e.id limit 20000`,
].join(';')

/** Notices, bulk queries and scheduled reports. */
const manyNotices = [
  `insert into notification (vno_id, technical_id, kind, event_id, payload, at)
   select e.vno_id, case when e.id % 2 = 0 then e.technical_id end, case when e.id % 80 < 2 then 'event_error' else 'technical_gone' end, e.id, '{}',
     e.created_at from event e order by e.id limit 20000 on conflict do nothing`,
  `insert into neighbour_job (vno_id, state, total, expires_at, created_at)
   select e.vno_id, case when e.id % 80 = 0 then 'error' else 'hecho' end, 1, now(), e.created_at from event e order by e.id limit 20000`,
  `insert into neighbour_job_row (job_id, vno_id, line, code, done, error)
   select j.id, j.vno_id, 1 + j.id % 5000, 'AC' || j.id, true, case when j.id % 80 = 0 then 'NOT_FOUND' end from neighbour_job j on conflict do nothing`,
].join(';')

/** Histories and the audit: few rows of each kind but the commonest. */
const manyRecords = [
  `insert into event_history (event_id, cto_id, vno_id, technical_id, from_state, to_state, cause, before, after, at)
   select e.id, e.cto_id, e.vno_id, e.technical_id, 2, case when e.id % 80 = 0 then 10 else 8 end, 'opened', '{}', '{}', e.created_at
   from event e order by e.id limit 20000`,
  `insert into cto_history (cto_id, technical_id, from_state, to_state, cause, before, after, event_id, at)
   select e.cto_id, e.technical_id, 1, case when e.id % 80 = 0 then 3 else 2 end, 'ports', '{}', '{}', e.id, e.created_at
   from event e order by e.id limit 20000`,
  `insert into port_history (port_id, cto_id, vno_id, technical_id, from_state, to_state, cause, event_id, at)
   select p.id, e.cto_id, e.vno_id, e.technical_id, 1, case when e.id % 80 = 0 then 6 else 2 end, 'assign', e.id, e.created_at
   from event e join port p on p.cto_id = e.cto_id and p.number = 1 where e.type = 1 order by e.id limit 20000`,
  `insert into audit (at, actor_id, account_type, vno_id, call, entity, entity_id, request_id)
   select now() - e.id * interval '1 second', 1 + e.id % 400, 'va', e.vno_id,
     (array['admin_vno/orders/edit', 'admin_vno/roles/edit'])[1 + (e.id % 80 = 0)::int],
     (array['service_order', 'role'])[1 + (e.id % 80 = 0)::int], e.id::text, 'r' || e.id from event e order by e.id limit 20000`,
].join(';')

/** All of them, for the plans of every list. */
export const manyRows = [
  manyCases,
  manyEnrollments,
  manyApiRequests,
  manyLineWorks,
  manyHairChanges,
  manyRecords,
  manyNotices,
  manyMessages,
]
