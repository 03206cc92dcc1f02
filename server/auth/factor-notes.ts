/** The traces of a change to somebody's second factor: a row of the audit, a message to its owner, the end of his sessions. */
import type { MailKind } from '@hilo/domain/mail.ts'
import type pg from 'pg'
import { auditStatement } from '../db/audit.ts'
import { transactionSql } from '../db/scope.ts'
import { mail } from '../mail/mail.ts'
import { accountFor } from './sessions.ts'

/** Whose doing it is: the person's own, at the issuer, or of whoever runs the installation. */
export interface Doer {
  channel: 'web' | 'admin'
  address: string
  device: string
  requestId: string
}
export interface FactorChange {
  /** As the audit names it. */
  call: string
  entityId?: number
  after: object
  kind: MailKind
  values?: Record<string, string>
}

const owner = 'select name, email from app_user where id = $1'

/** In the transaction of the change, in the scope of all operators. */
export async function noteFactor(client: pg.ClientBase, userId: number, by: Doer, change: FactorChange): Promise<void> {
  const account = await accountFor(client, userId)
  const { text, values } = auditStatement({
    actorId: by.channel === 'admin' ? null : userId,
    accountType: account?.type ?? 'va',
    vnoId: account?.vnoId ?? null,
    call: change.call,
    entity: 'passkey',
    entityId: change.entityId ?? userId,
    after: change.after,
    ...by,
  })
  await client.query(text, [...values])
  const [person] = (await client.query<{ name: string; email: string | null }>(owner, [userId])).rows
  // Whoever only claims an address is told nothing there.
  if (!person?.email) return
  const message = { vnoId: account?.vnoId ?? null, to: person.email, kind: change.kind }
  await mail(transactionSql(client), { ...message, values: { name: person.name, ...change.values } })
}

/** Whatever was opened, or begun, without the second factor of now ends; only the sign-in `uid` goes on. */
export async function endOthers(client: pg.ClientBase, userId: number, uid: string): Promise<void> {
  await client.query('delete from login_step where user_id = $1 and uid <> $2', [userId, uid])
  await client.query(
    'update session set revoked_at = now(), id_token = null where user_id = $1 and revoked_at is null',
    [userId],
  )
}
