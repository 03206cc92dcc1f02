import { Problem } from '@hilo/domain/problem.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import { assertVersion } from '../../kernel/list/record.ts'
import { Json, type ReadContext, type ReadHandler, type WriteHandler } from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { noticeList, ownNotices, unread } from './list.ts'

/** A statement over the own notices; `make` gets their conditions. */
function ofOwn(principal: Principal, values: unknown[], make: (own: string) => string) {
  const bind = (value: unknown) => `$${values.push(value)}`
  const text = make(ownNotices(viewerOf(principal), bind).join(' and '))
  return { text, values }
}

const unreadOf = (own: string) => `select count(*)::text from notification n where ${own} and ${unread}`

async function countUnread({ sql, principal }: Pick<ReadContext, 'sql' | 'principal'>): Promise<number> {
  const { text, values } = ofOwn(principal, [], unreadOf)
  return Number(await sql.json(text, values))
}

const tables = { va: 'vno_admin_account', te: 'technical_account', ad: 'admin_account' } as const
// Only technicians get SMS: for urgent kinds, unless switched off.
const preferences = (type: Principal['account_type']) => `json_build_object('version', a.version, 'notifications',
  '{"email": false, "push": true, "sms": ${type === 'te'}}'::jsonb || coalesce(a.profile -> 'notifications', '{}'))`
const readPreferences = (type: Principal['account_type']) =>
  `select ${preferences(type)}::text from ${tables[type]} a where a.id = $1 and a.user_id = $2`
const writePreferences = (type: Principal['account_type']) => `
  with written as (update ${tables[type]} a set version = version + 1, updated_at = now(),
      profile = jsonb_set(profile, '{notifications}', coalesce(profile -> 'notifications', '{}') || $3::jsonb)
    where a.id = $1 and a.user_id = $2 returning *)
  select ${preferences(type)}::text from written a`

export const notifications = {
  'admin_vno/notifications/ack': (async (context, { ids, all }) => {
    const { sql, principal, audit } = context
    if ((ids === undefined) === (all === undefined)) {
      const code = ids === undefined ? 'required' : 'value'
      throw new Problem('VALIDATION', { details: [{ field: 'ids', code, message: `validation.${code}` }] })
    }
    if (ids) {
      const wanted = [...new Set(ids)]
      const { text, values } = ofOwn(
        principal,
        [wanted],
        (own) => `with mine as (select n.id from notification n where n.id = any($1::bigint[]) and ${own}),
          read as (insert into notification_read (user_id, notification_id)
            select app_user_id(), id from mine on conflict do nothing)
          select count(*)::text from mine`,
      )
      if (Number(await sql.json(text, values)) !== wanted.length) throw new Problem('NOT_FOUND')
    } else {
      await sql.rows(
        `insert into notification_seen (user_id, until) values (app_user_id(), app_now())
         on conflict (user_id) do update set until = excluded.until`,
        [],
      )
      await sql.rows('delete from notification_read where user_id = app_user_id()', [])
    }
    audit({ entity: 'notification', after: { ids, all } })
    return { result_flag: 1, record: { unread: await countUnread(context) } }
  }) satisfies WriteHandler<'admin_vno/notifications/ack'>,

  'admin_vno/notifications/preferences/get': (async (context) => {
    const { sql, principal } = context
    const { account_type, account_id, user } = principal
    const found = await sql.json(readPreferences(account_type), [account_id, user.id])
    if (found === null) throw new Error(`account ${account_id} is gone`)
    const { text, values } = ofOwn(
      principal,
      [],
      (own) => `select json_build_object('unread', (${unreadOf(own)})::int, 'web_push_key', web_push_key())::text`,
    )
    const more = JSON.parse((await sql.json(text, values)) ?? '{}') as { unread: number; web_push_key: string | null }
    const key = JSON.stringify(more.web_push_key)
    return new Json(`{"record":${found.slice(0, -1)},"unread":${more.unread}},"web_push_key":${key}}`)
  }) satisfies ReadHandler<'admin_vno/notifications/preferences/get'>,

  'admin_vno/notifications/preferences/edit': (async (
    { sql, principal, audit },
    { version, notifications: requested },
  ) => {
    const { account_type, account_id, user } = principal
    const who = [account_id, user.id]
    const found = await sql.json(`${readPreferences(account_type)} for update`, who)
    if (found === null) throw new Error(`account ${account_id} is gone`)
    const before = JSON.parse(found) as { version: number }
    await assertVersion(version, before.version, () => before)
    const after = await sql.json(writePreferences(account_type), [...who, JSON.stringify(requested)])
    audit({ entity: tables[account_type], entityId: account_id, before, after: requested })
    return new Json(`{"record":${after}}`)
  }) satisfies WriteHandler<'admin_vno/notifications/preferences/edit'>,
}
export const notificationsLists = { 'admin_vno/notifications/get': noticeList }
