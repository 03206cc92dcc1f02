import { accountStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { phoneText } from '@hilo/domain/phone.ts'
import type { RecordPart } from '../../lists/record-part.ts'
import { forNeutral } from './person.ts'

const reads = ['name', 'status', 'role.name', 'email', 'phone', 'last_login_at'] as const
type Read = RecordPart<'admin_vno/admins/neutral/get', (typeof reads)[number]>

const own = [
  { id: 'name', component: 'text', width: 190, sort: 'name', pinned: true, strong: true },
  { id: 'status', component: 'state', width: 178, filter: 'status', props: { of: 'account' } },
  { id: 'role.name', component: 'text', width: 180, filter: 'role_id' },
  { id: 'email', component: 'text', width: 220 },
  {
    id: '=phone',
    value: (person: Read) => phoneText(person.phone),
    component: 'code',
    width: 110,
    download: ['phone'],
  },
  { id: 'last_login_at', component: 'relative', width: 100, align: 'right' },
  { id: 'created_at', component: 'date', width: 160, align: 'right', sort: 'created_at', props: { style: 'day' } },
  { id: 'tax_id', component: 'code', width: 90, hidden: true },
  { id: 'suspended_reason', component: 'text', width: 220, hidden: true },
  { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
] as const
const filters = {
  status: { kind: 'status', of: accountStatus },
  role_id: { kind: 'id', from: 'admin_vno/roles/get', by: 'name' },
  created_at: { kind: 'time' },
} as const
const views = [
  { id: 'plantilla', label: 'list.people.view.staff', filter: { status: '1,2,3,4' } },
  { id: 'aprobar', label: 'list.people.view.waiting', filter: { status: '2' }, alarm: true },
  { id: 'invitados', label: 'list.people.view.invited', filter: { status: '1' } },
  { id: 'suspendidos', label: 'list.people.view.suspended', filter: { status: '3' } },
  { id: 'todos', label: 'list.people.view.all', filter: {} },
] as const
const shared = {
  reads,
  quick: ['status', 'role_id'],
  views,
  sort: ['name', 'asc'],
  title: (person: Read) => person.name,
  card: {
    title: (person: Read) => person.name,
    state: (person: Read) => ({ enumeration: 'account', value: person.status }),
    lead: (person: Read) => ({ strong: person.role.name, text: '' }),
    meta: (person: Read) => person.email,
    time: (person: Read) => person.last_login_at,
  },
} as const

/** Administrators of operators. */
export const adminsList = defineList('admin_vno/admins/get', {
  ...shared,
  name: 'admins',
  screen: { at: '/administradores', after: '/contratas' },
  download: 'admin_vno/admins/download',
  columns: [...own, { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', ...forNeutral() }],
  filters: { ...filters, vno_id: { kind: 'id', from: 'admin_vno/vno/get', by: 'name' } },
  route: (id) => `/vno/administradores/${id}`,
  create: {
    label: 'people.admin.new',
    privilege: 'adminVNO_create',
    dialog: () => import('./NewPerson.tsx').then((part) => part.NewAdmin),
  },
  panel: () => import('./PersonPanel.tsx').then((part) => part.adminPanel),
})

/** Administrators of the neutral operator. */
export const neutralAdminsList = defineList('admin_vno/admins/neutral/get', {
  ...shared,
  name: 'neutral_admins',
  screen: { at: '/administradores-red', after: '/operadores' },
  download: 'admin_vno/admins/neutral/download',
  columns: own,
  filters,
  route: (id) => `/vno/administradores-red/${id}`,
  create: {
    label: 'people.neutral.new',
    privilege: 'admin_create',
    dialog: () => import('./NewPerson.tsx').then((part) => part.NewNeutralAdmin),
  },
  panel: () => import('./PersonPanel.tsx').then((part) => part.neutralAdminPanel),
})
