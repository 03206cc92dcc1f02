import { accessStates } from '@hilo/domain/access.ts'
import { boxColumn } from '../../lists/columns/box-column.ts'
import { defineList, type Column } from '../../lists/define.ts'
import { alarmOf, cardOf } from './access-facts.ts'

const reads = [
  'code',
  'state',
  'ont.state',
  'ont.rx_dbm',
  'ont.serial',
  'ont.read_at',
  'cto.code',
  'vno.name',
  'customer_ref',
] as const
type AccessColumn = Column<'admin_vno/accesses/get', (typeof reads)[number]>

const code: AccessColumn = {
  id: 'code',
  component: 'code',
  width: 140,
  sort: 'code',
  filter: 'code',
  pinned: true,
  strong: true,
}
const columns: readonly AccessColumn[] = [
  { id: 'state', component: 'choice', width: 100, filter: 'state', props: { of: 'access_state' } },
  { id: 'ont.state', component: 'choice', width: 156, props: { of: 'ont_state' } },
  { id: 'ont.rx_dbm', component: 'dbm', width: 88, align: 'right', props: { mark: true } },
  { id: 'ont.serial', component: 'code', width: 118 },
  { ...boxColumn, width: 128, filter: 'cto_id' },
  { id: 'port_number', component: 'number', width: 56, align: 'right' },
  { id: 'product.code', field: 'product', component: 'text', width: 96 },
  { id: 'customer_ref', component: 'code', width: 120, filter: 'customer_ref' },
  { id: 'ont.read_at', component: 'date', width: 126, align: 'right' },
  { id: 'drop.code', component: 'code', width: 116, hidden: true },
  { id: 'ont.model', component: 'text', width: 110, hidden: true },
  {
    id: 'ont.olt_rx_dbm',
    component: 'dbm',
    width: 90,
    align: 'right',
    props: { warn: -26, fail: -27.5 },
    hidden: true,
  },
  { id: 'ont.distance_m', component: 'distance', width: 76, align: 'right', hidden: true },
  { id: 'activated_at', component: 'date', width: 126, align: 'right', hidden: true },
  { id: 'ceased_at', component: 'date', width: 126, align: 'right', hidden: true },
  { id: 'created_at', component: 'date', width: 126, align: 'right', hidden: true },
  { id: 'updated_at', component: 'date', width: 126, align: 'right', hidden: true },
  { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
]
const operator: AccessColumn = { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id' }

const shared = {
  reads,
  download: 'admin_vno/accesses/download',
  filters: {
    state: { kind: 'choice', values: accessStates, of: 'access_state' },
    code: { kind: 'code', example: 'AC28-01234567-4' },
    cto_id: { kind: 'id', from: 'admin_vno/ctos/get', by: 'code' },
    customer_ref: { kind: 'code' },
    vno_id: { kind: 'id' },
    port_id: { kind: 'id', from: 'admin_vno/ports/get', by: 'label' },
  },
  views: [
    { id: 'todos', label: 'list.accesses.view.all', filter: {} },
    { id: 'activos', label: 'list.accesses.view.active', filter: { state: 'activo' } },
    { id: 'alta', label: 'list.accesses.view.coming', filter: { state: 'reservado,en_alta' } },
    { id: 'baja', label: 'list.accesses.view.leaving', filter: { state: 'en_baja' } },
    { id: 'cesados', label: 'list.accesses.view.ceased', filter: { state: 'baja' } },
  ],
  sort: ['code', 'asc'],
  title: ({ code: name }: { code: string }) => name,
  route: (id: number) => `/vno/accesos/${id}`,
  panel: () => import('./AccessPanel.tsx').then((part) => part.accessPanel),
  card: { ...cardOf, alarm: alarmOf },
  note: 'list.note.power',
} as const

/** Accesses of the own operator. */
export const accessesList = defineList('admin_vno/accesses/get', {
  ...shared,
  name: 'accesses',
  columns: [code, ...columns, { ...operator, hidden: true }],
  quick: ['state', 'cto_id', 'code', 'customer_ref'],
})

/** Accesses of all operators, for the neutral operator. */
export const networkAccessesList = defineList('admin_vno/accesses/get', {
  ...shared,
  name: 'networkAccesses',
  columns: [
    code,
    operator,
    ...columns.map((one) => (one.id === 'product.code' ? { ...one, hidden: true as const } : one)),
  ],
  card: { ...cardOf, alarm: alarmOf, meta: ({ vno }) => vno.name },
  quick: ['vno_id', 'state', 'cto_id', 'code'],
})
