import type { Field, ListSource } from '../../db/list-source.ts'

const alive = 'k.revoked_at is null and k.expires_at > now()'
const status = `case when ${alive} then 1 else 2 end`
const from = 'api_key k join vno_admin_account a on a.id = k.account_id'

const fields = {
  id: { sql: 'k.id', type: 'bigint' },
  vno_id: { sql: 'k.vno_id', type: 'bigint' },
  role_id: { sql: 'a.role_id', type: 'bigint' },
  status: { sql: status, type: 'int' },
  created_at: { sql: 'k.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const lastUsed = 'case when s.last_seen_at > s.created_at then s.last_seen_at end'

/** Keys of an operator's systems, those that hold no longer too. */
export const keyList: ListSource<'admin_vno/apikeys/get'> = {
  path: 'admin_vno/apikeys/get',
  branches(viewer, bind) {
    const where = viewer.vnoId === null ? [] : [`k.vno_id = ${bind(viewer.vnoId)}::int`]
    return [{ from, where, fields }]
  },
  join: () => `join api_key l on l.id = k.id join vno_admin_account a on a.id = l.account_id join role o on o.id = a.role_id
  join vno v on v.id = l.vno_id left join session s on s.id = l.session_id`,
  record: () => ({
    id: 'l.id',
    version: 'l.version',
    name: 'l.name',
    prefix: 'l.prefix',
    status: status.replaceAll('k.', 'l.'),
    vno_id: 'l.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    role_id: 'o.id',
    role: { id: 'o.id', key: 'o.key', name: 'o.name' },
    addresses: `coalesce(a.profile -> 'addresses', '[]')`,
    expires_at: 'wire_time(l.expires_at)',
    last_used_at: `wire_time(${lastUsed})`,
    revoked_at: 'wire_time(l.revoked_at)',
    created_at: 'wire_time(l.created_at)',
    updated_at: 'wire_time(l.updated_at)',
    created_by: 'l.created_by',
  }),
  columns: () => ({
    name: 'l.name',
    prefix: 'l.prefix',
    status: status.replaceAll('k.', 'l.'),
    'role.name': 'o.name',
    'vno.name': 'v.name',
    expires_at: 'l.expires_at',
    last_used_at: lastUsed,
    revoked_at: 'l.revoked_at',
    created_at: 'l.created_at',
    id: 'l.id',
  }),
}
