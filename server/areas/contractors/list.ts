import { accountStatus } from '@hilo/domain/status.ts'
import { nameHolds, prefixed, type Field, type ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'c.id', type: 'bigint' },
  name: { sql: 'c.search_name', type: 'text', natural: true },
  cif: { sql: `coalesce(c.cif, '') collate "C"`, type: 'text' },
  vno_id: { sql: 'c.vno_id', type: 'bigint' },
  status: { sql: 'c.status', type: 'int' },
  created_at: { sql: 'c.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const technicians = `(select count(*) from technical_account t where t.vno_id = c.vno_id and t.contractor_id = c.id
  and t.status = ${accountStatus.is.active})`

/** Companies whose technicians work for an operator. */
export const contractorList: ListSource<'admin_vno/contractors/get'> = {
  path: 'admin_vno/contractors/get',
  branches(viewer, bind) {
    const where = viewer.vnoId === null ? [] : [`c.vno_id = ${bind(viewer.vnoId)}::int`]
    return [{ from: 'contractor c', where, fields }]
  },
  search: (text, _viewer, bind) => [
    { where: [nameHolds('c.search_name', text, bind)] },
    { where: [prefixed('c.cif collate "C"', text, bind)] },
  ],
  join: () => 'join contractor c on c.id = k.id join vno v on v.id = c.vno_id',
  record: () => ({
    id: 'c.id',
    version: 'c.version',
    name: 'c.name',
    cif: 'c.cif',
    status: 'c.status',
    vno_id: 'c.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    technicians_count: technicians,
    created_at: 'wire_time(c.created_at)',
    updated_at: 'wire_time(c.updated_at)',
    created_by: 'c.created_by',
  }),
  columns: () => ({
    name: 'c.name',
    cif: 'c.cif',
    status: 'c.status',
    technicians_count: technicians,
    'vno.name': 'v.name',
    created_at: 'c.created_at',
    updated_at: 'c.updated_at',
    id: 'c.id',
  }),
}
