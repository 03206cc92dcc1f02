import type { ListQuery } from '@hilo/contract/call.ts'
import {
  among,
  ownPrefixed,
  prefixed,
  type Bind,
  type Branch,
  type Field,
  type ListSource,
  type Viewer,
} from '../../kernel/list/list-source.ts'

const path = 'admin_vno/events/cev/get'
type Fields = ReturnType<typeof fieldsOf>

/**
 * `owner` and `worker` as filters for this viewer: another operator's id must find nothing. `vno`: the side by which the
 * branch is read.
 */
function fieldsOf(role: string, owner: string, worker: string, vno: string) {
  return {
    id: { sql: 'n.id', type: 'bigint' },
    event_id: { sql: 'n.event_id', type: 'bigint' },
    cto_id: { sql: 'n.cto_id', type: 'bigint' },
    role: { sql: role, type: 'text' },
    state: { sql: 'n.state', type: 'text' },
    class: { sql: 'n.class', type: 'text' },
    vno_id: { sql: vno, type: 'bigint' },
    vno_owner_id: { sql: owner, type: 'bigint' },
    vno_worker_id: { sql: worker, type: 'bigint' },
    detected_at: { sql: 'n.detected_at', type: 'timestamptz' },
    created_at: { sql: 'n.created_at', type: 'timestamptz' },
  } satisfies Record<string, Field>
}

/** Sides that a request asks for; both by default. */
function asked({ filter }: ListQuery): { victim: boolean; worker: boolean } {
  const role = filter?.['role']
  const roles = role === undefined ? ['victima', 'trabajador'] : Array.isArray(role) ? role : [role]
  return { victim: roles.includes('victima'), worker: roles.includes('trabajador') }
}

/** Cases of an operator: as owner of the customer, and as employer of the technician; a case with both is listed once. */
function sides(viewer: Viewer, bind: Bind, query: ListQuery): (Branch & { fields: Fields })[] {
  const { victim, worker } = asked(query)
  const mine = `${bind(viewer.vnoId)}::int`
  const other = (column: string) => `case when ${column} = ${mine} then ${mine} else 0 end`
  // An operator may filter only by its own id, so the other branch need not be read.
  const byOwner = query.filter?.['vno_owner_id'] !== undefined
  const byWorker = query.filter?.['vno_worker_id'] !== undefined
  const his = viewer.technicalId === null ? [] : [`n.technical_id = ${bind(viewer.technicalId)}::bigint`]
  const victims = {
    from: 'neighbour_case n',
    where: [`n.owner_vno_id = ${mine}`, ...(byWorker ? [`n.worker_vno_id = ${mine}`] : []), ...his],
    fields: fieldsOf(`'victima'::text`, mine, other('n.worker_vno_id'), mine),
  }
  const workers = {
    from: 'neighbour_case n',
    where: [
      `n.worker_vno_id = ${mine}`,
      ...(victim ? [`n.owner_vno_id <> ${mine}`] : []),
      ...(byOwner ? [`n.owner_vno_id = ${mine}`] : []),
      ...his,
    ],
    fields: fieldsOf(`'trabajador'::text`, other('n.owner_vno_id'), mine, mine),
  }
  return [...(victim ? [victims] : []), ...(worker && !(victim && byOwner) ? [workers] : [])]
}

/** All cases; an operator's on either side, each once. */
function every({ filter }: ListQuery, bind: Bind): (Branch & { fields: Fields })[] {
  const of = (vno: string) => fieldsOf(`'neutro'::text`, 'n.owner_vno_id', 'n.worker_vno_id', vno)
  const owners = { from: 'neighbour_case n', where: [], fields: of('n.owner_vno_id') }
  const vno = filter?.['vno_id']
  if (typeof vno !== 'number' && !Array.isArray(vno)) return [owners]
  const others = `n.owner_vno_id <> all(${bind([vno].flat())}::bigint[])`
  return [owners, { from: 'neighbour_case n', where: [others], fields: of('n.worker_vno_id') }]
}

/** Columns of another operator that a viewer may see: both for the neutral operator. */
function visibleTo({ vnoId }: Viewer, column: string, what: string): string {
  return vnoId === null ? what : `case when ${column} = app_vno() then ${what} end`
}

function roleOf({ vnoId }: Viewer): string {
  if (vnoId === null) return `'neutro'`
  return `case when n.owner_vno_id <> app_vno() then 'trabajador' when n.worker_vno_id <> app_vno() then 'victima' else 'ambas' end`
}

/** Notified recipients, as far as the viewer may see them. */
function toldTo({ vnoId, technicalId }: Viewer): string {
  if (vnoId === null) return 'true'
  const worker = `(t->>'audience' in ('worker', 'technician') and n.worker_vno_id = app_vno())`
  if (technicalId !== null) return worker
  const victim = `(t->>'audience' = 'victim' and n.owner_vno_id = app_vno())`
  return `(${worker} or ${victim})`
}

const notifiedColumn = (
  viewer: Viewer,
) => `(select coalesce(json_agg(json_build_object('stage', t->'stage', 'channel', t->'channel',
  'at', t->'at', 'ack_at', t->'ack_at') order by t->>'at'), '[]') from jsonb_array_elements(n.notified) t where ${toldTo(viewer)})`

