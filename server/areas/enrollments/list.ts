import {
  among,
  isAccessCode,
  ownPrefixed,
  prefixed,
  type Bind,
  type Field,
  type ListSource,
  type Viewer,
  joinActor,
} from '../../kernel/list/list-source.ts'

type Path = 'admin_vno/enrollments/get' | 'admin_vno/unenrollments/get'

const fields = {
  id: { sql: 'e.id', type: 'bigint' },
  kind: { sql: 'e.kind', type: 'int' },
  action: { sql: 'e.action', type: 'text' },
  verification_state: { sql: 'e.verification_state', type: 'text' },
  event_id: { sql: 'e.event_id', type: 'bigint' },
  vno_id: { sql: 'e.vno_id', type: 'int' },
  technical_id: { sql: 'e.technical_id', type: 'bigint' },
  cto_id: { sql: 'e.cto_id', type: 'bigint' },
  port_id: { sql: 'e.port_id', type: 'bigint' },
  label_read: { sql: 'e.label_read', type: 'text' },
  label_source: { sql: 'e.label_source', type: 'text' },
  created_at: { sql: 'e.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const picture = `json_build_object('id', i.id, 'file_id', i.file_id, 'label_kind', i.label_kind, 'flags', i.flags)`
const record: ReturnType<ListSource<Path>['record']> = {
  id: 'e.id',
  version: 'e.version',
  kind: 'e.kind',
  action: 'e.action',
  event_id: 'e.event_id',
  event: { id: 'w.id', code: 'w.code' },
  origin: 'e.origin',
  vno_id: 'e.vno_id',
  vno: { id: 'v.id', name: 'v.name' },
  technical_id: 'e.technical_id',
  technical: { id: 't.id', name: 'u.name' },
  cto_id: 'e.cto_id',
  cto: { id: 'c.id', code: 'c.code' },
  port_id: 'e.port_id',
  port: { id: 'p.id', code: 'p.label' },
  port_number: 'p.number',
  drop_id: 'e.drop_id',
  drop: { id: 'd.id', code: 'd.label' },
  label_read: 'e.label_read',
  label_expected: 'e.label_expected',
  label_source: 'e.label_source',
  ocr_confidence: 'e.ocr_confidence',
  connection_type: 'e.connection_type',
  power_dbm: 'e.power_dbm',
  optic_class: 'x.optic_class',
  replaced_label: 'e.replaced_label',
  distance_m: 'e.distance_m',
  pictures: `(select coalesce(json_agg(${picture} order by i.id), '[]') from picture i where i.enrollment_id = e.id)`,
  verification_state: 'e.verification_state',
  verification_reasons: 'e.verification_reasons',
  verified_by: { id: 'b.id', name: 'b.name' },
  verified_at: 'wire_time(e.verified_at)',
  reject_reason: 'e.reject_reason',
  repeat_asked_at: 'wire_time(e.repeat_asked_at)',
  light_check: 'e.light_check',
  light_checked_at: 'wire_time(e.light_checked_at)',
  created_at: 'wire_time(e.created_at)',
  updated_at: 'wire_time(e.updated_at)',
  created_by: 'e.created_by',
}
const columns: ReturnType<ListSource<Path>['columns']> = {
  kind: 'e.kind',
  action: 'e.action',
  label_read: 'e.label_read',
  label_expected: 'e.label_expected',
  'cto.code': 'c.code',
  port_number: 'p.number',
  verification_state: 'e.verification_state',
  'technical.name': 'u.name',
  'event.code': 'w.code',
  label_source: 'e.label_source',
  replaced_label: 'e.replaced_label',
  power_dbm: 'e.power_dbm',
  distance_m: 'e.distance_m',
  reject_reason: 'e.reject_reason',
  verified_at: 'e.verified_at',
  light_check: 'e.light_check',
  origin: 'e.origin',
  created_at: 'e.created_at',
  'vno.name': 'v.name',
  id: 'e.id',
}

/** By label, box or intervention. */
function search(text: string, viewer: Viewer, bind: Bind) {
  if (isAccessCode(text)) return []
  const his = () => (viewer.technicalId === null ? '' : ` and q.technical_id = ${bind(viewer.technicalId)}::bigint`)
  const box = /^\d{5}-/.test(text) ? 'b.code' : 'b.label'
  const found = (column: string, from: string, id: string) => ({
    where: [among(column, from, id)],
    fenced: true as const,
  })
  return [
    found(
      'e.id',
      `enrollment q where ${ownPrefixed('label_read', text, viewer, bind)}${his()} order by q.label_read limit 1000`,
      'q.id',
    ),
    found('e.cto_id', `cto b where ${prefixed(box, text, bind)} order by ${box} limit 200`, 'b.id'),
  ]
}

/** Enrolments or removals: rows of the own operator, a technician's own only. */
function source<P extends Path>(path: P, removal: boolean): ListSource<P> {
  const shared: ListSource<Path> = {
    path,
    branches({ vnoId, technicalId }, bind) {
      const where = [removal ? 'e.removal' : 'not e.removal']
      if (vnoId !== null) where.push(`e.vno_id = ${bind(vnoId)}::int`)
      if (technicalId !== null) where.push(`e.technical_id = ${bind(technicalId)}::bigint`)
      return [{ from: 'enrollment e', where, fields }]
    },
    search,
    join: () => `join enrollment e on e.id = k.id join cto c on c.id = e.cto_id
  join pon n on n.id = c.pon_id join olt x on x.id = n.olt_id left join vno v on v.id = e.vno_id
  left join event w on w.id = e.event_id left join port p on p.id = e.port_id left join drop_cable d on d.id = e.drop_id
  left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
  ${joinActor('b', 'e.verified_by')}`,
    record: () => record,
    columns: () => columns,
  }
  return shared as ListSource<P>
}

export const enrollments = source('admin_vno/enrollments/get', false)
export const unenrollments = source('admin_vno/unenrollments/get', true)
