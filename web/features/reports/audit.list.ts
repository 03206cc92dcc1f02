import { session } from '../../api/session.ts'
import { defineList } from '../../lists/define.ts'
import { auditAct, auditCode, auditDone, auditWhat, auditWho } from './audit-words.ts'
import { deviceText } from './device-text.ts'

/** Audit entries: author, call, and changed values. */
export const auditList = defineList('admin_vno/audit/get', {
  name: 'audit',
  reads: ['entity', 'entity_id', 'entity_code', 'device', 'actor', 'account_type', 'call', 'before', 'after', 'at'],
  screen: { at: '/auditoria', after: '/historico/puertos' },
  download: 'admin_vno/audit/download',
  searchable: false,
  columns: [
    {
      id: 'at',
      component: 'date',
      width: 132,
      sort: 'at',
      filter: 'at',
      pinned: true,
      strong: true,
    },
    { id: '=what', value: auditWhat, component: 'text', width: 150, filter: 'entity', download: ['entity'] },
    { id: '=code', value: auditCode, component: 'code', width: 132, filter: 'entity_id', download: ['entity_code'] },
    { id: '=who', value: auditWho, component: 'text', width: 150, filter: 'actor_id', download: ['actor.name'] },
    { id: '=done', value: auditDone, component: 'text', width: 330, filter: 'call', download: ['call'] },
    { id: 'call', component: 'code', width: 240, filter: 'call', hidden: true },
    { id: 'channel', component: 'choice', width: 100, props: { of: 'channel' } },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', hidden: true },
    { id: 'address', component: 'code', width: 120, hidden: true },
    {
      id: '=device',
      value: ({ device }) => deviceText(device),
      component: 'text',
      width: 160,
      hidden: true,
      download: ['device'],
    },
    { id: 'entity_id', component: 'code', width: 110, filter: 'entity_id', hidden: true },
    { id: 'request_id', component: 'code', width: 250, filter: 'request_id', hidden: true },
    { id: 'id', component: 'number', width: 80, align: 'right', hidden: true },
  ],
  filters: {
    at: { kind: 'time' },
    entity: { kind: 'code', example: 'setting' },
    entity_id: { kind: 'code' },
    call: { kind: 'code', example: 'admin_vno/settings/edit' },
    actor_id: { kind: 'id' },
    request_id: { kind: 'code' },
    vno_id: { kind: 'id' },
  },
  quick: ['at', 'entity', 'call'],
  views: [
    { id: 'reciente', label: 'list.time.reciente', filter: { at: 'reciente' } },
    { id: 'semana', label: 'list.time.semana', filter: { at: 'semana' } },
    { id: 'ajustes', label: 'list.audit.view.settings', filter: { entity: 'setting' } },
    { id: 'roles', label: 'list.audit.view.roles', filter: { entity: 'role' } },
    { id: 'todo', label: 'list.history.view.all', filter: {} },
  ],
  sort: ['at', 'desc'],
  title: (record) => auditWhat(record),
  route: (id) => `/vno/auditoria?vista=todo&abierto=${id}`,
  create: {
    label: 'list.audit.verify',
    plain: true,
    privilege: 'role_view',
    // One hash chain spans all operators: only the neutral operator can verify it.
    allowed: () => session.isNeutral(),
    dialog: () => import('./VerifyDialog.tsx').then((part) => ({ Dialog: part.VerifyDialog })),
  },
  panel: () => import('./AuditPanel.tsx').then((part) => part.auditPanel),
  card: {
    title: (record) => auditWhat(record),
    state: (record) => ({ of: 'audit_act', word: auditAct(record) }),
    lead: (record) => ({ strong: auditWho(record), text: auditCode(record) ?? '' }),
    meta: auditDone,
    time: (record) => record.at,
  },
})
