import { dropStates, portState } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { eventsWithout } from '../../lists/embedded/events.list.ts'

/** Interventions of one box, embedded in its page. */
export const ctoEventsList = eventsWithout('=cto', 'duration_s')

/** Visible ports of one box, embedded in its page. */
export const ctoPortsList = defineList('admin_vno/ports/get', {
  name: 'ports',
  reads: ['label', 'state', 'access.code', 'ont.serial', 'vno.name'],
  embedded: true,
  download: 'admin_vno/ports/download',
  columns: [
    { id: 'label', component: 'code', width: 126, sort: 'label', strong: true },
    { id: 'state', component: 'state', width: 150, props: { of: 'port' } },
    { id: 'rx_dbm', component: 'dbm', width: 84, align: 'right', sort: 'rx_dbm' },
    { id: 'access.code', component: 'code', width: 124 },
    { id: 'ont.serial', component: 'code', width: 118 },
    { id: 'ont.state', component: 'choice', width: 110, props: { of: 'ont_state' } },
    { id: 'ont.distance_m', component: 'distance', width: 76, align: 'right' },
  ],
  filters: { state: { kind: 'status', of: portState } },
  views: [{ id: 'todos', label: 'list.ports.view.all', filter: {} }],
  sort: ['label', 'asc'],
  title: (port) => port.label,
  route: (id) => `/vno/puertos/${id}`,
  card: {
    title: (port) => port.label,
    state: (port) => ({ enumeration: 'port', value: port.state }),
    lead: (port) => ({ strong: port.access?.code ?? '', text: port.ont?.serial ?? '' }),
    meta: (port) => port.vno?.name ?? null,
  },
})

/** Drops of one box, embedded in its page. */
export const ctoDropsList = defineList('admin_vno/drops/get', {
  name: 'drops',
  reads: ['label', 'state', 'access.code', 'port.code', 'vno.name'],
  embedded: true,
  download: 'admin_vno/drops/download',
  columns: [
    { id: 'label', component: 'code', width: 126, sort: 'label', strong: true },
    { id: 'state', component: 'choice', width: 110, props: { of: 'drop_state' } },
    { id: 'port.code', component: 'code', width: 126 },
    { id: 'access.code', component: 'code', width: 124 },
    { id: 'type', component: 'choice', width: 84, props: { of: 'drop_type' } },
    { id: 'length_m', component: 'distance', width: 84, align: 'right' },
    { id: 'connection_type', component: 'state', width: 140, props: { of: 'connection_type' } },
  ],
  filters: { state: { kind: 'choice', values: dropStates, of: 'drop_state' } },
  views: [{ id: 'todas', label: 'list.drops.view.all', filter: {} }],
  sort: ['label', 'asc'],
  title: (drop) => drop.label,
  route: (id) => `/vno/acometidas/${id}`,
  card: {
    title: (drop) => drop.label,
    state: (drop) => ({ of: 'drop_state', word: drop.state }),
    lead: (drop) => ({ strong: drop.access?.code ?? '', text: drop.port?.code ?? '' }),
    meta: (drop) => drop.vno.name,
  },
})
