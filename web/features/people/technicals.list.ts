import { accountStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'
import { phoneText } from '@hilo/domain/phone.ts'
import { forNeutral, lapsed } from './person.ts'

/** Technicians of the operator. */
export const technicalsList = defineList('admin_vno/technicals/get', {
  name: 'technicals',
  reads: [
    'name',
    'status',
    'skills',
    'phone',
    'zones',
    'contractor.name',
    'employee_code',
    'last_login_at',
    'prl_valid_until',
  ],
  download: 'admin_vno/technicals/download',
  columns: [
    { id: 'name', component: 'text', width: 170, sort: 'name', pinned: true, strong: true },
    { id: 'status', component: 'state', width: 178, filter: 'status', props: { of: 'account' } },
    { id: 'contractor.name', component: 'text', width: 126, filter: 'contractor_id' },
    { id: 'employee_code', component: 'code', width: 92, sort: 'employee_code', filter: 'employee_code' },
    { id: 'open_events', component: 'number', width: 72, align: 'right' },
    {
      id: '=skills',
      value: (person) => person.skills.map((skill) => choiceText('skill', skill)).join(', '),
      component: 'text',
      width: 170,
      download: ['skills'],
    },
    {
      id: 'prl_valid_until',
      component: 'date',
      width: 158,
      sort: 'prl_valid_until',
      filter: 'prl_valid_until',
      props: { style: 'day' },
    },
    { id: '=phone', value: (person) => phoneText(person.phone), component: 'code', width: 104, download: ['phone'] },
    { id: 'last_login_at', component: 'relative', width: 96, align: 'right' },
    { id: 'email', component: 'text', width: 200, hidden: true },
    { id: 'tax_id', component: 'code', width: 90, hidden: true },
    { id: 'role.name', component: 'text', width: 130, filter: 'role_id', hidden: true },
    {
      id: '=zones',
      value: (person) => person.zones.join(', '),
      component: 'text',
      width: 150,
      filter: 'zone',
      download: ['zones'],
      hidden: true,
    },
    { id: 'suspended_reason', component: 'text', width: 220, hidden: true },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', ...forNeutral() },
    { id: 'created_at', component: 'date', width: 160, sort: 'created_at', props: { style: 'day' }, hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    status: { kind: 'status', of: accountStatus },
    contractor_id: { kind: 'id', from: 'admin_vno/contractors/get', by: 'name' },
    zone: { kind: 'code', example: '28079' },
    prl_valid_until: { kind: 'time' },
    employee_code: { kind: 'code' },
    role_id: { kind: 'id', from: 'admin_vno/roles/get', by: 'name' },
    created_at: { kind: 'time' },
    vno_id: { kind: 'id', from: 'admin_vno/vno/get', by: 'name' },
  },
  quick: ['status', 'contractor_id', 'zone', 'prl_valid_until'],
  views: [
    { id: 'plantilla', label: 'list.people.view.staff', filter: { status: '1,2,3,4' } },
    { id: 'aprobar', label: 'list.people.view.waiting', filter: { status: '2' }, alarm: true },
    { id: 'invitados', label: 'list.people.view.invited', filter: { status: '1' } },
    { id: 'suspendidos', label: 'list.people.view.suspended', filter: { status: '3' } },
    { id: 'todos', label: 'list.people.view.all', filter: {} },
  ],
  sort: ['name', 'asc'],
  title: (person) => person.name,
  route: (id) => `/vno/tecnicos/${id}`,
  create: {
    label: 'people.technical.new',
    privilege: 'technician_create',
    dialog: () => import('./NewPerson.tsx').then((part) => part.NewTechnical),
  },
  panel: () => import('./PersonPanel.tsx').then((part) => part.technicalPanel),
  card: {
    title: (person) => person.name,
    state: (person) => ({ enumeration: 'account', value: person.status }),
    lead: (person) => ({ strong: person.contractor?.name ?? '', text: person.employee_code ?? '' }),
    meta: (person) => person.skills.map((skill) => choiceText('skill', skill)).join(', ') || null,
    time: (person) => person.last_login_at,
    alarm: (person) =>
      lapsed(person.prl_valid_until) && person.status === accountStatus.is.active
        ? { text: text('people.prl.alarm'), shape: true }
        : null,
  },
})
