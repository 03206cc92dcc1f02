import { prefixed, type Bind, type Field, type ListSource } from '../../db/list-source.ts'
import { joinPerson, personColumns, personFields, personRecord, searchPeople } from '../../people/person-list.ts'

const fields = {
  ...personFields,
  vno_id: { sql: 'a.vno_id', type: 'int' },
  contractor_id: { sql: 'a.contractor_id', type: 'bigint' },
  employee_code: { sql: `coalesce(a.employee_code, '') collate "C"`, type: 'text', natural: true },
  prl_valid_until: { sql: `coalesce(a.prl_valid_until, 'infinity'::date)`, type: 'timestamptz' },
  zone: { sql: `coalesce(a.zones[1], '')`, type: 'text' },
} satisfies Record<string, Field>

const openEvents = `(select count(*) from event e where e.technical_id = a.id and e.type = 1 and e.process_state in (2, 4, 6, 7, 8, 9, 10))`
const devices = `(select coalesce(json_agg(json_build_object('install_id', d.install_id, 'model', d.model, 'os', d.os,
    'app_version', d.app_version, 'last_seen', wire_time(d.last_seen_at)) order by d.last_seen_at desc), '[]')
  from device d where d.technical_id = a.id and d.revoked_at is null)`
const words = (column: string) => `array_to_string(${column}, ', ')`

type Zone = string | string[] | { gte?: string; lte?: string; like?: string }

/** Who works in one of the zones that are asked for. */
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

/** Technicians of an operator; the neutral one sees all. */
export const technicals: ListSource<'admin_vno/technicals/get'> = {
  path: 'admin_vno/technicals/get',
  branches(viewer, bind) {
    const where = viewer.vnoId === null ? [] : [`a.vno_id = ${bind(viewer.vnoId)}::int`]
    if (viewer.technicalId !== null) where.push(`a.id = ${bind(viewer.technicalId)}::bigint`)
    return [{ from: 'technical_account a', where, fields }]
  },
  custom: { zone: inZone },
  search: (text, _viewer, bind) => [
    ...searchPeople(text, bind),
    { where: [prefixed(fields.employee_code.sql, text, bind)] },
  ],
  join: () => `${joinPerson('te')} join vno v on v.id = a.vno_id left join contractor n on n.id = a.contractor_id`,
  record: () => ({
    ...personRecord,
    vno_id: 'a.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    contractor_id: 'a.contractor_id',
    contractor: { id: 'n.id', name: 'n.name', cif: 'n.cif' },
    employee_code: 'a.employee_code',
    prl_valid_until: 'a.prl_valid_until',
    skills: 'a.skills',
    zones: 'a.zones',
    devices,
    open_events: openEvents,
  }),
  detail: ['devices'],
  columns: () => ({
    ...personColumns,
    employee_code: 'a.employee_code',
    'contractor.name': 'n.name',
    prl_valid_until: 'a.prl_valid_until::text',
    skills: words('a.skills'),
    zones: words('a.zones'),
    open_events: openEvents,
    'vno.name': 'v.name',
  }),
}
