import { roleBases, roleScopes } from '@hilo/domain/role.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { membersText } from './role-words.ts'

const own = [
  { id: 'name', component: 'text', width: 220, sort: 'name', pinned: true, strong: true },
  { id: 'base', component: 'choice', width: 210, filter: 'base', props: { of: 'role_base' } },
  { id: 'members_count', component: 'number', width: 84, align: 'right' },
  { id: 'status', component: 'state', width: 130, filter: 'status', props: { of: 'enabled' } },
  { id: 'description', component: 'text', width: 280 },
  { id: 'updated_at', component: 'date', width: 166, align: 'right' },
  { id: 'vno.name', component: 'text', width: 130, filter: 'vno_id', hidden: true },
  { id: 'key', component: 'code', width: 130, filter: 'key', hidden: true },
  {
    id: 'created_at',
    component: 'date',
    width: 160,
    align: 'right',
    sort: 'created_at',
    props: { style: 'day' },
    hidden: true,
  },
  { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
] as const
const filters = {
  base: { kind: 'choice', values: roleBases, of: 'role_base' },
  status: { kind: 'status', of: enabledStatus },
  system: { kind: 'boolean', label: 'roles.system' },
  key: { kind: 'code' },
  vno_id: { kind: 'id', from: 'admin_vno/vno/get', by: 'name' },
} as const
const hiddenFilters = { scope: { kind: 'choice', values: roleScopes, of: 'role_scope' } } as const
const views = [
  { id: 'todos', label: 'list.roles.view.all', filter: {} },
  { id: 'propios', label: 'list.roles.view.own', filter: { system: '0' } },
  { id: 'sistema', label: 'list.roles.view.system', filter: { system: '1' } },
] as const

/** Roles of the operators' people. */
export const rolesList = defineList('admin_vno/roles/get', {
  name: 'roles',
  reads: ['name', 'status', 'members_count', 'base', 'description'],
  download: 'admin_vno/roles/download',
  columns: own,
  filters,
  hiddenFilters,
  always: { scope: 'vno' },
  quick: ['base', 'status', 'system'],
  views,
  sort: ['name', 'asc'],
  title: (role) => role.name,
  route: (id) => `/vno/roles/${id}`,
  create: {
    label: 'roles.new',
    privilege: 'role-admin-vno_create',
    dialog: () => import('./NewRole.tsx').then((part) => part.NewRole),
  },
  card: {
    title: (role) => role.name,
    state: (role) => ({ enumeration: 'enabled', value: role.status }),
    lead: (role) => ({
      strong: membersText(role.members_count),
      text: choiceText('role_base', role.base),
    }),
    meta: (role) => role.description,
  },
})

/** Roles of the neutral operator's people. */
export const neutralRolesList = defineList('admin_vno/roles/get', {
  ...rolesList,
  name: 'neutral_roles',
  always: { scope: 'neutral' },
  columns: own,
  create: {
    label: 'roles.new',
    privilege: 'role_create',
    dialog: () => import('./NewRole.tsx').then((part) => part.NewNeutralRole),
  },
})
