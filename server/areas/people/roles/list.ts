import { accountStatus } from '@hilo/domain/status.ts'
import { nameHolds, type Viewer } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

/** Number of members that the viewer may see. */
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

/** Roles of the own operator and the system's roles for operators; for the neutral operator all of them. */
export const roleList = tableList('admin_vno/roles/get', {
  table: 'role o',
  where: ({ vnoId, roleScopes }, bind) => [
    ...(roleScopes ? [`o.scope = any(${bind([...roleScopes])}::text[])`] : []),
    ...(vnoId === null ? [] : [`(o.vno_id = ${bind(vnoId)}::int or (o.system and o.scope = 'vno'))`]),
  ],
  search: (text, _viewer, bind) => [{ where: [nameHolds('o.search_name', text, bind)] }],
  join: 'left join vno v on v.id = o.vno_id',
  references: { vno: 'v' },
  recordFor: (viewer) => ({ members_count: members(viewer) }),
  keys: {
    name: { sql: 'o.search_name', natural: true },
    key: { sql: 'o.key collate "C"' },
    vno_id: { sql: 'coalesce(o.vno_id, 0)' },
  },
})
