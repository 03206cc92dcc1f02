import { eventType } from '@hilo/domain/status.ts'
import { isOrderClosed, orderStates, tmfOf } from '@hilo/domain/order.ts'
import {
  after,
  among,
  isAccessCode,
  prefixed,
  type Bind,
  type Field,
  type ListSource,
} from '../../kernel/list/list-source.ts'
import { normalCode } from '@hilo/domain/text.ts'
import { endedStates } from '../../kernel/sql/states.ts'

const open = `o.state in (${orderStates
  .filter((state) => !isOrderClosed(state))
  .map((state) => `'${state}'`)
  .join(', ')})`
// The start first, which the index knows; the end is after it.
const late = `(o.state in ('recibida', 'asignada') and o.due_at < app_now() and o.appointment_to < app_now())`
const overdue = `(${open} and o.deadline_at < app_now())`

const fields = {
  id: { sql: 'o.id', type: 'bigint' },
  code: { sql: 'o.code', type: 'text' },
  external_order_id: { sql: 'o.external_order_id', type: 'text' },
  state: { sql: 'o.state', type: 'text' },
  kind: { sql: 'o.kind', type: 'text' },
  vno_id: { sql: 'o.vno_id', type: 'int' },
  assigned_technical_id: { sql: 'o.assigned_technical_id', type: 'bigint' },
  unassigned: { sql: '(o.assigned_technical_id is null)', type: 'boolean' },
  unscheduled: { sql: "(o.due_at = 'infinity')", type: 'boolean' },
  access_id: { sql: 'o.access_id', type: 'bigint' },
  cto_id: { sql: 'o.cto_id', type: 'bigint' },
  appointment_from: { sql: 'o.due_at', type: 'timestamptz' },
  deadline_at: { sql: 'o.deadline_at', type: 'timestamptz' },
  late: { sql: `(${late} is true)`, type: 'boolean' },
  overdue: { sql: overdue, type: 'boolean' },
  created_at: { sql: 'o.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

type Asked<T> = T | T[] | { gte?: T; lte?: T; like?: T }
const isRange = <T>(value: Asked<T>): value is { gte?: T; lte?: T; like?: T } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** External numbers are stored as received: case and blanks are significant. */
function externalId(value: Asked<string>, bind: Bind): string[] {
  const column = 'o.external_order_id'
  if (!isRange(value)) return [`${column} = any(${bind([value].flat())}::text[])`]
  const { gte, lte, like } = value
  return [
    ...(gte === undefined ? [] : [`${column} >= ${bind(gte)}`]),
    ...(lte === undefined ? [] : [`${column} <= ${bind(lte)}`]),
    ...(like === undefined ? [] : [`${column} >= ${bind(like)} and ${column} < ${bind(after(like))}`]),
  ]
}

/** A missing appointment or deadline is stored as infinity, which compares as unknown. */
const known =
  (column: string) =>
  (value: Asked<string>, bind: Bind): string[] => {
    if (!isRange(value)) return [`${column} = any(${bind([value].flat())}::timestamptz[])`]
    const { gte, lte } = value
    return [
      `${column} < 'infinity'`,
      ...(gte === undefined ? [] : [`${column} >= ${bind(gte)}::timestamptz`]),
      ...(lte === undefined ? [] : [`${column} <= ${bind(lte)}::timestamptz`]),
    ]
  }

/** Filter of a boolean; both values together mean no filter. */
const either = (yes: string, no: string) => (value: boolean | boolean[], bind: Bind) => {
  const wanted = new Set([value].flat())
  return wanted.size > 1 ? [`${bind(true)}::boolean`] : [wanted.has(true) ? yes : no]
}

const deadline = (shown: string) => `case when o.deadline_at < 'infinity' then ${shown} end`
const tmf = `case when o.held_reason is not null and o.state in ('recibida', 'asignada', 'en_curso') then 'held' else case o.state ${Object.entries(
  tmfOf,
)
  .map(([state, name]) => `when '${state}' then '${name}'`)
  .join(' ')} end end`
const openEvent = `(select json_build_object('id', e.id, 'code', e.code) from event e
  where e.service_order_id = o.id and e.type = ${eventType.is.createListener} and e.process_state not in (${endedStates}) order by e.id desc limit 1)`

const zone = 'order_zone(c.ine_code, o.address)'

/** Service orders of the own operator, a technician's assigned ones only. */
export const orderList: ListSource<'admin_vno/orders/get'> = {
  path: 'admin_vno/orders/get',
  branches({ vnoId, technicalId, orderStates }, bind) {
    const where: string[] = []
    if (vnoId !== null) where.push(`o.vno_id = ${bind(vnoId)}::int`)
    if (technicalId !== null) where.push(`o.assigned_technical_id = ${bind(technicalId)}::bigint`)
    if (orderStates) where.push(`o.state = any(${bind([...orderStates])}::text[])`)
    return [{ from: 'service_order o', where, fields }]
  },
  search(text, { vnoId }, bind) {
    const mine = (alias: string) => (vnoId === null ? '' : ` and ${alias}.vno_id = ${bind(vnoId)}::int`)
    const raw = text.replace(/\s+/g, '')
    const found = (column: string, from: string, id: string) => ({
      where: [among(column, from, id)],
      fenced: true as const,
    })
    const byAccess = () =>
      found(
        'o.access_id',
        `access s where ${prefixed('s.code', text, bind)}${mine('s')} order by s.code limit 200`,
        's.id',
      )
    if (isAccessCode(text)) return [byAccess()]
    const box = /^\d{5}-/.test(normalCode(text)) ? 'b.code' : 'b.label'
    return [
      found(
        'o.id',
        `service_order q where ${prefixed('q.code', text, bind)}${mine('q')} order by q.code limit 1000`,
        'q.id',
      ),
      found(
        'o.id',
        `service_order q where q.external_order_id >= ${bind(raw)} and q.external_order_id < ${bind(after(raw))}${mine('q')}
          order by q.external_order_id limit 1000`,
        'q.id',
      ),
      byAccess(),
      found('o.cto_id', `cto b where ${prefixed(box, text, bind)} order by ${box} limit 200`, 'b.id'),
    ]
  },
  custom: {
    external_order_id: externalId,
    appointment_from: known('o.due_at'),
    deadline_at: known('o.deadline_at'),
    unassigned: either('o.assigned_technical_id is null', 'o.assigned_technical_id is not null'),
    unscheduled: either("o.due_at = 'infinity'", "o.due_at < 'infinity'"),
    late: either(late, `${late} is not true`),
    overdue: either(overdue, `not ${overdue}`),
  },
  table: 'service_order o',
  join: () => `join vno v on v.id = o.vno_id
  left join access x on x.id = o.access_id left join cto c on c.id = o.cto_id left join port p on p.id = x.port_id
  left join technical_account t on t.id = o.assigned_technical_id left join app_user u on u.id = t.user_id
  left join contractor n on n.id = t.contractor_id left join feasibility f on f.id = o.feasibility_id
  left join service_order_contact w on w.order_id = o.id`,
  record: () => ({
    id: 'o.id',
    version: 'o.version',
    created_at: 'wire_time(o.created_at)',
    updated_at: 'wire_time(o.updated_at)',
    created_by: 'o.created_by',
    code: 'o.code',
    external_order_id: 'o.external_order_id',
    vno_id: 'o.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    kind: 'o.kind',
    state: 'o.state',
    tmf_state: tmf,
    access_id: 'o.access_id',
    access: { id: 'x.id', code: 'x.code' },
    cto_id: 'o.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    port_id: 'p.id',
    port: { id: 'p.id', code: 'p.label' },
    feasibility_id: 'o.feasibility_id',
    feasibility: { id: 'f.id', result: 'f.result' },
    held_reason: 'o.held_reason',
    requested_date: 'o.requested_date::text',
    appointment: `case when o.appointment_from is not null then
      json_build_object('from', wire_time(o.appointment_from), 'to', wire_time(o.appointment_to)) end`,
    deadline_at: deadline('wire_time(o.deadline_at)'),
    completed_at: 'wire_time(o.completed_at)',
    assigned_technical_id: 'o.assigned_technical_id',
    assigned_technical: { id: 't.id', name: 'u.name' },
    contractor: { id: 'n.id', name: 'n.name' },
    product: 'o.product',
    address: 'o.address',
    time_zone: zone,
    reject_code: 'o.reject_code',
    cancellation: 'o.cancellation',
    open_event: openEvent,
    contact: `case when w.order_id is not null then json_build_object('name', w.name, 'phone', w.phone) end`,
  }),
  placeZone: zone,
  columns: () => ({
    code: 'o.code',
    external_order_id: 'o.external_order_id',
    kind: 'o.kind',
    state: 'o.state',
    'appointment.from': 'o.appointment_from',
    'appointment.to': 'o.appointment_to',
    requested_date: 'o.requested_date::text',
    deadline_at: deadline('o.deadline_at'),
    completed_at: 'o.completed_at',
    'assigned_technical.name': 'u.name',
    'contractor.name': 'n.name',
    'access.code': 'x.code',
    'cto.code': 'c.code',
    'port.code': 'p.label',
    time_zone: zone,
    'cancellation.reason_code': `(o.cancellation->>'reason_code')`,
    'cancellation.comments': `(o.cancellation->>'comments')`,
    'cancellation.at': `(o.cancellation->>'at')::timestamptz`,
    'cancellation.by.name': `(o.cancellation->'by'->>'name')`,
    'vno.name': 'v.name',
    tmf_state: tmf,
    id: 'o.id',
    created_at: 'o.created_at',
    updated_at: 'o.updated_at',
  }),
}

/** The record as answered by a change, without the customer's name, because answers are stored for retries. */
export const orderAfterwards: typeof orderList = {
  ...orderList,
  record: (viewer) => ({ ...orderList.record(viewer), contact: 'null::json' }),
}
