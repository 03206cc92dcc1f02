import { eventType } from '@hilo/domain/status.ts'
import { unendedStates } from '../../../kernel/sql/states.ts'
import { prefixed, type Bind } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'
import { personJoins, personKeys, personRecord, searchPeople } from '../../../people/person-list.ts'

const employeeCode = `coalesce(a.employee_code, '') collate "C"`
const openEvents = `(select count(*) from event e where e.technical_id = a.id and e.type = ${eventType.is.createListener} and e.process_state in (${unendedStates}))`
const devices = `(select coalesce(json_agg(json_build_object('install_id', d.install_id, 'model', d.model, 'os', d.os,
    'app_version', d.app_version, 'last_seen', wire_time(d.last_seen_at)) order by d.last_seen_at desc), '[]')
  from device d where d.technical_id = a.id and d.revoked_at is null)`
const words = (column: string) => `array_to_string(${column}, ', ')`

type Zone = string | string[] | { gte?: string; lte?: string; like?: string }

/** Technicians who work in one of the requested zones. */
function inZone(asked: Zone, bind: Bind): string[] {
  if (typeof asked === 'string') return [`a.zones && array[${bind(asked)}::text]`]
  if (Array.isArray(asked)) return [`a.zones && ${bind(asked)}::text[]`]
  const zone = `z collate "C"`
  const conditions = [
    ...(asked.gte === undefined ? [] : [`${zone} >= ${bind(asked.gte)}`]),
    ...(asked.lte === undefined ? [] : [`${zone} <= ${bind(asked.lte)}`]),
    ...(asked.like === undefined ? [] : [prefixed(zone, asked.like, bind)]),
  ]
  return conditions.map((condition) => `exists (select from unnest(a.zones) z where ${condition})`)
}

/** Technicians of the own operator; all for the neutral one; a technician sees only the own account. */
export const technicals = tableList('admin_vno/technicals/get', {
  table: 'technical_account a',
  where: ({ vnoId, technicalId }, bind) => [
    ...(vnoId === null ? [] : [`a.vno_id = ${bind(vnoId)}::int`]),
    ...(technicalId === null ? [] : [`a.id = ${bind(technicalId)}::bigint`]),
  ],
  custom: { zone: inZone },
  search: (text, _viewer, bind) => [...searchPeople(text, bind), { where: [prefixed(employeeCode, text, bind)] }],
  join: `${personJoins('te')} join vno v on v.id = a.vno_id left join contractor n on n.id = a.contractor_id`,
  references: { role: 'o', vno: 'v', contractor: 'n' },
  record: { ...personRecord, devices, open_events: openEvents },
  detail: ['devices'],
  columns: {
    prl_valid_until: 'a.prl_valid_until::text',
    skills: words('a.skills'),
    zones: words('a.zones'),
  },
  keys: {
    ...personKeys,
    vno_id: { type: 'int' },
    employee_code: { sql: employeeCode, natural: true },
    prl_valid_until: { sql: `coalesce(a.prl_valid_until, 'infinity'::date)` },
    zone: { sql: `coalesce(a.zones[1], '')` },
  },
})
