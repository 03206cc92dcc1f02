/** Rows by the thousand, made of what a seeded network has: enough for PostgreSQL to choose its plans by. */

/** Neighbours once without light, of every operator and by every operator; few of them still open. */
export const manyCases = `
  insert into neighbour_case (event_id, event_code, cto_id, port_id, port, owner_vno_id, worker_vno_id, technical_id, class, state,
    detected_at, restore_deadline_at, created_at)
  select e.id, e.code, e.cto_id, p.id, p.number, v.id, e.vno_id, e.technical_id,
    (array['desconectado', 'movido'])[1 + (e.id % 40 = 0)::int],
    case when e.id % 80 = 0 then 'abierto' when e.id % 50 = 0 then 'escalado' else 'restaurado' end,
    e.created_at, e.created_at + interval '4 hours', e.created_at + interval '1 minute'
  from event e join port p on p.cto_id = e.cto_id and p.number = 1
  join vno v on v.id = 1 + e.id % (select count(*) from vno)
  where e.type = 1 order by e.id limit 20000`

/** Labels put on and taken off, half of them by technicians, few of them still to be looked at; and calls of operators' systems. */
export const manyEnrollments = `
  insert into enrollment (kind, action, event_id, origin, vno_id, technical_id, cto_id, port_id, label_read, label_source,
    verification_state, created_at)
  select case when e.id % 3 = 0 then 3 + (e.id % 2)::int else 1 + (e.id % 2)::int end,
    case when e.id % 3 = 0 then 'B' when e.id % 90 = 1 then 'R' when e.id % 2 = 0 then 'A' else 'M' end, e.id, 2, e.vno_id, e.technical_id,
    e.cto_id, e.port_id, 'D28-' || lpad(e.id::text, 7, '0') || '-1', 'qr',
    case when e.id % 80 < 3 then 'pendiente' when e.id % 70 < 3 then 'rechazada' else 'verificada' end, e.created_at
  from event e where e.type = 1 order by e.id limit 20000`
export const manyApiRequests = `
  insert into api_request (request_id, api_key_id, vno_id, call, kind, event_id, at, duration_ms, http_status, error, payload)
  select 'r' || e.id, 1 + e.id % 400, e.vno_id, (array['admin_vno/enrollments/create', 'admin_vno/events/create'])[1 + (e.id % 60 = 0)::int],
    case when e.id % 60 <> 0 then 8 + (e.id % 50 = 0)::int end, e.id, e.created_at, 10,
    case when e.id % 40 = 0 then 409 else 200 end, case when e.id % 40 = 0 then 'LABEL_DUPLICATE' else '' end, '{}'
  from event e order by e.id limit 20000`

/** Changes to another port: a third of them granted, few of them still to be answered. */
export const manyHairChanges = `
  insert into hair_change (id, event_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, port_from_id,
    reason, asked_at, decision, waiting)
  select e.id, e.id, e.code, case when e.id % 80 = 0 then 8 when e.id % 50 = 0 then 4 else 11 end, e.vno_id, e.technical_id,
    e.contractor_id, e.cto_id, e.created_at, p.id, 1 + e.id % 3, e.created_at,
    case when e.id % 80 <> 0 then (array['concedido', 'denegado', 'alternativa'])[1 + (e.id % 50 = 0)::int + (e.id % 100 = 0)::int] end,
    e.id % 80 = 0
  from event e join port p on p.cto_id = e.cto_id and p.number = 1 where e.type = 1 order by e.id limit 20000`

/** What was done to lines and asked about homes, most of it well ended. */
export const manyLineWorks = [
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
