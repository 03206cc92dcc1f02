import { caseStates, neighbourClasses } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDuration } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

const dark: ReadonlySet<string> = new Set(['desconectado', 'movido'])

/** Cases of neighbours harmed by an intervention: own customers and those of others. */
export const unpluggedList = defineList('admin_vno/events/cev/get', {
  name: 'unplugged',
  reads: ['cto_code', 'port', 'state', 'access.code', 'class', 'cut_s', 'detected_at', 'restored_at'],
  download: 'admin_vno/events/cev/download',
  searchable: false,
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
    { id: 'port', component: 'number', width: 40, align: 'right' },
    { id: 'state', component: 'choice', width: 98, filter: 'state', props: { of: 'case_state' } },
    { id: 'class', component: 'choice', width: 124, filter: 'class', props: { of: 'neighbour_class' } },
    { id: 'access.code', component: 'code', width: 112 },
    { id: 'code', component: 'code', width: 122, filter: 'event_id' },
    { id: 'technical.name', component: 'person', width: 92 },
    { id: 'detected_at', component: 'date', width: 126, align: 'right', sort: 'detected_at', filter: 'detected_at' },
    { id: 'restored_at', component: 'date', width: 126, align: 'right' },
    {
      id: 'cut_s',
      component: 'duration',
      width: 82,
      align: 'right',
      running: ({ class: found, restored_at, detected_at: since }) =>
        restored_at === null && dark.has(found) ? { since, word: 'list.running.dark' } : null,
    },
    { id: 'rx_before', component: 'dbm', width: 70, align: 'right', props: { mark: false } },
    { id: 'rx_after', component: 'dbm', width: 70, align: 'right', props: { mark: false } },
    { id: 'restore_deadline_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'role', component: 'choice', width: 100, props: { of: 'case_role' }, hidden: true },
    { id: 'cto_code', component: 'code', width: 140, filter: 'cto_id', hidden: true },
    { id: 'vno_owner.name', component: 'text', width: 110, filter: 'vno_owner_id', hidden: true },
    { id: 'vno_worker.name', component: 'text', width: 110, filter: 'vno_worker_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    detected_at: { kind: 'time' },
    state: { kind: 'choice', values: caseStates, of: 'case_state' },
    class: { kind: 'choice', values: neighbourClasses, of: 'neighbour_class' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    role: { kind: 'choice', values: ['victima', 'trabajador'], of: 'case_role' },
    event_id: { kind: 'id' },
    vno_owner_id: { kind: 'id' },
    vno_worker_id: { kind: 'id' },
  },
  quick: ['state', 'class', 'detected_at', 'cto_id'],
  views: [
    { id: 'abiertos', label: 'list.unplugged.view.open', filter: { state: 'abierto,escalado' }, alarm: true },
    { id: 'clientes', label: 'list.unplugged.view.customers', filter: { role: 'victima' } },
    { id: 'tecnicos', label: 'list.unplugged.view.technicians', filter: { role: 'trabajador' } },
    { id: 'todos', label: 'list.unplugged.view.all', filter: {} },
  ],
  sort: ['detected_at', 'desc'],
  title: (record) => text('list.unplugged.case', { box: boxLabel(record.cto_code), port: record.port }),
  route: (id) => `/vno/vecinos/desconectados?vista=todos&abierto=${id}`,
  panel: () => import('./UnpluggedPanel.tsx').then((part) => part.unpluggedPanel),
  card: {
    title: (record) => text('list.unplugged.case', { box: boxLabel(record.cto_code), port: record.port }),
    state: (record) => ({ of: 'case_state', word: record.state }),
    lead: (record) => ({ strong: record.access?.code ?? '', text: choiceText('neighbour_class', record.class) }),
    meta: (record) =>
      record.cut_s === null ? null : text('list.unplugged.cut', { for: formatDuration(record.cut_s) }),
    time: (record) => record.detected_at,
  },
  note: 'list.note.power',
})
