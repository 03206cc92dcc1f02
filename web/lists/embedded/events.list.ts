import { processState } from '@hilo/domain/status.ts'
import { defineList } from '../define.ts'
import { boxLabel } from '../registry/faceplate-items.ts'
import { choiceText } from '../text.ts'
import { stillRuns } from './still-runs.ts'

const list = defineList('admin_vno/events/get', {
  name: 'events',
  reads: [
    'code',
    'process_state',
    'work_kind',
    'cto.code',
    'access.code',
    'neighbours.verdict',
    'technical.name',
    'started_at',
    'finished_at',
    'created_at',
  ],
  embedded: true,
  download: 'admin_vno/events/download',
  columns: [
    { id: 'code', component: 'code', width: 118, sort: 'code', strong: true },
    { id: 'process_state', component: 'state', width: 150, props: { of: 'process_state' } },
    { id: 'work_kind', component: 'choice', width: 98, props: { of: 'work_kind' } },
    { id: '=cto', value: (event) => boxLabel(event.cto.code), component: 'code', width: 98, download: ['cto.label'] },
    { id: 'port_number', component: 'number', width: 40, align: 'right' },
    { id: 'technical.name', component: 'person', width: 94 },
    { id: 'neighbours.verdict', component: 'choice', width: 134, props: { of: 'verdict' } },
    { id: 'power_dbm', component: 'dbm', width: 70, align: 'right' },
    { id: 'duration_s', component: 'duration', width: 74, align: 'right', running: stillRuns },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at' },
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

/** Interventions embedded in a record's page, without the columns which that page already shows. */
export const eventsWithout = (...left: readonly Column[]): typeof list => ({
  ...list,
  columns: list.columns.filter(({ id }) => !left.includes(id)),
})
