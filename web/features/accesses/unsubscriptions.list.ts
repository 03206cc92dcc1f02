import { processState } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'

/** Unsubscriptions. */
export const unsubscriptionsList = defineList('admin_vno/unsubscriptions/get', {
  name: 'unsubscriptions',
  reads: ['code', 'process_state', 'access.code', 'reason', 'cto.code', 'created_at', 'error'],
  download: 'admin_vno/unsubscriptions/download',
  searchable: false,
  columns: [
    { id: 'code', component: 'code', width: 140, pinned: true, strong: true },
    { id: 'process_state', component: 'state', width: 140, filter: 'process_state', props: { of: 'process_state' } },
    { id: 'access.code', component: 'code', width: 128, filter: 'access_id' },
    { id: 'reason', component: 'text', width: 160 },
    { id: 'requested_date', component: 'date', width: 160, props: { style: 'day' } },
    { ...boxColumn, width: 128, filter: 'cto_id' },
    { id: 'light_at', component: 'date', width: 126 },
    { id: 'created_at', component: 'date', width: 140, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'finished_at', component: 'date', width: 140, align: 'right', hidden: true },
    { id: 'port.code', component: 'code', width: 140, hidden: true },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
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
    { id: 'todas', label: 'list.unsubscriptions.view.all', filter: {} },
    { id: 'pendientes', label: 'list.unsubscriptions.view.waiting', filter: { process_state: '2,6,8,9' } },
    { id: 'fallidas', label: 'list.unsubscriptions.view.failed', filter: { process_state: '1,4,7' }, alarm: true },
    { id: 'hechas', label: 'list.unsubscriptions.view.done', filter: { process_state: '5,11' } },
  ],
  sort: ['created_at', 'desc'],
  title: ({ code }) => code,
  route: (id) => `/vno/bajas?abierto=${id}`,
  panel: () => import('./UnsubscriptionPanel.tsx').then((part) => part.unsubscriptionPanel),
  create: {
    label: 'unsubscription.new',
    privilege: 'accessUnsubscriptions_create',
    dialog: () => import('./UnsubscriptionDialog.tsx'),
  },
  card: {
    title: ({ code }) => code,
    state: ({ process_state }) => ({ enumeration: 'process_state', value: process_state }),
    lead: ({ access, reason }) => ({ strong: access?.code ?? '', text: reason ?? '' }),
    meta: ({ cto }) => boxLabel(cto.code),
    time: ({ created_at }) => created_at,
    alarm: ({ error }) => error && { text: error.text, shape: false },
  },
})
