import type { RecordOf } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'
import { defineList } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'
import { callText } from './call-words.ts'
import { wordOf } from './history-words.ts'

type Audited = RecordOf<'admin_vno/audit/get'>

export const auditWhat = ({ entity }: Audited): string =>
  entity === null ? text('list.audit.nothing') : wordOf('entity', entity, entity)
export const auditWho = ({ actor, account_type }: Audited): string =>
  actor?.name ?? (account_type === 'system' ? text('list.history.process') : wordOf('account_type', account_type ?? '', text('list.history.other'))) // prettier-ignore
/** Made, changed or taken away, by the call and what is known of before and after. */
export function auditAct({ call, before, after }: Audited): 'made' | 'changed' | 'removed' | 'done' {
  if (before != null) return after == null ? 'removed' : 'changed'
  return call.endsWith('/create') ? 'made' : 'done'
}

/** What was done, in a sentence. */
export const auditDone = (record: Audited): string =>
  callText(record.call) ?? `${choiceText('audit_act', auditAct(record))}: ${auditWhat(record)}`

/** Each change with who made it, by which call, and what it changed. */
export const auditList = defineList('admin_vno/audit/get', {
  name: 'audit',
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
    { id: '=what', value: auditWhat, component: 'text', width: 150, filter: 'entity', download: 'entity' },
    { id: 'entity_id', component: 'code', width: 110, filter: 'entity_id' },
    { id: '=who', value: auditWho, component: 'text', width: 150, filter: 'actor_id', download: 'actor.name' },
    { id: '=done', value: auditDone, component: 'text', width: 330, filter: 'call', download: 'call' },
    { id: 'call', component: 'code', width: 240, filter: 'call', hidden: true },
    { id: 'channel', component: 'choice', width: 100, props: { of: 'channel' } },
    { id: 'vno.name', component: 'text', width: 120, filter: 'vno_id', hidden: true },
    { id: 'address', component: 'code', width: 120, hidden: true },
    { id: 'device', component: 'text', width: 160, hidden: true },
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
    // The chain is one for all operators: only the neutral one may read all of it.
    allowed: () => session.get().accountType === 'ad',
    dialog: () => import('./VerifyDialog.tsx').then((part) => ({ Dialog: part.VerifyDialog })),
  },
  panel: () => import('./AuditPanel.tsx').then((part) => part.auditPanel),
  card: {
    title: (record) => auditWhat(record),
    state: (record) => ({ of: 'audit_act', word: auditAct(record) }),
    lead: (record) => ({ strong: auditWho(record), text: record.entity_id ?? '' }),
    meta: auditDone,
    time: (record) => record.at,
  },
})
