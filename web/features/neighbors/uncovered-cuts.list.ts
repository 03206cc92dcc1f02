import { cutLinks, cutStates } from '@hilo/domain/uncovered-cut.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDuration } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

/** Customers who lost light without an intervention in their box. */
export const uncoveredCutsList = defineList('admin_vno/uncovered_cuts/get', {
  name: 'uncovered_cuts',
  reads: ['cto_code', 'port', 'state', 'access.code', 'technical.name', 'cut_s', 'at', 'restored_at'],
  screen: { at: '/vecinos/cortes', after: '/vecinos/desconectados' },
  download: 'admin_vno/uncovered_cuts/download',
  columns: [
    {
      id: '=cto',
      value: (record) => boxLabel(record.cto_code),
      component: 'code',
      width: 104,
      filter: 'cto_id',
      download: ['cto_label'],
      pinned: true,
      strong: true,
    },
    { id: 'port', component: 'number', width: 44, align: 'right' },
    { id: 'state', component: 'choice', width: 104, filter: 'state', props: { of: 'cut_state' } },
    { id: 'access.code', component: 'code', width: 118 },
    { id: 'at', component: 'date', width: 96, align: 'right', sort: 'at', filter: 'at' },
    { id: 'restored_at', component: 'date', width: 96, align: 'right' },
    {
      id: 'cut_s',
      component: 'duration',
      width: 82,
      align: 'right',
      running: ({ restored_at, at: since }) => (restored_at === null ? { since, word: 'list.running.dark' } : null),
    },
    { id: 'link', component: 'choice', width: 150, filter: 'link', props: { of: 'cut_link' } },
    { id: 'event.code', component: 'code', width: 122, filter: 'event_id' },
    { id: 'technical.name', component: 'person', width: 110, filter: 'technical_id' },
    { id: 'contractor.name', component: 'text', width: 130, filter: 'contractor_id' },
    { id: 'service_order.code', component: 'code', width: 120, hidden: true },
    { id: 'falls', component: 'number', width: 60, align: 'right', hidden: true },
    { id: 'cto_code', component: 'code', width: 140, filter: 'cto_id', hidden: true },
    { id: 'vno_owner.name', component: 'text', width: 110, hidden: true },
    { id: 'vno_worker.name', component: 'text', width: 110, hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    at: { kind: 'time' },
    state: { kind: 'choice', values: cutStates, of: 'cut_state' },
    link: { kind: 'choice', values: cutLinks, of: 'cut_link' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    technical_id: { kind: 'id' },
    contractor_id: { kind: 'id' },
    event_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['state', 'link', 'at', 'cto_id'],
  views: [
    { id: 'todos', label: 'list.uncovered_cuts.view.all', filter: {} },
    { id: 'sinluz', label: 'list.uncovered_cuts.view.dark', filter: { state: 'sin_luz' } },
    { id: 'cerca', label: 'list.uncovered_cuts.view.linked', filter: { link: cutLinks.join(',') } },
  ],
  sort: ['at', 'desc'],
  elsewhere: { label: 'list.uncovered_cuts.report', route: '/vno/vecinos/cortes/informe' },
  title: (record) => text('list.uncovered_cuts.case', { box: boxLabel(record.cto_code), port: record.port }),
  route: (id) => `/vno/vecinos/cortes?abierto=${id}`,
  panel: () => import('./UncoveredCutPanel.tsx').then((part) => part.uncoveredCutPanel),
  card: {
    title: (record) => text('list.uncovered_cuts.case', { box: boxLabel(record.cto_code), port: record.port }),
    state: (record) => ({ of: 'cut_state', word: record.state }),
    lead: (record) => ({ strong: record.access?.code ?? '', text: record.technical?.name ?? '' }),
    meta: (record) =>
      record.cut_s === null ? null : text('list.uncovered_cuts.cut', { for: formatDuration(record.cut_s) }),
    time: (record) => record.at,
  },
})
