import { tableList } from '../../kernel/list/table-list.ts'

// A link that opens an account would allow impersonation, so it is hidden except in a demonstration, which has no real people.
const body = (demo: true | undefined) =>
  demo ? 'm.body' : `case when m.kind not in ('password_reset', 'email_code') then m.body end`

/** Outgoing mail, visible to the neutral operator only. */
export const mailList = tableList('admin_vno/mail/get', {
  table: 'mail m',
  where: ({ vnoId }) => (vnoId === null ? [] : ['false']),
  recordFor: ({ demo }) => ({ body: body(demo) }),
  keys: { recipient: { letters: 'small' } },
})
