import { processState } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'

/** Interventions, as a part of a page. */
const workList = defineList('admin_vno/events/get', {
  name: 'events',
  embedded: true,
  download: 'admin_vno/events/download',
  columns: [
    { id: 'code', component: 'code', width: 118, sort: 'code', strong: true },
    { id: 'process_state', component: 'state', width: 134, props: { of: 'process_state' } },
    { id: 'work_kind', component: 'choice', width: 104, props: { of: 'work_kind' } },
    {
      id: '=cto',
      value: (event) => boxLabel(event.cto.code),
      component: 'code',
      width: 98,
      download: 'cto.code',
    },
    { id: 'technical.name', component: 'person', width: 100 },
    { id: 'neighbours.verdict', component: 'choice', width: 134, props: { of: 'verdict' } },
    { id: 'power_dbm', component: 'dbm', width: 68, align: 'right' },
    { id: 'duration_s', component: 'duration', width: 60, align: 'right', props: { minutes: true } },
    { id: 'created_at', component: 'date', width: 112, align: 'right', sort: 'created_at' },
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
      text: boxLabel(event.cto.code),
    }),
    meta: (event) => (event.neighbours.verdict ? choiceText('verdict', event.neighbours.verdict) : null),
    time: (event) => event.created_at,
  },
})

type Column = (typeof workList.columns)[number]['id']
const without = (...left: readonly Column[]) => ({
  ...workList,
  columns: workList.columns.filter(({ id }) => !left.includes(id)),
})

/** Those of one technician, who need not be named. */
export const technicalWorkList = without('technical.name')
/** Those of a contractor. */
export const contractorWorkList = without('power_dbm', 'duration_s')
