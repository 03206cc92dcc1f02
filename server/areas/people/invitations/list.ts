import { addressHolds, joinActor, nameHolds } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

/** Invitations of the own operator; all for the neutral one, including its own. */
export const invitations = tableList('admin_vno/invitations/get', {
  table: 'invitation i',
  search: (text, _viewer, bind) => [
    { where: [`(${addressHolds('i.email', text, bind)} or ${nameHolds('fold_name(i.name)', text, bind)})`] },
  ],
  join: `join role o on o.id = i.role_id
  left join vno v on v.id = i.vno_id left join contractor n on n.id = i.contractor_id
  ${joinActor('s', 'i.used_by')} ${joinActor('d', 'i.disabled_by')}`,
  references: { role: 'o', vno: 'v', contractor: 'n', used_by: 's', disabled_by: 'd' },
  keys: { email: { letters: 'small' }, vno_id: { type: 'int' } },
})
