import type { Order } from '@hilo/contract/orders/orders.ts'
import { orderKinds, orderStates } from '@hilo/domain/order.ts'
import { serverNow } from '../../api/clock.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList } from '../../lists/define.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'
import { appointmentText } from './clock.ts'
import { isOverdue, reasonOf } from './order-facts.ts'

/** Visits and deadlines are in the place's time zone. */
const placeOf = ({ time_zone }: Pick<Order, 'time_zone'>) => time_zone

/** States in which an appointment takes place: neither cancelled nor rejected. */
const planned = 'recibida,asignada,en_curso,completada'

/** Service orders: work at a customer's home, with appointment and technician. */
export const ordersList = defineList('admin_vno/orders/get', {
  name: 'orders',
  reads: [
    'code',
    'state',
    'kind',
    'cto.code',
    'access.code',
    'appointment',
    'assigned_technical.name',
    'created_at',
    'time_zone',
    'cancellation',
    'deadline_at',
    'completed_at',
  ],
  download: 'admin_vno/orders/download',
  columns: [
    { id: 'code', component: 'code', width: 124, filter: 'code', pinned: true, strong: true },
    { id: 'state', component: 'choice', width: 92, filter: 'state', props: { of: 'order_state' } },
    { id: 'kind', component: 'choice', width: 124, filter: 'kind', props: { of: 'order_kind' } },
    {
      id: 'appointment.from',
      component: 'date',
      zone: placeOf,
      width: 140,
      align: 'right',
      sort: 'appointment_from',
      filter: 'appointment_from',
    },
    {
      id: 'deadline_at',
      component: 'date',
      zone: placeOf,
      width: 104,
      align: 'right',
      sort: 'deadline_at',
      filter: 'deadline_at',
    },
    { id: 'assigned_technical.name', component: 'person', width: 88, filter: 'assigned_technical_id' },
    { ...boxColumn, width: 96, filter: 'cto_id' },
    { id: 'access.code', component: 'code', width: 112, filter: 'access_id' },
    { id: 'external_order_id', component: 'code', width: 108, filter: 'external_order_id' },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'contractor.name', component: 'text', width: 110, hidden: true },
    { id: 'completed_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'appointment.to', component: 'date', zone: placeOf, width: 118, align: 'right', hidden: true },
    { id: 'requested_date', component: 'date', width: 150, align: 'right', props: { style: 'day' }, hidden: true },
    { id: 'time_zone', component: 'choice', width: 130, props: { of: 'place_zone' }, hidden: true },
    { id: 'port.code', component: 'code', width: 124, hidden: true },
    { id: 'cto.code', component: 'code', width: 140, hidden: true },
    { id: 'cancellation.at', component: 'date', width: 126, align: 'right', hidden: true },
    {
      id: '=reason',
      value: reasonOf,
      component: 'text',
      width: 130,
      download: ['cancellation.reason_code'],
      hidden: true,
    },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
    { id: 'updated_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    state: { kind: 'choice', values: orderStates, of: 'order_state' },
    kind: { kind: 'choice', values: orderKinds, of: 'order_kind' },
    appointment_from: { kind: 'time', label: 'list.orders.filter.appointment' },
    deadline_at: { kind: 'time' },
    late: { kind: 'boolean', label: 'list.orders.filter.late' },
    overdue: { kind: 'boolean', label: 'list.orders.filter.overdue' },
    created_at: { kind: 'time' },
    unassigned: { kind: 'boolean', label: 'list.orders.filter.unassigned' },
    unscheduled: { kind: 'boolean', label: 'list.orders.filter.unscheduled' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    code: { kind: 'code', example: 'OS-2026-' },
    external_order_id: { kind: 'code' },
    assigned_technical_id: { kind: 'id' },
    access_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['appointment_from', 'state', 'kind', 'unassigned', 'overdue', 'cto_id'],
  views: [
    { id: 'sinasignar', label: 'list.orders.view.unassigned', filter: { state: 'recibida' } },
    { id: 'hoy', label: 'list.time.hoy', filter: { appointment_from: 'hoy', state: planned } },
    { id: 'manana', label: 'list.time.manana', filter: { appointment_from: 'manana', state: planned } },
    {
      id: 'atrasadas',
      label: 'list.orders.view.late',
      filter: { late: '1' },
      alarm: true,
    },
    { id: 'vencidas', label: 'list.orders.view.overdue', filter: { overdue: '1' }, alarm: true },
    { id: 'curso', label: 'list.orders.view.doing', filter: { state: 'en_curso' } },
    { id: 'todas', label: 'list.orders.view.all', filter: {} },
  ],
  sort: ['created_at', 'desc'],
  title: (order) => order.code,
  route: (id) => `/vno/ordenes/${id}`,
  create: { route: '/vno/ordenes/nueva', label: 'order.new', privilege: 'assignment_create' },
  bulk: {
    privilege: 'assignment_create',
    bar: () => import('./BulkBar.tsx').then(({ Bar }) => ({ Bar })),
  },
  panel: () => import('./OrderPanel.tsx').then((part) => part.orderPanel),
  card: {
    title: (order) => order.code,
    state: (order) => ({ of: 'order_state', word: order.state }),
    lead: (order) => ({
      strong: choiceText('order_kind', order.kind),
      text: order.cto ? boxLabel(order.cto.code) : (order.access?.code ?? ''),
    }),
    meta: (order) =>
      [isOverdue(order, serverNow()) && text('order.overdue'), appointmentText(order), order.assigned_technical?.name]
        .filter(Boolean)
        .join(', ') || null,
    time: (order) => order.appointment?.from ?? order.created_at,
  },
})

/** Cancelled orders, with author and reason. */
export const cancelledOrdersList = defineList('admin_vno/orders/get', {
  name: 'cancelledOrders',
  reads: ['code', 'state', 'kind', 'access.code', 'cancellation', 'updated_at'],
  download: 'admin_vno/orders/download',
  always: { state: 'cancelada' },
  hiddenFilters: { state: { kind: 'choice', values: orderStates } },
  columns: [
    { id: 'code', component: 'code', width: 122, pinned: true, strong: true },
    { id: 'kind', component: 'choice', width: 104, filter: 'kind', props: { of: 'order_kind' } },
    { id: '=reason', value: reasonOf, component: 'text', width: 130, download: ['cancellation.reason_code'] },
    { id: 'cancellation.comments', component: 'text', width: 164 },
    {
      id: '=by',
      value: (order) => order.cancellation?.by.name ?? null,
      component: 'text',
      width: 130,
      download: ['cancellation.by.name'],
    },
    { id: 'cancellation.at', component: 'date', width: 126, align: 'right' },
    { id: 'access.code', component: 'code', width: 116, filter: 'access_id' },
    { id: 'external_order_id', component: 'code', width: 148, filter: 'external_order_id' },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at', filter: 'created_at' },
    { id: 'vno.name', component: 'text', width: 110, filter: 'vno_id', hidden: true },
  ],
  filters: {
    kind: { kind: 'choice', values: orderKinds, of: 'order_kind' },
    created_at: { kind: 'time' },
    external_order_id: { kind: 'code' },
    access_id: { kind: 'id' },
    vno_id: { kind: 'id' },
  },
  quick: ['kind', 'created_at'],
  views: [
    { id: 'todas', label: 'list.orders.view.all', filter: {} },
    { id: 'mes', label: 'list.time.mes', filter: { created_at: 'mes' } },
  ],
  sort: ['created_at', 'desc'],
  title: (order) => order.code,
  route: (id) => `/vno/ordenes/${id}`,
  panel: () => import('./OrderPanel.tsx').then((part) => part.orderPanel),
  card: {
    title: (order) => order.code,
    state: (order) => ({ of: 'order_state', word: order.state }),
    lead: (order) => ({ strong: choiceText('order_kind', order.kind), text: order.access?.code ?? '' }),
    meta: (order) => [reasonOf(order), order.cancellation?.by.name].filter(Boolean).join(', '),
    time: (order) => order.cancellation?.at ?? order.updated_at,
  },
})
