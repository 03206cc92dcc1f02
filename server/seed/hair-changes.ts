/** Hair changes with answers, reported port problems, and their outcomes. */
import { eventType, portState, processState } from '@hilo/domain/status.ts'
import type pg from 'pg'

/** Maximum rows of each kind. */
const most = 8000
const { hairChangeRequest, hairChangeResponse } = eventType.is

const answered = `
  insert into hair_change (id, event_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, port_from_id,
    port_to_id, reason, condition_code, power_dbm, comment, asked_at, response_id, decision, port_assigned_id, deny_code,
    expires_at, resolved_by, elapsed_ms, answered_at)
  select e.id, e.parent_id, e.code, e.process_state, e.vno_id, e.technical_id, e.contractor_id, e.cto_id, e.created_at, e.port_id, p.id,
    1 + (e.id % 3)::int, case when e.id % 3 = 2 then 800 + (e.id % 2)::int end, case when e.id % 3 = 0 then -28.4 end,
    (array['La potencia no llega', 'El conector está roto', 'Hay otro latiguillo puesto'])[1 + e.id % 3], e.created_at,
    r.id, case when r.process_state = ${processState.is.wronglyFinalized} then 'denegado' else 'concedido' end,
    case when r.process_state <> ${processState.is.wronglyFinalized} then p.id end, r.error ->> 'code',
    case when r.process_state <> ${processState.is.wronglyFinalized} then r.created_at + interval '30 min' end, 'auto',
    greatest(0, extract(epoch from r.created_at - e.created_at) * 1000)::int8, r.created_at
  from (select * from event where type = ${hairChangeRequest} and port_id is not null order by id desc limit ${most}) e
  join lateral (select * from event r where r.parent_id = e.parent_id and r.type = ${hairChangeResponse} and r.id > e.id
    order by r.id limit 1) r on true
  left join lateral (select q.id from port q where q.cto_id = e.cto_id and q.id <> e.port_id order by q.id limit 1) p on true`

/** One pending request for each of the first two operators. */
const waiting = `
  with work as (
    select distinct on (e.vno_id) e.* from event e
     where e.type = ${eventType.is.createListener} and e.process_state = ${processState.is.created} and e.port_id is not null and e.vno_id in (
       select id from vno order by id limit 2)
     order by e.vno_id, e.id desc),
  asked as (
    insert into event (code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
      cev_version, created_by, created_at, updated_at, started_at, deadline_at)
    select next_event_code(), ${hairChangeRequest}, id, ${processState.is.created}, vno_id, technical_id, contractor_id, origin, channel,
      cto_id, port_id, cev_version, created_by, now() - interval '6 min', now(), now(), now() + interval '1 day'
    from work returning *)
  insert into hair_change (id, event_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, port_from_id,
    reason, condition_code, comment, asked_at, waiting, sla_at)
  select id, parent_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, port_id, 3, 996,
    'La puerta de la caja está arrancada', created_at, true, created_at + interval '15 min' from asked`

const problems = `
  insert into port_problem (port_id, vno_id, technical_id, contractor_id, event_id, reason, code, reported_at, outcome, verified_at)
  select p.id, e.vno_id, e.technical_id, e.contractor_id, e.id, coalesce((p.problem ->> 'reason')::int, 3),
    (p.problem ->> 'code')::int, coalesce(e.finished_at, p.updated_at),
    case when p.state = ${portState.is.defectuoso} then 'damaged' end, case when p.state = ${portState.is.defectuoso} then p.updated_at end
  from (select * from port where state in (${portState.is.defectuoso}, ${portState.is.pendiente_revision}) order by id limit ${most}) p
  left join lateral (select * from event e where e.port_id = p.id and e.type = ${eventType.is.createListener} order by e.created_at desc, e.id desc limit 1) e on true`
/** Past reports that turned out unfounded. */
const unfounded = `
  insert into port_problem (port_id, vno_id, technical_id, contractor_id, event_id, request_id, reason, code, reported_at, outcome, note,
    verified_at)
  select h.port_from_id, h.vno_id, h.technical_id, h.contractor_id, h.event_id, h.id, h.reason, h.condition_code, h.created_at,
    case when h.id % 4 = 0 then 'healthy' else 'repaired' end, 'Medido de nuevo', h.created_at + interval '2 days'
  from hair_change h where h.decision = 'concedido' and h.created_at < now() - interval '3 days'`

const history = `
  insert into port_history (port_id, cto_id, vno_id, technical_id, from_state, to_state, cause, event_id, at)
  select e.port_id, e.cto_id, e.vno_id, e.technical_id, m.was, m.became, m.cause, e.id, case when m.was = 1 then e.started_at else e.finished_at end as at
  from (select * from event where type = ${eventType.is.createListener} and work_kind = 'alta' and port_id is not null and started_at is not null
      and finished_at is not null and process_state in (${processState.is.finalized}, ${processState.is.finalizedSync})
    order by id desc limit ${most / 2}) e
  cross join (values (1, 2, 'assign'), (2, 3, 'finalize')) m (was, became, cause)
  order by at, e.id`

/** One operator has an own reason, the other an own age limit for work without coverage. */
const own = `
  insert into reason (vno_id, catalogue, code, name) select id, 'no_access', 'perro_suelto', 'Perro suelto en la finca'
    from vno order by id limit 1;
  insert into setting (vno_id, chosen) select id, '{"offline_max_age_h": 24}' from vno order by id offset 1 limit 1`

/** Adds them to existing interventions, in the seed's transaction. */
export async function addHairChanges(client: Pick<pg.PoolClient, 'query'>): Promise<void> {
  for (const text of [answered, waiting, problems, unfounded, history, own]) await client.query(text)
}
