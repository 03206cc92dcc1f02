import { processState } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'

/** Unsubscribed accesses, with the reason. */
export const ceasedAccessesList = defineList('admin_vno/unsubscriptions/get', {
  name: 'ceasedAccesses',
  reads: ['code', 'access.code', 'process_state', 'cto.code', 'reason', 'created_by.name', 'created_at'],
  download: 'admin_vno/unsubscriptions/download',
  searchable: false,
  columns: [
    { id: 'access.code', component: 'code', width: 124, filter: 'access_id', pinned: true, strong: true },
    { id: 'process_state', component: 'state', width: 142, filter: 'process_state', props: { of: 'process_state' } },
    { id: 'reason', component: 'text', width: 150 },
    {
      id: '=by',
      value: (record) => record.created_by?.name ?? null,
      component: 'text',
      width: 130,
    },
    { ...boxColumn, width: 104, filter: 'cto_id' },
    { id: 'requested_date', component: 'date', width: 150, align: 'right', props: { style: 'day' } },
    { id: 'created_at', component: 'date', width: 150, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'finished_at', component: 'date', width: 150, align: 'right' },
    { id: 'code', component: 'code', width: 122, hidden: true },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
  ],
  filters: {
    process_state: { kind: 'status', of: processState },
    created_at: { kind: 'time' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    access_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['process_state', 'created_at', 'cto_id'],
  views: [
    { id: 'todas', label: 'list.orders.view.all', filter: {} },
    { id: 'mes', label: 'list.time.mes', filter: { created_at: 'mes' } },
  ],
  sort: ['created_at', 'desc'],
  title: (record) => record.access?.code ?? record.code,
  route: (id) => `/vno/intervenciones/${id}`,
  card: {
    title: (record) => record.access?.code ?? record.code,
    state: (record) => ({ enumeration: 'process_state', value: record.process_state }),
    lead: (record) => ({ strong: boxLabel(record.cto.code), text: record.reason ?? '' }),
    meta: (record) => record.created_by?.name ?? null,
    time: (record) => record.created_at,
  },
})
