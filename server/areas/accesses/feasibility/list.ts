import { maxDropM } from '@hilo/domain/feasibility.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

/** Only while the reserved port is neither released nor reassigned. */
const whileKept = (sql: string) =>
  `case when f.released_at is null and a.id is not null and a.ended_at is null then ${sql} end`

/** Inquiries of the operator with their answers. */
export const feasibilityList = tableList('admin_vno/feasibility/get', {
  table: 'feasibility f',
  join: `left join vno v on v.id = f.vno_id
  left join port_assignment a on a.id = f.assignment_id left join port p on p.id = f.port_id`,
  references: { vno: 'v' },
  record: {
    feasibility_id: 'f.id',
    max_drop_m: String(maxDropM),
    port_id: whileKept('p.id'),
    port: whileKept(`json_build_object('id', p.id, 'code', p.label)`),
    reserved_until: whileKept('f.reserved_until'),
  },
  columns: { 'port.code': whileKept('p.label') },
  keys: { vno_id: { type: 'int' } },
})
