import { addressHolds, joinActor, nameHolds, type ListSource } from '../../db/list-source.ts'

/** Invitations of an operator; the neutral one sees all, his own among them. */
export const invitations: ListSource<'admin_vno/invitations/get'> = {
  path: 'admin_vno/invitations/get',
  branches(viewer, bind) {
    const where = viewer.vnoId === null ? [] : [`i.vno_id = ${bind(viewer.vnoId)}::int`]
    const fields = {
      id: { sql: 'i.id', type: 'bigint' },
      vno_id: { sql: 'i.vno_id', type: 'int' },
      kind: { sql: 'i.kind', type: 'text' },
      state: { sql: 'i.state', type: 'int' },
      role_id: { sql: 'i.role_id', type: 'bigint' },
      email: { sql: 'i.email', type: 'text', letters: 'small' },
      created_at: { sql: 'i.created_at', type: 'timestamptz' },
      expires_at: { sql: 'i.expires_at', type: 'timestamptz' },
    } as const
    return [{ from: 'invitation i', where, fields }]
  },
  search(text, _viewer, bind) {
    return [{ where: [`(${addressHolds('i.email', text, bind)} or ${nameHolds('fold_name(i.name)', text, bind)})`] }]
  },
  join: () => `join invitation i on i.id = k.id join role o on o.id = i.role_id
  left join vno v on v.id = i.vno_id left join contractor n on n.id = i.contractor_id
  ${joinActor('s', 'i.used_by')} ${joinActor('d', 'i.disabled_by')}`,
  record: () => ({
    id: 'i.id',
    version: 'i.version',
    kind: 'i.kind',
    email: 'i.email',
    name: 'i.name',
    role_id: 'i.role_id',
    role: { id: 'o.id', name: 'o.name' },
    vno_id: 'i.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    contractor_id: 'i.contractor_id',
    contractor: { id: 'n.id', name: 'n.name' },
    zones: 'i.zones',
    state: 'i.state',
    expires_at: 'wire_time(i.expires_at)',
    sent_count: 'i.sent_count',
    last_sent_at: 'wire_time(i.last_sent_at)',
    used_at: 'wire_time(i.used_at)',
    used_by: { id: 's.id', name: 's.name' },
    disabled_by: { id: 'd.id', name: 'd.name' },
    reason: 'i.reason',
    created_at: 'wire_time(i.created_at)',
    updated_at: 'wire_time(i.updated_at)',
    created_by: 'i.created_by',
  }),
  columns: () => ({
    email: 'i.email',
    name: 'i.name',
    kind: 'i.kind',
    'role.name': 'o.name',
    'contractor.name': 'n.name',
    state: 'i.state',
    sent_count: 'i.sent_count',
    last_sent_at: 'i.last_sent_at',
    expires_at: 'i.expires_at',
    created_at: 'i.created_at',
    'vno.name': 'v.name',
    id: 'i.id',
  }),
}
