import { tableList } from '../../../kernel/list/table-list.ts'

const account = 'join vno_admin_account a on a.id = l.account_id'

/** API keys of an operator, including revoked and expired ones. */
export const keyList = tableList('admin_vno/apikeys/get', {
  table: 'api_key l',
  filterJoin: account,
  join: `${account} join role o on o.id = a.role_id join vno v on v.id = l.vno_id left join session s on s.id = l.session_id`,
  references: { vno: 'v', role: 'o' },
  record: {
    status: 'case when l.revoked_at is null and l.expires_at > now() then 1 else 2 end',
    role_id: 'a.role_id',
    addresses: `coalesce(a.profile -> 'addresses', '[]')`,
    last_used_at: 'case when s.last_seen_at > s.created_at then s.last_seen_at end',
  },
})
