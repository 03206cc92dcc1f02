import { tableList } from '../../../kernel/list/table-list.ts'
import { personJoins, personKeys, personRecord, searchPeople } from '../../../people/person-list.ts'

/** Administrators of the own operator; all for the neutral one. */
export const admins = tableList('admin_vno/admins/get', {
  table: 'vno_admin_account a',
  // Service accounts of API keys are not people.
  where: ({ vnoId }, bind) => ['not a.service', ...(vnoId === null ? [] : [`a.vno_id = ${bind(vnoId)}::int`])],
  search: (text, _viewer, bind) => searchPeople(text, bind),
  join: `${personJoins('va')} join vno v on v.id = a.vno_id`,
  references: { role: 'o', vno: 'v' },
  record: personRecord,
  keys: { ...personKeys, vno_id: { type: 'int' } },
})

/** Administrators of the neutral operator, visible only to it. */
export const neutralAdmins = tableList('admin_vno/admins/neutral/get', {
  table: 'admin_account a',
  where: ({ vnoId }) => (vnoId === null ? [] : ['false']),
  search: (text, _viewer, bind) => searchPeople(text, bind),
  join: personJoins('ad'),
  references: { role: 'o' },
  record: personRecord,
  keys: personKeys,
})
