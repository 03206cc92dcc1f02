import { limits, opticClasses } from '@hilo/domain/optics.ts'
import { eventType, origin, enrollmentKind, processState } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { demoTenants } from './tenants.ts'

/** Interventions per demonstration operator with listed labels, and API requests. */
const worksEach = 80
const requestsEach = 60

/** Too weak, by the optic class of the OLT. */
const weak = opticClasses.map((name) => `when '${name}' then ${limits('cto_port', name).low}`).join(' ')
const { apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile } = eventType.is

/**
 * Enrolments and removals of the last works. Every ninth label that was typed, read with low confidence, read far from its box
 * or measured too weak is verified; the others are pending. One in four typed ones is wrong.
 */
const works = `
  insert into enrollment (kind, action, event_id, origin, vno_id, technical_id, cto_id, port_id, drop_id, label_read, label_expected,
    label_source, ocr_confidence, connection_type, power_dbm, distance_m, verification_state, verification_reasons, verified_by,
    verified_at, reject_reason, light_check, light_checked_at, entered_by, created_by, created_at, updated_at)
  select f.kind, f.action, f.event_id, ${origin.is.app}, f.vno_id, f.technical_id, f.cto_id, f.port_id, f.drop_id, f.label, f.expected,
    f.source, f.confidence, f.connection, f.power, f.distance, f.state,
    array_remove(array[case when f.unsure then f.source end, case when f.distance > 50 then 'far' end,
      case when f.weak then 'power' end], null),
    case when f.looked then f.admin end, case when f.state <> 'pendiente' then least(f.at + interval '3 hours', now()) end,
    case when f.state = 'rechazada' then 'No se lee la etiqueta completa' end,
    case when f.kind = ${enrollmentKind.is.unenrollment_drop} then 'sin_luz' end, case when f.kind = ${enrollmentKind.is.unenrollment_drop} then least(f.at + interval '10 minutes', now()) end,
    f.user_id, json_build_object('id', f.user_id, 'name', f.name, 'account_type', 'te', 'origin', ${origin.is.app}), f.at, f.at
  from (
    select g.*, case when not (g.unsure or g.distance > 50 or g.weak) then 'verificada' when not g.looked then 'pendiente'
      when g.event_id % 2 = 0 then 'rechazada' else 'verificada' end as state
    from (
      select case when s->>'step' = 'cto_enrollment' then 1 when s->'data'->>'action' = 'B' then 4 else 2 end as kind,
        s->'data'->>'action' as action, e.id as event_id, e.vno_id, e.technical_id, e.cto_id,
        case when s->>'step' = 'drop_enrollment' then e.port_id end as port_id, d.id as drop_id,
        case when s->'data'->>'label_source' = 'manual'
            and row_number() over (partition by e.vno_id, e.id % 9 = 0, s->'data'->>'label_source' order by e.id) % 4 = 1
          then left(c.label, -1) || (right(c.label, 1)::int + 1) % 10
          else upper(coalesce(s->'data'->>'label_read', s->'data'->>'drop_label_read')) end as label,
        case when s->>'step' = 'cto_enrollment' then c.label when s->'data'->>'action' <> 'A' then d.label end as expected,
        s->'data'->>'label_source' as source, (s->'data'->>'connection_type')::int as connection,
        case when s->'data'->>'label_source' = 'ocr' then 0.7 + (e.id % 30) / 100.0 end as confidence,
        case when s->>'step' = 'drop_enrollment' then e.power_dbm end as power,
        (e.id % 40 + case when e.id % 2 = 1 then 55 else 0 end)::int as distance,
        s->'data'->>'label_source' = 'manual' or (s->'data'->>'label_source' = 'ocr' and e.id % 30 < 15) as unsure,
        s->>'step' = 'drop_enrollment' and coalesce(e.power_dbm < case o.optic_class ${weak} end, false) as weak,
        e.id % 9 = 0 as looked, u.id as user_id, u.name, (s->>'done_at')::timestamptz as at,
        (select a.user_id from vno_admin_account a where a.vno_id = e.vno_id order by a.id limit 1) as admin
      from generate_series(1, ${demoTenants}) as v(id) cross join lateral (
        select * from event where vno_id = v.id and type = ${eventType.is.createListener} and process_state in (${processState.is.finalized}, ${processState.is.finalizedSync}) and technical_id is not null
          and steps::text like '%"drop_label_read"%' order by created_at desc limit ${worksEach}) e
      cross join lateral json_array_elements(e.steps) s
      join cto c on c.id = e.cto_id join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id
      join technical_account t on t.id = e.technical_id join app_user u on u.id = t.user_id
      left join drop_cable d on s->>'step' = 'drop_enrollment' and d.vno_id = e.vno_id
        and d.label = upper(s->'data'->>'drop_label_read')
      where s->>'step' in ('cto_enrollment', 'drop_enrollment') and s->>'status' = 'done' and s->'data'->>'action' is not null
    ) g
  ) f order by f.at`

/** Links the pictures of a work to the enrolments that they prove. */
export const proofs = `update picture p set enrollment_id = e.id from enrollment e
  where p.event_id = e.event_id and p.step = case when e.kind in (${enrollmentKind.is.enrollment_cto}, ${enrollmentKind.is.unenrollment_cto}) then 'cto_enrollment' else 'drop_enrollment' end`

/** The last API requests of each operator, with their log entries. */
const requests = `
  with r as (
    select e.*, a.user_id, u.name from generate_series(1, ${demoTenants}) as v(id) cross join lateral (
      select * from event where vno_id = v.id and type in (${apiEnrollment}, ${apiUnenrollment}, ${apiEnrollmentUploadfile})
        order by created_at desc limit ${requestsEach}) e
    join lateral (select user_id from vno_admin_account where vno_id = e.vno_id order by id limit 1) a on true
    join app_user u on u.id = a.user_id),
  kept as (
    insert into enrollment_request (event_id, vno_id, rows_ok, rows_error, user_id, created_at)
    select id, vno_id, case when type = ${apiEnrollmentUploadfile} then 20 + id % 30 end,
      case when type = ${apiEnrollmentUploadfile} then id % 4 end, user_id, created_at from r)
  insert into api_request (request_id, vno_id, call, kind, event_id, at, duration_ms, http_status, payload, created_by)
  select 'req-' || lpad(to_hex(id), 8, '0'), vno_id,
    case when type = ${apiEnrollmentUploadfile} then 'admin_vno/enrollments/upload' else 'admin_vno/enrollments/create' end, type, id,
    created_at, 12 + id % 90, 200, json_build_object('kind', case when type = ${apiUnenrollment} then 4 else 2 end),
    json_build_object('id', user_id, 'name', name, 'account_type', 'va', 'origin', origin) from r order by created_at`

/** Adds enrolments of the last works and API requests for the demonstration operators. */
export async function addEnrollments(client: pg.PoolClient): Promise<void> {
  await client.query(works)
  await client.query(proofs)
  await client.query(requests)
  await client.query('analyze enrollment, enrollment_request, api_request')
}
