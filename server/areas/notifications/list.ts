import type { Bind, Branch, Field, ListSource, Viewer } from '../../db/list-source.ts'
import { noticeText, noticeTitle } from '../../process/notices/notice-text.ts'

const path = 'admin_vno/notifications/get'

/** Only what came since the person last marked everything, and within thirty days, can be unread. */
export const since = `greatest(app_now() - interval '30 days',
  coalesce((select s.until from notification_seen s where s.user_id = app_user_id()), '-infinity'))`
const marked = 'exists (select from notification_read r where r.notification_id = n.id and r.user_id = app_user_id())'
/** A notice that the session's person has not read. */
export const unread = `(n.at > ${since} and not ${marked})`

/**
 * One's own: a technician's, or those of his operator's administrators, or of the neutral operator's; of them those that speak of
 * what the session's privileges show.
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

const fields = {
  id: { sql: 'n.id', type: 'bigint' },
  kind: { sql: 'n.kind collate "C"', type: 'text' },
  read: { sql: `not ${unread}`, type: 'boolean' },
  event_id: { sql: 'n.event_id', type: 'bigint' },
  case_id: { sql: 'n.case_id', type: 'bigint' },
  at: { sql: 'n.at', type: 'timestamptz' },
  /** A notice is written when it is told. */
  created_at: { sql: 'n.at', type: 'timestamptz' },
} satisfies Record<string, Field>

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

export const noticeList: ListSource<typeof path> = {
  path,
  branches: (viewer, bind): (Branch & { fields: typeof fields })[] => [
    { from: 'notification n', where: ownNotices(viewer, bind), fields },
  ],
  custom: {
    read: (asked: boolean | boolean[]) => {
      const wanted = new Set([asked].flat())
      if (wanted.size === 2) return []
      return wanted.has(false) ? [`n.at > ${since}`, `not ${marked}`] : [`not ${unread}`]
    },
  },
  // A customer's operator is told of another one's intervention, and learns nothing of it.
  join: ({ vnoId }) => `join notification n on n.id = k.id
    left join event e on e.id = n.event_id ${vnoId === null ? '' : 'and e.vno_id = app_vno()'}
    left join neighbour_case q on q.id = n.case_id
    left join notification_read m on m.notification_id = n.id and m.user_id = app_user_id()`,
  record: () => ({
    id: 'n.id',
    version: '1',
    created_at: 'wire_time(n.at)',
    updated_at: 'wire_time(n.at)',
    created_by: 'null::json',
    kind: 'n.kind',
    title: noticeTitle('n'),
    text: noticeText('n'),
    at: 'wire_time(n.at)',
    read: `not ${unread}`,
    read_at: 'wire_time(m.at)',
    event_id: 'e.id',
    event: { id: 'e.id', code: 'e.code' },
    case_id: 'n.case_id',
    case: { id: 'q.id', code: 'q.event_code' },
    link,
  }),
  columns: () => ({}),
}
