import { ontChangeStates } from '@hilo/domain/line-work.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'

/** Remote ONT exchanges. */
export const devicesList = defineList('admin_vno/ont/deviceModifications/get', {
  name: 'deviceModifications',
  reads: ['access.code', 'state', 'new_serial', 'old_serial', 'cto.code', 'requested_at', 'error'],
  download: 'admin_vno/ont/deviceModifications/download',
  searchable: false,
  columns: [
    { id: 'access.code', component: 'code', width: 140, filter: 'access_id', pinned: true, strong: true },
    { id: 'state', component: 'choice', width: 110, filter: 'state', props: { of: 'ont_change_state' } },
    { id: 'old_serial', component: 'code', width: 126 },
    { id: 'new_serial', component: 'code', width: 126 },
    { id: 'new_model', component: 'text', width: 110 },
    { id: 'reason', component: 'choice', width: 90, props: { of: 'ont_change_reason' } },
    { ...boxColumn, width: 128 },
    { id: 'requested_at', component: 'date', width: 140, align: 'right', sort: 'requested_at', filter: 'requested_at' },
    { id: 'finished_at', component: 'date', width: 140, align: 'right', hidden: true },
    { id: 'old_model', component: 'text', width: 110, hidden: true },
    { id: 'port.code', component: 'code', width: 140, hidden: true },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    state: { kind: 'choice', values: ontChangeStates, of: 'ont_change_state' },
    requested_at: { kind: 'time' },
    access_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['state', 'requested_at'],
  views: [
    { id: 'todos', label: 'list.deviceModifications.view.all', filter: {} },
    { id: 'curso', label: 'list.deviceModifications.view.doing', filter: { state: 'en_curso' } },
    { id: 'hechos', label: 'list.deviceModifications.view.done', filter: { state: 'hecho' } },
    { id: 'revertidos', label: 'list.deviceModifications.view.undone', filter: { state: 'revertido' } },
  ],
  sort: ['requested_at', 'desc'],
  title: (change) => change.access.code,
  route: (id) => `/vno/cambio-equipo?abierto=${id}`,
  panel: () => import('./DevicePanel.tsx').then((part) => part.devicePanel),
  create: {
    label: 'device.new',
    privilege: 'device-modification_create',
    dialog: () => import('./DeviceDialog.tsx'),
  },
  card: {
    title: (change) => change.access.code,
    state: (change) => ({ of: 'ont_change_state', word: change.state }),
    lead: (change) => ({ strong: change.new_serial, text: change.old_serial ?? '' }),
    meta: (change) => boxLabel(change.cto.code),
    time: (change) => change.requested_at,
    alarm: (change) => change.error && { text: change.error.text, shape: false },
  },
})
