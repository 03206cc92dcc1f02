import {
  among,
  prefixed,
  type Bind,
  type Branch,
  type Field,
  type ListSource,
  type Viewer,
} from '../../../kernel/list/list-source.ts'

const path = 'admin_vno/uncovered_cuts/get'

/** A possible technician is named only to the own operator and to the neutral one. */
export const visible = ({ vnoId }: Pick<Viewer, 'vnoId'>, what: string) =>
  vnoId === null ? what : `case when n.worker_vno_id = (select app_vno()) then ${what} end`

function fieldsOf(viewer: Viewer) {
  return {
    id: { sql: 'n.id', type: 'bigint' },
    cto_id: { sql: 'n.cto_id', type: 'bigint' },
    state: { sql: 'n.state', type: 'text' },
    link: { sql: visible(viewer, 'n.link'), type: 'text' },
    technical_id: { sql: visible(viewer, 'n.technical_id'), type: 'bigint' },
    contractor_id: { sql: visible(viewer, 'n.contractor_id'), type: 'bigint' },
    event_id: { sql: visible(viewer, 'n.event_id'), type: 'bigint' },
    vno_id: { sql: 'n.owner_vno_id', type: 'bigint' },
    at: { sql: 'n.at', type: 'timestamptz' },
    created_at: { sql: 'n.created_at', type: 'timestamptz' },
  } satisfies Record<string, Field>
}

/** All cuts for the neutral operator, those of its own customers for an operator; none for a technician. */
export const ownCuts = ({ vnoId, technicalId }: Pick<Viewer, 'vnoId' | 'technicalId'>, bind: Bind): string[] =>
  technicalId !== null ? ['false'] : vnoId === null ? [] : [`n.owner_vno_id = ${bind(vnoId)}::int`]

const part = (viewer: Viewer, table: string, named: string) =>
  visible(viewer, `case when ${table}.id is not null then json_build_object('id', ${table}.id, ${named}) end`)

export const uncoveredCuts: ListSource<typeof path> = {
  path,
  branches: (viewer, bind): (Branch & { fields: ReturnType<typeof fieldsOf> })[] => [
    { from: 'uncovered_cut n', where: ownCuts(viewer, bind), fields: fieldsOf(viewer) },
  ],
  search: (text, _viewer, bind) => {
    const code = /^\d{5}-/.test(text) ? 'b.code' : 'b.label'
    const boxes = `cto b where ${prefixed(code, text, bind)} order by ${code} limit 200`
    return [{ where: [among('n.cto_id', boxes, 'b.id')], fenced: true }]
  },
  join: () => `join uncovered_cut n on n.id = k.id join cto c on c.id = n.cto_id join vno o on o.id = n.owner_vno_id
  left join access x on x.id = n.access_id left join event e on e.id = n.event_id
  left join service_order s on s.id = n.service_order_id
  left join technical_account t on t.id = n.technical_id left join app_user u on u.id = t.user_id
  left join contractor f on f.id = n.contractor_id left join vno w on w.id = n.worker_vno_id`,
  record: (viewer) => ({
    id: 'n.id',
    version: 'n.version',
    created_at: 'wire_time(n.created_at)',
    updated_at: 'wire_time(n.updated_at)',
    created_by: 'null::json',
    cto_id: 'n.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    cto_code: 'c.code',
    port_id: 'n.port_id',
    port: 'n.port',
    vno_owner_id: 'n.owner_vno_id',
    vno_owner: { id: 'o.id', name: 'o.name' },
    access_id: 'x.id',
    access: { id: 'x.id', code: 'x.code' },
    state: 'n.state',
    at: 'wire_time(n.at)',
    restored_at: 'wire_time(n.restored_at)',
    cut_s: 'n.cut_s',
    falls: 'n.falls',
    link: visible(viewer, 'n.link'),
    event_id: visible(viewer, 'e.id'),
    event: part(viewer, 'e', `'code', e.code`),
    service_order_id: visible(viewer, 's.id'),
    service_order: part(viewer, 's', `'code', s.code`),
    technical_id: visible(viewer, 't.id'),
    technical: part(viewer, 't', `'name', u.name`),
    contractor_id: visible(viewer, 'f.id'),
    contractor: part(viewer, 'f', `'name', f.name`),
    vno_worker_id: visible(viewer, 'w.id'),
    vno_worker: part(viewer, 'w', `'name', w.name`),
  }),
  running: { cut_s: `case when n.restored_at is null then extract(epoch from app_now() - n.at)::int end` },
  columns: (viewer) => ({
    cto_code: 'c.code',
    port: 'n.port',
    'access.code': 'x.code',
    state: 'n.state',
    at: 'n.at',
    restored_at: 'n.restored_at',
    cut_s: 'n.cut_s',
    falls: 'n.falls',
    link: visible(viewer, 'n.link'),
    'event.code': visible(viewer, 'e.code'),
    'service_order.code': visible(viewer, 's.code'),
    'technical.name': visible(viewer, 'u.name'),
    'contractor.name': visible(viewer, 'f.name'),
    'vno_owner.name': 'o.name',
    'vno_worker.name': visible(viewer, 'w.name'),
    id: 'n.id',
  }),
}
