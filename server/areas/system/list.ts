import type { Field, ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'm.id', type: 'bigint' },
  recipient: { sql: 'm.recipient', type: 'text', letters: 'small' },
  kind: { sql: 'm.kind', type: 'text' },
  state: { sql: 'm.state', type: 'text' },
  created_at: { sql: 'm.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** Messages by mail, of which nobody but the neutral operator sees any. */
export const mailList: ListSource<'admin_vno/mail/get'> = {
  path: 'admin_vno/mail/get',
  branches: ({ vnoId }) => [{ from: 'mail m', where: vnoId === null ? [] : ['false'], fields }],
  join: () => 'join mail m on m.id = k.id',
  record: ({ demo }) => ({
    id: 'm.id',
    version: 'm.version',
    created_at: 'wire_time(m.created_at)',
    updated_at: 'wire_time(m.updated_at)',
    recipient: 'm.recipient',
    kind: 'm.kind',
    subject: 'm.subject',
    // With what opens an account somebody could act in its person's name: in the demonstration nobody is anybody.
    body: demo ? 'm.body' : `case when m.kind not in ('password_reset', 'email_code') then m.body end`,
    state: 'm.state',
    attempts: 'm.attempts',
    error: 'm.error',
    sent_at: 'wire_time(m.sent_at)',
  }),
  columns: () => ({
    recipient: 'm.recipient',
    subject: 'm.subject',
    kind: 'm.kind',
    state: 'm.state',
    attempts: 'm.attempts',
    error: 'm.error',
    sent_at: 'm.sent_at',
    created_at: 'm.created_at',
    id: 'm.id',
  }),
}
