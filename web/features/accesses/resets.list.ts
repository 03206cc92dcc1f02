import { resetStates } from '@hilo/domain/line-work.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'

/** Remote restarts of ONTs. */
export const resetsList = defineList('admin_vno/ont/resets/get', {
  name: 'resets',
  reads: ['access.code', 'state', 'reason', 'cto.code', 'requested_at', 'error'],
  download: 'admin_vno/ont/resets/download',
  searchable: false,
  columns: [
    { id: 'access.code', component: 'code', width: 140, filter: 'access_id', pinned: true, strong: true },
    { id: 'state', component: 'choice', width: 116, filter: 'state', props: { of: 'reset_state' } },
    { id: 'reason', component: 'text', width: 240 },
    { id: 'cut_s', component: 'duration', width: 90, align: 'right' },
    { ...boxColumn, width: 128 },
    { id: 'port.code', component: 'code', width: 140 },
    { id: 'requested_at', component: 'date', width: 140, align: 'right', sort: 'requested_at', filter: 'requested_at' },
    { id: 'finished_at', component: 'date', width: 140, align: 'right', hidden: true },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    state: { kind: 'choice', values: resetStates, of: 'reset_state' },
    requested_at: { kind: 'time' },
    access_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['state', 'requested_at'],
  views: [
    { id: 'todos', label: 'list.resets.view.all', filter: {} },
    { id: 'curso', label: 'list.resets.view.doing', filter: { state: 'en_curso' } },
    { id: 'fallidos', label: 'list.resets.view.failed', filter: { state: 'fallido' } },
  ],
  sort: ['requested_at', 'desc'],
  title: (reset) => reset.access.code,
  route: (id) => `/vno/diagnostico/reinicios?abierto=${id}`,
  panel: () => import('./ResetPanel.tsx').then((part) => part.resetPanel),
  card: {
    title: (reset) => reset.access.code,
    state: (reset) => ({ of: 'reset_state', word: reset.state }),
    lead: (reset) => ({ strong: '', text: reset.reason }),
    meta: (reset) => boxLabel(reset.cto.code),
    time: (reset) => reset.requested_at,
    alarm: (reset) => reset.error && { text: reset.error.text, shape: false },
  },
})
