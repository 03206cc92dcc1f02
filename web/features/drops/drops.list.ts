import { dropStates, dropTypes } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'

/** Drops of the operator. */
export const dropsList = defineList('admin_vno/drops/get', {
  name: 'drops',
  reads: ['label', 'state', 'access.code', 'port.code', 'vno.name', 'cto.code'],
  screen: { at: '/acometidas', after: '/ctos' },
  download: 'admin_vno/drops/download',
  columns: [
    { id: 'label', component: 'code', width: 124, sort: 'label', filter: 'label', pinned: true, strong: true },
    { id: 'state', component: 'choice', width: 124, filter: 'state', props: { of: 'drop_state' } },
    { ...boxColumn, width: 120 },
    { id: 'port.code', component: 'code', width: 132, filter: 'port_id' },
    { id: 'access.code', component: 'code', width: 128, filter: 'access_id' },
    { id: 'type', component: 'choice', width: 84, filter: 'type', props: { of: 'drop_type' } },
    { id: 'length_m', component: 'distance', width: 92, align: 'right' },
    { id: 'connection_type', component: 'state', width: 124, props: { of: 'connection_type' } },
    { id: 'fibre_no', component: 'number', width: 84, align: 'right', hidden: true },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'installed_event.code', component: 'code', width: 136, hidden: true },
    { id: 'created_at', component: 'date', width: 160, align: 'right', props: { style: 'day' }, hidden: true },
    { id: 'updated_at', component: 'date', width: 150, align: 'right' },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    state: { kind: 'choice', values: dropStates, of: 'drop_state' },
    label: { kind: 'code', example: 'D28-0123456' },
    type: { kind: 'choice', values: dropTypes, of: 'drop_type' },
    port_id: { kind: 'id', from: 'admin_vno/ports/get', by: 'label' },
    access_id: { kind: 'id', from: 'admin_vno/accesses/get', by: 'code' },
    vno_id: { kind: 'id' },
  },
  quick: ['state', 'label', 'type'],
  views: [
    { id: 'todas', label: 'list.drops.view.all', filter: {} },
    { id: 'instaladas', label: 'list.drops.view.laid', filter: { state: 'instalada' } },
    { id: 'reutilizables', label: 'list.drops.view.reusable', filter: { state: 'reutilizable' } },
    { id: 'averiadas', label: 'list.drops.view.broken', filter: { state: 'averiada' } },
    { id: 'retiradas', label: 'list.drops.view.gone', filter: { state: 'retirada' } },
  ],
  sort: ['label', 'asc'],
  title: (drop) => drop.label,
  route: (id) => `/vno/acometidas/${id}`,
  create: { label: 'drop.new', privilege: 'drop_create', dialog: () => import('./NewDrop.tsx') },
  panel: () => import('./DropPanel.tsx').then((part) => part.dropPanel),
  card: {
    title: (drop) => drop.label,
    state: (drop) => ({ of: 'drop_state', word: drop.state }),
    lead: (drop) => ({ strong: drop.access?.code ?? '', text: drop.port?.code ?? '' }),
    meta: (drop) => drop.vno.name,
  },
})
