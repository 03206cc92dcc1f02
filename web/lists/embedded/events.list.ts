import { processState } from '@hilo/domain/status.ts'
import { defineList } from '../define.ts'
import { boxLabel } from '../registry/faceplate-items.ts'
import { choiceText } from '../text.ts'

const list = defineList('admin_vno/events/get', {
  name: 'events',
  embedded: true,
  download: 'admin_vno/events/download',
  columns: [
    { id: 'code', component: 'code', width: 118, sort: 'code', strong: true },
    { id: 'process_state', component: 'state', width: 134, props: { of: 'process_state' } },
    { id: 'work_kind', component: 'choice', width: 104, props: { of: 'work_kind' } },
    { id: '=cto', value: (event) => boxLabel(event.cto.code), component: 'code', width: 98, download: 'cto.code' },
    { id: 'port_number', component: 'number', width: 40, align: 'right' },
    { id: 'technical.name', component: 'person', width: 100 },
    { id: 'neighbours.verdict', component: 'choice', width: 134, props: { of: 'verdict' } },
    { id: 'power_dbm', component: 'dbm', width: 70, align: 'right' },
    { id: 'duration_s', component: 'duration', width: 60, align: 'right', props: { minutes: true } },
    { id: 'created_at', component: 'date', width: 144, align: 'right', sort: 'created_at' },
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
      text: [boxLabel(event.cto.code), event.access?.code].filter(Boolean).join(', '),
    }),
    meta: (event) =>
      event.neighbours.verdict ? choiceText('verdict', event.neighbours.verdict) : (event.technical?.name ?? null),
    time: (event) => event.created_at,
  },
})
type Column = (typeof list.columns)[number]['id']

/** Interventions as a part of somebody's or something's page, without what the page says already. */
export const eventsWithout = (...left: readonly Column[]): typeof list => ({
  ...list,
  columns: list.columns.filter(({ id }) => !left.includes(id)),
})
