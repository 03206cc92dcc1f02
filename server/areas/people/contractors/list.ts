import { accountStatus } from '@hilo/domain/status.ts'
import { nameHolds, prefixed } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

const technicians = `(select count(*) from technical_account t where t.vno_id = c.vno_id and t.contractor_id = c.id
  and t.status = ${accountStatus.is.active})`

/** Contractors: companies that employ an operator's technicians. */
export const contractorList = tableList('admin_vno/contractors/get', {
  table: 'contractor c',
  join: 'join vno v on v.id = c.vno_id',
  references: { vno: 'v' },
  record: { technicians_count: technicians },
  keys: {
    name: { sql: 'c.search_name', natural: true },
    cif: { sql: `coalesce(c.cif, '') collate "C"` },
  },
  search: (text, _viewer, bind) => [
    { where: [nameHolds('c.search_name', text, bind)] },
    { where: [prefixed('c.cif collate "C"', text, bind)] },
  ],
})
export const contractorsLists = { 'admin_vno/contractors/get': contractorList }
