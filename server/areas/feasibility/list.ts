import { maxDropM } from '@hilo/domain/feasibility.ts'
import type { Field, ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'f.id', type: 'bigint' },
  vno_id: { sql: 'f.vno_id', type: 'int' },
  result: { sql: 'f.result', type: 'text' },
  created_at: { sql: 'f.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

// Given back, or put to another use: no longer kept.
const kept = `f.released_at is null and a.id is not null and a.ended_at is null`

/** What was asked and answered, of one's own operator. */
export const feasibilityList: ListSource<'admin_vno/feasibility/get'> = {
  path: 'admin_vno/feasibility/get',
  branches: ({ vnoId }, bind) => [
    { from: 'feasibility f', where: vnoId === null ? [] : [`f.vno_id = ${bind(vnoId)}::int`], fields },
  ],
  join: () => `join feasibility f on f.id = k.id left join vno v on v.id = f.vno_id
  left join port_assignment a on a.id = f.assignment_id left join port p on p.id = f.port_id`,
  record: () => ({
    id: 'f.id',
    version: 'f.version',
    feasibility_id: 'f.id',
    vno_id: 'f.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    asked: 'f.asked',
    result: 'f.result',
    ctos: 'f.ctos',
    products: 'f.products',
    max_drop_m: String(maxDropM),
    valid_until: 'wire_time(f.valid_until)',
    port_id: `case when ${kept} then p.id end`,
    port: `case when ${kept} then json_build_object('id', p.id, 'code', p.label) end`,
    reserved_until: `case when ${kept} then wire_time(f.reserved_until) end`,
    created_at: 'wire_time(f.created_at)',
    updated_at: 'wire_time(f.updated_at)',
    created_by: 'f.created_by',
  }),
  columns: () => ({
    id: 'f.id',
    result: 'f.result',
    'port.code': `case when ${kept} then p.label end`,
    reserved_until: `case when ${kept} then f.reserved_until end`,
    valid_until: 'f.valid_until',
    created_at: 'f.created_at',
    'vno.name': 'v.name',
  }),
}
