import type { Bind, Viewer } from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'
import { noticeText, noticeTitle } from '../../process/notices/notice-text.ts'

/** Unread: since the person last marked all as read, at most thirty days. */
const since = `greatest(app_now() - interval '30 days',
  coalesce((select s.until from notification_seen s where s.user_id = app_user_id()), '-infinity'))`
const marked = 'exists (select from notification_read r where r.notification_id = n.id and r.user_id = app_user_id())'
/** A notice that the session's person has not read. */
export const unread = `(n.at > ${since} and not ${marked})`

/**
 * Own notices: a technician's, or those to the administrators of the operator or of the neutral operator; limited to those
 * that the session's privileges allow.
 */
export function ownNotices(
  { vnoId, technicalId, noticeKinds = null }: Pick<Viewer, 'vnoId' | 'technicalId' | 'noticeKinds'>,
  bind: Bind,
): string[] {
  const readable = noticeKinds === null ? [] : [`n.kind = any(${bind([...noticeKinds])}::text[])`]
  if (technicalId !== null)
    return [`n.technical_id = ${bind(technicalId)}::bigint`, `n.vno_id = ${bind(vnoId)}::int`, ...readable]
  return [vnoId === null ? 'n.vno_id is null' : `n.vno_id = ${bind(vnoId)}::int`, 'n.technical_id is null', ...readable]
}

const to = (entity: string, id: string) => `json_build_object('entity', ${entity}, 'id', ${id})`
const named = (field: string) => `(n.payload ->> '${field}')::bigint`
const link = `case when n.case_id is not null then ${to(`'case'`, 'n.case_id')}
  when n.payload ? 'request_id' then ${to(`'hair_change'`, named('request_id'))}
  when n.payload ? 'enrollment_id' then ${to(`'enrollment'`, named('enrollment_id'))}
  when n.payload ? 'account_id' then ${to(`case n.payload ->> 'account_type' when 'te' then 'technical' else 'admin' end`, named('account_id'))}
  when n.payload ? 'technical_id' then ${to(`'technical'`, named('technical_id'))}
  when n.kind = 'order_held' and n.payload ? 'order_id' then ${to(`'order'`, named('order_id'))}
  when n.payload ? 'contact_id' then ${to(`'contact'`, named('contact_id'))}
  when n.payload ? 'file_id' then ${to(`'file'`, named('file_id'))}
  when n.payload ? 'cto_id' then ${to(`'cto'`, named('cto_id'))}
  when e.id is not null then ${to(`'event'`, 'e.id')} end`

export const noticeList = tableList('admin_vno/notifications/get', {
  table: 'notification n',
  where: ownNotices,
  custom: {
    read: (requested: boolean | boolean[]) => {
      const values = new Set([requested].flat())
      if (values.size === 2) return []
      return values.has(false) ? [`n.at > ${since}`, `not ${marked}`] : [`not ${unread}`]
    },
  },
  // A customer's operator is notified about another operator's intervention, without its data.
  join: ({ vnoId }) => `left join event e on e.id = n.event_id ${vnoId === null ? '' : 'and e.vno_id = app_vno()'}
    left join neighbour_case q on q.id = n.case_id
    left join notification_read m on m.notification_id = n.id and m.user_id = app_user_id()`,
  references: { event: 'e' },
  record: {
    version: '1',
    // A notice is created when it is sent.
    created_at: 'n.at',
    updated_at: 'n.at',
    created_by: 'null::json',
    title: noticeTitle('n'),
    text: noticeText('n'),
    read: `not ${unread}`,
    read_at: 'm.at',
    event_id: 'e.id',
    case: { id: 'q.id', code: 'q.event_code' },
    link,
  },
  keys: { kind: { sql: 'n.kind collate "C"' }, event_id: { sql: 'n.event_id' } },
})
