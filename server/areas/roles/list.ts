import { accountStatus } from '@hilo/domain/status.ts'
import { nameHolds, type Field, type ListSource, type Viewer } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'o.id', type: 'bigint' },
  name: { sql: 'o.search_name', type: 'text', natural: true },
  key: { sql: 'o.key collate "C"', type: 'text' },
  vno_id: { sql: 'coalesce(o.vno_id, 0)', type: 'bigint' },
  scope: { sql: 'o.scope', type: 'text' },
  base: { sql: 'o.base', type: 'text' },
  status: { sql: 'o.status', type: 'int' },
  system: { sql: 'o.system', type: 'boolean' },
  created_at: { sql: 'o.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** People who have the role, of the viewer's own. */
function members({ vnoId }: Viewer): string {
  const tables =
    vnoId === null
      ? ['vno_admin_account', 'technical_account', 'admin_account']
      : ['vno_admin_account', 'technical_account']
  const own = vnoId === null ? '' : ' and a.vno_id = app_vno()'
  const counts = tables.map(
    (table) =>
      `(select count(*) from ${table} a where a.role_id = o.id and a.status <> ${accountStatus.is.unavailable}${own})`,
  )
  return `(${counts.join(' + ')})`
}

/** One's own operator's roles with the system's for operators; for the neutral operator everybody's, and its own. */
export const roleList: ListSource<'admin_vno/roles/get'> = {
  path: 'admin_vno/roles/get',
  branches(viewer, bind) {
    const { roleScopes } = viewer
    const scopes = roleScopes ? [`o.scope = any(${bind([...roleScopes])}::text[])`] : []
    const own =
      viewer.vnoId === null ? [] : [`(o.vno_id = ${bind(viewer.vnoId)}::int or (o.system and o.scope = 'vno'))`]
    return [{ from: 'role o', where: [...scopes, ...own], fields }]
  },
  search: (text, _viewer, bind) => [{ where: [nameHolds('o.search_name', text, bind)] }],
  join: () => 'join role o on o.id = k.id left join vno v on v.id = o.vno_id',
  record: (viewer) => ({
    id: 'o.id',
    version: 'o.version',
    key: 'o.key',
    name: 'o.name',
    description: 'o.description',
    scope: 'o.scope',
    base: 'o.base',
    status: 'o.status',
    privileges: 'o.privileges',
    members_count: members(viewer),
    system: 'o.system',
    vno_id: 'o.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    created_at: 'wire_time(o.created_at)',
    updated_at: 'wire_time(o.updated_at)',
    created_by: 'o.created_by',
  }),
  columns: (viewer) => ({
    name: 'o.name',
    description: 'o.description',
    base: 'o.base',
    scope: 'o.scope',
    status: 'o.status',
    members_count: members(viewer),
    'vno.name': 'v.name',
    key: 'o.key',
    created_at: 'o.created_at',
    updated_at: 'o.updated_at',
    id: 'o.id',
  }),
}
