import type { Bind, Viewer } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

/** A technician sees rows of own interventions. */
const ofTechnician = ({ technicalId }: Viewer, bind: Bind) =>
  technicalId === null ? [] : [`h.technical_id = ${bind(technicalId)}::bigint`]
const ofOperator = ({ vnoId }: Viewer, bind: Bind) => (vnoId === null ? [] : [`h.vno_id = ${bind(vnoId)}::int`])

/** Hides people and interventions of other operators. */
function visible({ vnoId }: Viewer): { actor: string; work: string } {
  if (vnoId === null) return { actor: 'true', work: 'true' }
  const member = (table: string) =>
    `exists (select from ${table} m where m.user_id = h.actor_id and m.vno_id = (select app_vno()))`
  return {
    actor: `(${member('vno_admin_account')} or ${member('technical_account')})`,
    work: 'e.vno_id = (select app_vno())',
  }
}

/** Joins from a history row `h`. */
function joins(viewer: Viewer): string {
  const { actor, work } = visible(viewer)
  return `join cto c on c.id = h.cto_id left join event e on e.id = h.event_id and ${work}
  left join technical_account t on t.id = h.technical_id ${viewer.vnoId === null ? '' : 'and t.vno_id = (select app_vno())'}
  left join app_user tu on tu.id = t.user_id left join app_user u on u.id = h.actor_id and ${actor}`
}
/** Origin, call and request of the change; null where its user is hidden. */
const origin = `(case when u.id is not null or h.actor_id is null then change_origin(h.xid) end)`

/** What the three histories have in common. */
const history = {
  references: { cto: 'c', event: 'e', actor: 'u' },
  record: {
    version: '1',
    created_at: 'h.at',
    updated_at: 'h.at',
    created_by: {
      id: 'u.id',
      name: 'u.name',
      account_type: 'h.actor_type',
      origin: `coalesce((${origin} ->> 'origin')::int, 2)`,
    },
    technical_id: 't.id',
    technical: { id: 't.id', name: 'tu.name' },
    from: 'h.from_state',
    to: 'h.to_state',
    event_id: 'e.id',
    actor_id: 'u.id',
    origin: `(${origin} ->> 'origin')::int`,
    call: `${origin} ->> 'call'`,
    request_id: `${origin} ->> 'request_id'`,
  },
}
const withOperator = { ...history.references, vno: 'v' }
/** Filters compare the row's own columns: the joined ones are hidden from some viewers. */
const ownKeys = {
  event_id: { sql: 'h.event_id' },
  technical_id: { sql: 'h.technical_id' },
  vno_id: { sql: 'h.vno_id', type: 'int' },
} as const
const jsonTexts = { before: 'h.before::text', after: 'h.after::text' }

export const eventHistory = tableList('admin_vno/historicals/events/get', {
  table: 'event_history h',
  where: (viewer, bind) => [...ofOperator(viewer, bind), ...ofTechnician(viewer, bind)],
  join: (viewer) => `${joins(viewer)} left join vno v on v.id = h.vno_id`,
  references: withOperator,
  record: { ...history.record, vno_id: 'v.id', type: 'e.type' },
  columns: jsonTexts,
  keys: ownKeys,
})

/** A box's changes are visible to every operator; a technician sees those of own work. */
export const ctoHistory = tableList('admin_vno/historicals/ctos/get', {
  ...history,
  table: 'cto_history h',
  where: ofTechnician,
  join: joins,
  columns: jsonTexts,
})

export const portHistory = tableList('admin_vno/historicals/ports/get', {
  table: 'port_history h',
  where: (viewer, bind) => [...ofOperator(viewer, bind), ...ofTechnician(viewer, bind)],
  join: (viewer) => `${joins(viewer)} left join vno v on v.id = h.vno_id join port p on p.id = h.port_id`,
  references: withOperator,
  record: {
    ...history.record,
    vno_id: 'v.id',
    before: `json_build_object('state', h.from_state)`,
    after: `json_build_object('state', h.to_state)`,
    port: { id: 'p.id', code: 'p.label' },
  },
  columns: { readings: 'h.readings::text' },
  keys: ownKeys,
})
