import type { RecordOf } from '@hilo/contract/index.ts'
import i18next from 'i18next'
import { choiceText } from '../../lists/text.ts'
import { text } from '../../ui/text.ts'
import { wordOf } from './history-words.ts'

type Audited = RecordOf<'admin_vno/audit/get'>
type Changed = Pick<Audited, 'call' | 'before' | 'after'>

export const auditWhat = ({ entity }: Pick<Audited, 'entity'>): string =>
  entity === null ? text('list.audit.nothing') : wordOf('entity', entity, entity)
export const auditWho = ({ actor, account_type }: Pick<Audited, 'actor' | 'account_type'>): string =>
  actor?.name ?? (account_type === 'system' ? text('list.history.process') : wordOf('account_type', account_type ?? '', text('list.history.other'))) // prettier-ignore
/** What names the touched record: its code, or the name of a setting; a mere number is not shown. */
export function auditCode({
  entity,
  entity_id: id,
  entity_code: code,
}: Pick<Audited, 'entity' | 'entity_id' | 'entity_code'>): string | null {
  if (code !== null || id === null) return code
  if (entity === 'setting' && i18next.exists(`setting.${id}`)) return text(`setting.${id}`)
  return /^\d+$/.test(id) ? null : id
}
/** Created, changed or deleted, from the call and its before and after values. */
export function auditAct({ call, before, after }: Changed): 'made' | 'changed' | 'removed' | 'done' {
  if (before != null) return after == null ? 'removed' : 'changed'
  return call.endsWith('/create') ? 'made' : 'done'
}

/** Description of an audited call; null for entries without a call, e.g. of jobs. */
const callText = (path: string): string | null => __HILO_CALLS__[path] ?? null

/** Description of an audited change. */
export const auditDone = (record: Changed & Pick<Audited, 'entity'>): string =>
  callText(record.call) ?? `${choiceText('audit_act', auditAct(record))}: ${auditWhat(record)}`
