import type { Bind, Field, ListSource, Viewer } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'h.id', type: 'bigint' },
  cto_id: { sql: 'h.cto_id', type: 'bigint' },
  to: { sql: 'h.to_state', type: 'int' },
  at: { sql: 'h.at', type: 'timestamptz' },
  created_at: { sql: 'h.at', type: 'timestamptz' },
} satisfies Record<string, Field>
const owned = {
  ...fields,
  event_id: { sql: 'h.event_id', type: 'bigint' },
  technical_id: { sql: 'h.technical_id', type: 'bigint' },
  vno_id: { sql: 'h.vno_id', type: 'int' },
} satisfies Record<string, Field>

/** A technician's rows are those of his own interventions. */
const his = ({ technicalId }: Viewer, bind: Bind) =>
  technicalId === null ? [] : [`h.technical_id = ${bind(technicalId)}::bigint`]
const ours = ({ vnoId }: Viewer, bind: Bind) => (vnoId === null ? [] : [`h.vno_id = ${bind(vnoId)}::int`])

/** People and interventions of others stay unnamed, whatever row they stand in. */
function visible({ vnoId }: Viewer): { actor: string; work: string } {
  if (vnoId === null) return { actor: 'true', work: 'true' }
  const member = (table: string) =>
    `exists (select from ${table} m where m.user_id = h.actor_id and m.vno_id = (select app_vno()))`
  return {
    actor: `(${member('vno_admin_account')} or ${member('technical_account')})`,
    work: 'e.vno_id = (select app_vno())',
  }
}

const joins = (table: string, viewer: Viewer) => {
  const { actor, work } = visible(viewer)
  return `join ${table} h on h.id = k.id join cto c on c.id = h.cto_id
  left join event e on e.id = h.event_id and ${work}
  left join technical_account t on t.id = h.technical_id ${viewer.vnoId === null ? '' : 'and t.vno_id = (select app_vno())'}
  left join app_user tu on tu.id = t.user_id
  left join app_user u on u.id = h.actor_id and ${actor}`
}
const asked = `(case when u.id is not null or h.actor_id is null then change_origin(h.xid) end)`

const record = {
  id: 'h.id',
  version: '1',
  created_at: 'wire_time(h.at)',
  updated_at: 'wire_time(h.at)',
  created_by: {
    id: 'u.id',
    name: 'u.name',
    account_type: 'h.actor_type',
    origin: `coalesce((${asked} ->> 'origin')::int, 2)`,
  },
  cto_id: 'h.cto_id',
  cto: { id: 'c.id', code: 'c.code' },
  technical_id: 't.id',
  technical: { id: 't.id', name: 'tu.name' },
  from: 'h.from_state',
  to: 'h.to_state',
  cause: 'h.cause',
  event_id: 'e.id',
  event: { id: 'e.id', code: 'e.code' },
  actor_id: 'u.id',
  actor: { id: 'u.id', name: 'u.name' },
  actor_type: 'h.actor_type',
  origin: `(${asked} ->> 'origin')::int`,
  call: `${asked} ->> 'call'`,
  request_id: `${asked} ->> 'request_id'`,
  at: 'wire_time(h.at)',
}
const owner = {
  vno_id: 'v.id',
  vno: { id: 'v.id', name: 'v.name' },
}
const columns = {
  at: 'h.at',
  'cto.code': 'c.code',
  'event.code': 'e.code',
  cause: 'h.cause',
  'technical.name': 'tu.name',
  'actor.name': 'u.name',
  actor_type: 'h.actor_type',
  from: 'h.from_state',
  to: 'h.to_state',
  id: 'h.id',
}

export const eventHistory: ListSource<'admin_vno/historicals/events/get'> = {
  path: 'admin_vno/historicals/events/get',
  branches: (viewer, bind) => [
    { from: 'event_history h', where: [...ours(viewer, bind), ...his(viewer, bind)], fields: owned },
  ],
  join: (viewer) => `${joins('event_history', viewer)} left join vno v on v.id = h.vno_id`,
  record: () => ({ ...record, ...owner, before: 'h.before', after: 'h.after', type: 'e.type' }),
  columns: () => ({ ...columns, 'vno.name': 'v.name', before: 'h.before::text', after: 'h.after::text' }),
}

/** Every operator sees what became of a box; a technician what came of his own work. */
export const ctoHistory: ListSource<'admin_vno/historicals/ctos/get'> = {
  path: 'admin_vno/historicals/ctos/get',
  branches: (viewer, bind) => [{ from: 'cto_history h', where: his(viewer, bind), fields }],
  join: (viewer) => joins('cto_history', viewer),
  record: () => ({ ...record, before: 'h.before', after: 'h.after' }),
  columns: () => ({ ...columns, before: 'h.before::text', after: 'h.after::text' }),
}

export const portHistory: ListSource<'admin_vno/historicals/ports/get'> = {
  path: 'admin_vno/historicals/ports/get',
  branches: (viewer, bind) => [
    {
      from: 'port_history h',
      where: [...ours(viewer, bind), ...his(viewer, bind)],
      fields: { ...owned, port_id: { sql: 'h.port_id', type: 'bigint' } },
    },
  ],
  join: (viewer) =>
    `${joins('port_history', viewer)} left join vno v on v.id = h.vno_id join port p on p.id = h.port_id`,
  record: () => ({
    ...record,
    ...owner,
    before: `json_build_object('state', h.from_state)`,
    after: `json_build_object('state', h.to_state)`,
    port_id: 'h.port_id',
    port: { id: 'p.id', code: 'p.label' },
    readings: 'h.readings',
  }),
  columns: () => ({ ...columns, 'port.code': 'p.label', 'vno.name': 'v.name', readings: 'h.readings::text' }),
}
