import { accountStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'

/** Technicians of a contractor, embedded in its page. */
export const staffList = defineList('admin_vno/technicals/get', {
  name: 'technicals',
  reads: ['name', 'status', 'employee_code', 'phone', 'last_login_at'],
  embedded: true,
  columns: [
    { id: 'name', component: 'text', width: 180, sort: 'name', strong: true },
    { id: 'status', component: 'state', width: 178, props: { of: 'account' } },
    { id: 'employee_code', component: 'code', width: 92, sort: 'employee_code' },
    { id: 'open_events', component: 'number', width: 72, align: 'right' },
    { id: 'prl_valid_until', component: 'date', width: 158, props: { style: 'day' } },
    { id: 'last_login_at', component: 'relative', width: 100, align: 'right' },
  ],
  filters: { status: { kind: 'status', of: accountStatus } },
  views: [{ id: 'todos', label: 'list.people.view.all', filter: {} }],
  sort: ['name', 'asc'],
  title: (person) => person.name,
  route: (id) => `/vno/tecnicos/${id}`,
  card: {
    title: (person) => person.name,
    state: (person) => ({ enumeration: 'account', value: person.status }),
    lead: (person) => ({ strong: person.employee_code ?? '', text: '' }),
    meta: (person) => person.phone,
    time: (person) => person.last_login_at,
  },
})
