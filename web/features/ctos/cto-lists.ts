import { dropStates, portState, processState } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'

/** The interventions in one box, as a part of its page. */
export const ctoEventsList = defineList('admin_vno/events/get', {
  name: 'events',
  embedded: true,
  download: 'admin_vno/events/download',
  columns: [
    { id: 'code', component: 'code', width: 118, sort: 'code', strong: true },
    { id: 'process_state', component: 'state', width: 134, props: { of: 'process_state' } },
    { id: 'work_kind', component: 'choice', width: 104, props: { of: 'work_kind' } },
    { id: 'port_number', component: 'number', width: 40, align: 'right' },
    { id: 'technical.name', component: 'person', width: 90 },
    { id: 'neighbours.verdict', component: 'choice', width: 130, props: { of: 'verdict' } },
    { id: 'power_dbm', component: 'dbm', width: 70, align: 'right' },
    { id: 'created_at', component: 'date', width: 116, align: 'right', sort: 'created_at' },
  ],
  filters: { process_state: { kind: 'status', of: processState } },
  views: [{ id: 'todas', label: 'list.events.view.all', filter: {} }],
  sort: ['created_at', 'desc'],
  title: (event) => event.code,
  route: (id) => `/vno/intervenciones/${id}`,
  card: {
    title: (event) => event.code,
    state: (event) => ({ enumeration: 'process_state', value: event.process_state }),
    lead: (event) => ({
      strong: event.work_kind ? choiceText('work_kind', event.work_kind) : '',
      text: event.access?.code ?? '',
    }),
    meta: (event) => event.technical?.name ?? null,
    time: (event) => event.created_at,
  },
})

/** The ports of one box that the session may see, as a part of its page. */
export const ctoPortsList = defineList('admin_vno/ports/get', {
  name: 'ports',
  embedded: true,
  download: 'admin_vno/ports/download',
  columns: [
    { id: 'number', component: 'number', width: 50, align: 'right', strong: true },
    { id: 'label', component: 'code', width: 126, sort: 'label' },
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

/** The drops that hang from the ports of one box, as a part of its page. */
export const ctoDropsList = defineList('admin_vno/drops/get', {
  name: 'drops',
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
