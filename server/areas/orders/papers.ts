import { eventType } from '@hilo/domain/status.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { Readable } from 'node:stream'
import { reachOf } from '../../kernel/list/viewer.ts'
import type { BlobHandler, Bytes } from '../../kernel/handler.ts'
import { verifyUrl } from '../../process/reports/discharge.ts'
import { logoKey, paperLogo } from '../../process/reports/paper-logo.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { drawShift, type Shift } from './shift-pdf.ts'
import { drawWorkorder, type Work } from './workorder-pdf.ts'

const workOf = `select json_build_object('code', e.code, 'process_state', e.process_state, 'work_kind', e.work_kind,
    'cto', c.code, 'address', concat_ws(', ', concat_ws(' ', c.street, c.street_number), concat_ws(' ', c.postal_code, c.municipality)),
    'zone', place_zone(c.ine_code), 'port', p.label, 'access', x.code, 'home', coalesce(x.home->>'address', x.home->'address'->>'street'),
    'technical', u.name, 'contractor', n.name, 'vno', v.name, 'logo', ${logoKey}, 'order', o.code, 'external_order_id', o.external_order_id,
    'order_kind', o.kind, 'appointment_from', wire_time(o.appointment_from), 'appointment_to', wire_time(o.appointment_to),
    'started_at', wire_time(e.started_at), 'finished_at', wire_time(e.finished_at), 'power_dbm', e.power_dbm, 'verdict', e.verdict,
    'discharge_code', r.view->>'discharge_code', 'discharge_withdrawn', r.view->'discharge_withdrawn', 'steps', e.steps)::text
  from event e cross join lateral (select report_view(e.id, null) as view) r join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id
  left join port p on p.id = e.port_id left join access x on x.id = e.access_id left join service_order o on o.id = e.service_order_id
  left join contractor n on n.id = e.contractor_id left join technical_account t on t.id = e.technical_id
  left join app_user u on u.id = t.user_id
  where e.id = $1 and e.type = ${eventType.is.createListener} and ($2::int is null or e.vno_id = $2) and ($3::bigint is null or e.technical_id = $3)`

// Reads the days around the requested one by the index; each work's own time zone decides its day. An order without hours is of
// the first day that its customer accepts, and of today once that has come.
const shiftOf = `select json_build_object('technical', u.name, 'contractor', n.name, 'vno', v.name, 'logo', ${logoKey},
    'works', (select coalesce(json_agg(json_build_object('code', e.code, 'process_state', e.process_state, 'work_kind', e.work_kind,
        'cto', c.code, 'zone', place_zone(c.ine_code), 'started_at', wire_time(coalesce(e.started_at, e.created_at)),
        'finished_at', wire_time(e.finished_at), 'verdict', e.verdict, 'order', o.code) order by coalesce(e.started_at, e.created_at)), '[]')
      from event e join cto c on c.id = e.cto_id left join service_order o on o.id = e.service_order_id
      where e.technical_id = t.id and e.type = ${eventType.is.createListener} and e.created_at between $2::date - interval '2 days' and $2::date + interval '2 days'
        and (coalesce(e.started_at, e.created_at) at time zone place_zone(c.ine_code))::date = $2::date),
    'waiting', (select coalesce(json_agg(json_build_object('code', o.code, 'kind', o.kind, 'state', o.state, 'cto', c.code,
        'zone', order_zone(c.ine_code, o.address), 'from', wire_time(o.appointment_from), 'to', wire_time(o.appointment_to)) order by o.due_at), '[]')
      from service_order o left join cto c on c.id = o.cto_id
      where o.assigned_technical_id = t.id and o.state in ('asignada', 'en_curso')
        and (o.due_at = 'infinity' or o.due_at between $2::date - interval '1 day' and $2::date + interval '2 days')
        and case when o.due_at = 'infinity' then greatest(o.requested_date, (app_now() at time zone order_zone(c.ine_code, o.address))::date)
          else (o.due_at at time zone order_zone(c.ine_code, o.address))::date end = $2::date))::text
  from technical_account t join app_user u on u.id = t.user_id join vno v on v.id = t.vno_id
  left join contractor n on n.id = t.contractor_id
  where t.id = $1 and ($3::int is null or t.vno_id = $3)`

function paper(bytes: Buffer, fileName: string): Bytes {
  return { body: Readable.from([bytes]), contentType: 'application/pdf', fileName, bytes: bytes.length }
}

export const papers = {
  'admin_vno/events/workorder': (async ({ principal, sql, store, config }, { event_id }) => {
    const { vnoId, technicalId } = reachOf(principal)
    const found = await sql.json(workOf, [event_id, vnoId, technicalId])
    if (found === null) throw new Problem('NOT_FOUND')
    const work = { ...(JSON.parse(found) as Omit<Work, 'verify_url'>), verify_url: verifyUrl(config) }
    return paper(await drawWorkorder(work, await paperLogo(store, work.logo)), `${work.code}-parte.pdf`)
  }) satisfies BlobHandler<'admin_vno/events/workorder'>,

  'admin_vno/reports/shift': (async ({ principal, sql, store }, { technical_id: asked, date }) => {
    const { vnoId, technicalId: own } = reachOf(principal)
    const technical = asked ?? own
    if (technical === null) throw new Problem('VALIDATION', { details: [missingDetail('technical_id')] })
    if (own !== null && technical !== own) throw new Problem('NOT_FOUND')
    const found = await sql.json(shiftOf, [technical, date, vnoId])
    if (found === null) throw new Problem('NOT_FOUND')
    const day = JSON.parse(found) as Shift
    return paper(await drawShift(day, date, await paperLogo(store, day.logo)), `jornada-${date}.pdf`)
  }) satisfies BlobHandler<'admin_vno/reports/shift'>,
}
