import type { Field, ListSource } from '../../db/list-source.ts'
import { joinPerson, personColumns, personFields, personRecord, searchPeople } from '../../people/person-list.ts'

const ofOperator = { ...personFields, vno_id: { sql: 'a.vno_id', type: 'int' } } satisfies Record<string, Field>

/** Administrators of an operator: one's own, all of them for the neutral one. */
export const admins: ListSource<'admin_vno/admins/get'> = {
  path: 'admin_vno/admins/get',
  branches(viewer, bind) {
    // What an operator's own systems come in with is no person.
    const where = ['not a.service']
    if (viewer.vnoId !== null) where.push(`a.vno_id = ${bind(viewer.vnoId)}::int`)
    return [{ from: 'vno_admin_account a', where, fields: ofOperator }]
  },
  search: (text, _viewer, bind) => searchPeople(text, bind),
  join: () => `${joinPerson('va')} join vno v on v.id = a.vno_id`,
  record: () => ({ ...personRecord, vno_id: 'a.vno_id', vno: { id: 'v.id', name: 'v.name' } }),
  columns: () => ({ ...personColumns, 'vno.name': 'v.name' }),
}

/** Administrators of the neutral operator, whom nobody else sees. */
export const neutralAdmins: ListSource<'admin_vno/admins/neutral/get'> = {
  path: 'admin_vno/admins/neutral/get',
  branches: ({ vnoId }) => [{ from: 'admin_account a', where: vnoId === null ? [] : ['false'], fields: personFields }],
  search: (text, _viewer, bind) => searchPeople(text, bind),
  join: () => joinPerson('ad'),
  record: () => personRecord,
  columns: () => personColumns,
}
