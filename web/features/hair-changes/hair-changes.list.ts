import { hairDecisions, portProblem, processState } from '@hilo/domain/status.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { text } from '../../ui/text.ts'
import { arrow } from './hair-words.ts'

/** Port change requests with their answers. */
export const hairChangesList = defineList('admin_vno/hair_changes/get', {
  name: 'hair_changes',
  reads: [
    'code',
    'process_state',
    'cto.code',
    'technical.name',
    'contractor.name',
    'created_at',
    'waiting',
    'unfounded',
    'port_from_number',
    'port_to_number',
    'port_assigned_number',
  ],
  download: 'admin_vno/hair_changes/download',
  columns: [
    { id: 'code', component: 'code', width: 124, sort: 'code', filter: 'code', pinned: true, strong: true },
    { id: 'process_state', component: 'state', width: 128, filter: 'process_state', props: { of: 'process_state' } },
    { ...boxColumn, width: 110, filter: 'cto_id' },
    { id: '=ports', value: arrow, component: 'text', width: 64, download: ['port_from_number', 'port_to_number'] },
    { id: 'reason', component: 'state', width: 178, filter: 'reason', props: { of: 'port_problem' } },
    { id: 'decision', component: 'choice', width: 96, filter: 'decision', props: { of: 'hair_decision' } },
    { id: 'technical.name', component: 'person', width: 104, filter: 'technical_id' },
    { id: 'contractor.name', component: 'text', width: 112 },
    { id: '=unfounded', value: ({ unfounded }) => unfounded, component: 'boolean', width: 96, download: ['unfounded'] },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'event.code', component: 'code', width: 128, filter: 'event_id', hidden: true },
    { id: 'condition_code', component: 'state', width: 150, props: { of: 'condition' }, hidden: true },
    { id: 'power_dbm', component: 'dbm', width: 84, align: 'right', hidden: true },
    { id: 'deny_code', component: 'choice', width: 190, props: { of: 'deny_code' }, hidden: true },
    { id: 'resolved_by', component: 'choice', width: 110, props: { of: 'resolved_by' }, hidden: true },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'comment', component: 'text', width: 200, hidden: true },
    { id: 'answered_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    waiting: { kind: 'boolean' },
    process_state: { kind: 'status', of: processState },
    decision: { kind: 'choice', values: hairDecisions, of: 'hair_decision' },
    reason: { kind: 'status', of: portProblem },
    code: { kind: 'code', example: 'INT-2026-0184213' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    event_id: { kind: 'id', from: 'admin_vno/events/get', by: 'code' },
    technical_id: { kind: 'id', from: 'admin_vno/technicals/get', by: 'name' },
    created_at: { kind: 'time' },
    vno_id: { kind: 'id' },
  },
  quick: ['waiting', 'decision', 'reason', 'created_at'],
  views: [
    { id: 'todos', label: 'list.hair_changes.view.all', filter: {} },
    { id: 'por-contestar', label: 'list.hair_changes.view.waiting', filter: { waiting: '1' }, alarm: true },
    { id: 'concedidos', label: 'list.hair_changes.view.granted', filter: { decision: 'concedido' } },
    { id: 'alternativas', label: 'list.hair_changes.view.offered', filter: { decision: 'alternativa' } },
    { id: 'denegados', label: 'list.hair_changes.view.denied', filter: { decision: 'denegado' } },
  ],
  sort: ['created_at', 'desc'],
  title: (change) => change.code,
  route: (id) => `/vno/cambios-pelo/${id}`,
  create: { label: 'hair.new', privilege: 'hairChange_create', dialog: () => import('./NewHairChange.tsx') },
  panel: () => import('./HairPanel.tsx').then((part) => part.hairPanel),
  card: {
    title: (change) => change.code,
    state: (change) => ({ enumeration: 'process_state', value: change.process_state }),
    lead: (change) => ({ strong: boxLabel(change.cto.code), text: arrow(change) }),
    meta: (change) => [change.technical?.name, change.contractor?.name].filter(Boolean).join(', ') || null,
    time: (change) => change.created_at,
    alarm: ({ waiting }) => (waiting ? { text: text('hair.waiting'), shape: false } : null),
  },
})