/** The words are for the customer's own operator; others see the kind of answer. */
const answered = (
  viewer: Viewer,
) => `case when n.answer is not null then json_build_object('action', n.answer -> 'action',
  'at', n.answer -> 'at', 'comment', ${visibleTo(viewer, 'n.owner_vno_id', `n.answer -> 'comment'`)}) end`

const access = (viewer: Viewer, what: string) =>
  `case when x.id is not null then ${visibleTo(viewer, 'n.owner_vno_id', what)} end`
const technical = (viewer: Viewer, what: string) =>
  `case when t.id is not null then ${visibleTo(viewer, 'n.worker_vno_id', what)} end`

/** Neighbours found without light: an operator sees those of its customers and its technicians, no names of others. */
export const unplugged: ListSource<typeof path> = {
  path,
  branches(viewer, bind, query) {
    // Interventions of version 1 stored no readings, so they have no cases.
    if ('cev_version' in query && query.cev_version === 1) return []
    if (viewer.vnoId !== null) return sides(viewer, bind, query)
    if (query.filter?.['role'] !== undefined) return []
    return every(query, bind)
  },
  search: (text, viewer, bind) => {
    const code = /^\d{5}-/.test(text) ? 'b.code' : 'b.label'
    const boxes = `cto b where ${prefixed(code, text, bind)} order by ${code} limit 200`
    const his = viewer.technicalId === null ? '' : ` and q.technical_id = ${bind(viewer.technicalId)}::bigint`
    const works = `event q where ${ownPrefixed('code', text, viewer, bind)}${his} order by q.code limit 1000`
    return [
      { where: [among('n.cto_id', boxes, 'b.id')], fenced: true },
      { where: [among('n.event_id', works, 'q.id')], fenced: true },
    ]
  },
  custom: { role: () => [] },
  join: () => `join neighbour_case n on n.id = k.id join cto c on c.id = n.cto_id
  left join access x on x.id = n.access_id
  left join technical_account t on t.id = n.technical_id left join app_user u on u.id = t.user_id
  left join vno o on o.id = n.owner_vno_id left join vno w on w.id = n.worker_vno_id`,
  record: (viewer) => ({
    id: 'n.id',
    version: 'n.version',
    event_id: 'n.event_id',
    event: { id: 'n.event_id', code: 'n.event_code' },
    code: 'n.event_code',
    cto_id: 'n.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    cto_code: 'c.code',
    port: 'n.port',
    port_id: 'n.port_id',
    access_id: access(viewer, 'n.access_id'),
    access: access(viewer, `json_build_object('id', x.id, 'code', x.code)`),
    role: roleOf(viewer),
    vno_owner_id: visibleTo(viewer, 'n.owner_vno_id', 'n.owner_vno_id'),
    vno_owner: visibleTo(viewer, 'n.owner_vno_id', `json_build_object('id', o.id, 'name', o.name)`),
    vno_worker_id: visibleTo(viewer, 'n.worker_vno_id', 'n.worker_vno_id'),
    vno_worker: visibleTo(viewer, 'n.worker_vno_id', `json_build_object('id', w.id, 'name', w.name)`),
    technical_id: technical(viewer, 'n.technical_id'),
    technical: technical(viewer, `json_build_object('id', t.id, 'name', u.name)`),
    class: 'n.class',
    state: 'n.state',
    detected_at: 'wire_time(n.detected_at)',
    restored_at: 'wire_time(n.restored_at)',
    cut_s: 'n.cut_s',
    rx_before: visibleTo(viewer, 'n.owner_vno_id', 'n.rx_before'),
    rx_after: visibleTo(viewer, 'n.owner_vno_id', 'n.rx_after'),
    restore_deadline_at: 'wire_time(n.restore_deadline_at)',
    answer: answered(viewer),
    notified: notifiedColumn(viewer),
    created_at: 'wire_time(n.created_at)',
    updated_at: 'wire_time(n.updated_at)',
    created_by: 'null::json',
  }),
  running: {
    cut_s: `case when n.restored_at is null and n.class in ('desconectado', 'movido')
      then extract(epoch from app_now() - n.detected_at)::int end`,
  },
  columns: (viewer) => ({
    code: 'n.event_code',
    cto_code: 'c.code',
    port: 'n.port',
    'access.code': access(viewer, 'x.code'),
    role: roleOf(viewer),
    class: 'n.class',
    state: 'n.state',
    detected_at: 'n.detected_at',
    restored_at: 'n.restored_at',
    cut_s: 'n.cut_s',
    rx_before: visibleTo(viewer, 'n.owner_vno_id', 'n.rx_before'),
    rx_after: visibleTo(viewer, 'n.owner_vno_id', 'n.rx_after'),
    restore_deadline_at: 'n.restore_deadline_at',
    'technical.name': technical(viewer, 'u.name'),
    'vno_owner.name': visibleTo(viewer, 'n.owner_vno_id', 'o.name'),
    'vno_worker.name': visibleTo(viewer, 'n.worker_vno_id', 'w.name'),
    id: 'n.id',
  }),
}
