import { enabledStatus } from '@hilo/domain/status.ts'
import { defineList } from '../../lists/define.ts'
import { forNeutral } from './person.ts'

/** API keys of the operators' systems. */
export const apiKeysList = defineList('admin_vno/apikeys/get', {
  name: 'apikeys',
  reads: ['name', 'status', 'prefix', 'role.name', 'vno.name', 'last_used_at'],
  screen: { at: '/claves-api', after: '/correo' },
  searchable: false,
  columns: [
    { id: 'name', component: 'text', width: 210, pinned: true, strong: true },
    { id: 'status', component: 'state', width: 130, filter: 'status', props: { of: 'enabled' } },
    { id: 'prefix', component: 'code', width: 130 },
    { id: 'role.name', component: 'text', width: 180, filter: 'role_id' },
    { id: 'vno.name', component: 'text', width: 130, filter: 'vno_id', ...forNeutral() },
    { id: 'last_used_at', component: 'relative', width: 100, align: 'right' },
    { id: 'expires_at', component: 'date', width: 170, align: 'right', props: { style: 'day' } },
    { id: 'created_at', component: 'date', width: 126, align: 'right', sort: 'created_at' },
    { id: 'revoked_at', component: 'date', width: 126, align: 'right', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    status: { kind: 'status', of: enabledStatus },
    role_id: { kind: 'id', from: 'admin_vno/roles/get', by: 'name' },
    vno_id: { kind: 'id', from: 'admin_vno/vno/get', by: 'name' },
  },
  quick: ['status', 'role_id'],
  views: [
    { id: 'vivas', label: 'list.apikeys.view.live', filter: { status: '1' } },
    { id: 'revocadas', label: 'list.apikeys.view.revoked', filter: { status: '2' } },
    { id: 'todas', label: 'list.apikeys.view.all', filter: {} },
  ],
  sort: ['created_at', 'desc'],
  title: (key) => key.name,
  route: (id) => `/vno/claves-api?vista=todas&abierto=${id}`,
  create: {
    label: 'apikeys.new',
    privilege: 'adminVNO_create',
    dialog: () => import('./NewApiKey.tsx').then((part) => part.NewApiKey),
  },
  panel: () => import('./ApiKeyPanel.tsx').then((part) => part.apiKeyPanel),
  card: {
    title: (key) => key.name,
    state: (key) => ({ enumeration: 'enabled', value: key.status }),
    lead: (key) => ({ strong: key.prefix, text: key.role.name }),
    meta: (key) => key.vno.name,
    time: (key) => key.last_used_at,
  },
})
