import { feasibilityResults } from '@hilo/domain/line-work.ts'
import { defineList } from '../../lists/define.ts'
import { askedText } from './feasibility.ts'

/** Feasibility inquiries with their answers. */
export const inquiriesList = defineList('admin_vno/feasibility/get', {
  name: 'feasibility',
  reads: ['asked', 'ctos', 'port.code', 'result', 'vno.name', 'created_at'],
  download: 'admin_vno/feasibility/download',
  searchable: false,
  columns: [
    { id: '=asked', component: 'text', width: 260, pinned: true, strong: true, value: askedText },
    { id: 'result', component: 'choice', width: 160, filter: 'result', props: { of: 'feasibility_result' } },
    { id: '=boxes', component: 'number', width: 80, align: 'right', value: ({ ctos }) => ctos.length },
    { id: 'port.code', component: 'code', width: 140 },
    { id: 'reserved_until', component: 'date', width: 140 },
    { id: 'valid_until', component: 'date', width: 140 },
    { id: 'created_at', component: 'date', width: 140, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    result: { kind: 'choice', values: feasibilityResults, of: 'feasibility_result' },
    created_at: { kind: 'time' },
    vno_id: { kind: 'id' },
  },
  quick: ['result', 'created_at'],
  views: [
    { id: 'todas', label: 'list.feasibility.view.all', filter: {} },
    { id: 'factibles', label: 'list.feasibility.view.yes', filter: { result: 'factible' } },
    { id: 'obra', label: 'list.feasibility.view.works', filter: { result: 'factible_con_obra' } },
    { id: 'copadas', label: 'list.feasibility.view.full', filter: { result: 'cto_copada' } },
  ],
  sort: ['created_at', 'desc'],
  title: askedText,
  route: (id) => `/vno/factibilidad?consulta=${id}`,
  create: { label: 'feasibility.new', privilege: 'feasibility_view', route: '/vno/factibilidad' },
  card: {
    title: askedText,
    state: ({ result }) => ({ of: 'feasibility_result', word: result }),
    lead: ({ port }) => ({ strong: port?.code ?? '', text: '' }),
    meta: ({ vno }) => vno?.name ?? null,
    time: ({ created_at }) => created_at,
  },
})
