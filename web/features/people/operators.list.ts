import { vnoStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { phoneText } from '@hilo/domain/phone.ts'

/** Operators of the network; for an operator's people, their own. */
export const operatorsList = defineList('admin_vno/vno/get', {
  name: 'vno',
  reads: ['name', 'status.id', 'externalId', 'counts.accesses', 'description', 'contact.noc_phone'],
  screen: { at: '/operadores', after: '/roles' },
  download: 'admin_vno/vno/downloadRegistry',
  columns: [
    {
      id: 'externalId',
      component: 'code',
      width: 120,
      sort: 'externalId',
      filter: 'externalId',
      pinned: true,
      strong: true,
    },
    { id: 'name', component: 'text', width: 180, sort: 'name' },
    { id: 'status.id', component: 'state', width: 120, filter: 'status', props: { of: 'vno' } },
    { id: 'counts.accesses', component: 'number', width: 86, align: 'right' },
    { id: 'counts.ports_assigned', component: 'number', width: 80, align: 'right' },
    { id: 'counts.technicians', component: 'number', width: 80, align: 'right' },
    { id: 'counts.open_events', component: 'number', width: 80, align: 'right' },
    {
      id: '=noc_phone',
      value: (operator) => phoneText(operator.contact.noc_phone),
      component: 'code',
      width: 120,
      download: ['contact.noc_phone'],
    },
    { id: 'created_at', component: 'date', width: 165, align: 'right', sort: 'created_at', props: { style: 'day' } },
    { id: 'description', component: 'text', width: 220, hidden: true },
    { id: 'tax_id', component: 'code', width: 100, hidden: true },
    { id: 'status.comments', component: 'text', width: 220, hidden: true },
    { id: 'contact.noc_email', component: 'text', width: 180, hidden: true },
    { id: 'sla.install_days', component: 'number', width: 110, align: 'right', hidden: true },
    { id: 'sla.repair_hours', component: 'number', width: 110, align: 'right', hidden: true },
    { id: 'sla.neighbour_restore_minutes', component: 'number', width: 120, align: 'right', hidden: true },
    { id: 'updated_at', component: 'date', width: 130, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    status: { kind: 'status', of: vnoStatus },
    externalId: { kind: 'code', example: 'NORTE' },
    created_at: { kind: 'time' },
  },
  quick: ['status', 'externalId'],
  views: [
    { id: 'todos', label: 'list.vno.view.all', filter: {} },
    { id: 'suspendidos', label: 'list.vno.view.suspended', filter: { status: '4' }, alarm: true },
  ],
  sort: ['name', 'asc'],
  title: (operator) => operator.name,
  route: (id) => `/vno/operadores?vista=todos&abierto=${id}`,
  create: {
    label: 'operators.new',
    privilege: 'vno_create',
    allowed: session.isNeutral,
    dialog: () => import('./OperatorForm.tsx').then((part) => part.NewOperator),
  },
  panel: () => import('./OperatorPanel.tsx').then((part) => part.operatorPanel),
  card: {
    title: (operator) => operator.name,
    state: (operator) => ({ enumeration: 'vno', value: operator.status.id }),
    lead: (operator) => ({
      strong: operator.externalId,
      text: text('operators.accesses', { count: operator.counts.accesses }),
    }),
    meta: (operator) => operator.description,
  },
})
