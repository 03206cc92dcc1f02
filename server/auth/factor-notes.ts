/** Records what happens to a second factor: audit entry, mail to its owner, end of other sessions. */
import type { MailKind } from '@hilo/domain/mail.ts'
import type pg from 'pg'
import { auditStatement } from '../kernel/sql/audit.ts'
import { transactionSql } from '../kernel/sql/scope.ts'
import { mail } from '../mail/mail.ts'
import { accountFor } from './sessions.ts'

/** Author of the change: the person at the issuer, or the installation's administrator. */
export interface Doer {
  channel: 'web' | 'admin'
  address: string
  device: string
  requestId: string
}
interface FactorChange {
  /** Name in the audit. */
  call: string
  entityId?: number
  after: object
  /** Without it no mail is sent. */
  kind?: MailKind
  values?: Record<string, string>
}

const owner = 'select name, email from app_user where id = $1'

/** Call in the transaction of the change, in the scope of all operators. */
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
  if (change.kind === undefined) return
  const [person] = (await client.query<{ name: string; email: string | null }>(owner, [userId])).rows
  // An unconfirmed address gets no mail.
  if (!person?.email) return
  const message = { vnoId: account?.vnoId ?? null, to: person.email, kind: change.kind }
  await mail(transactionSql(client), { ...message, values: { name: person.name, ...change.values } })
}

/** Ends all sessions and sign-ins without the current second factor, except the sign-in `uid`. */
export async function endOthers(client: pg.ClientBase, userId: number, uid: string): Promise<void> {
  await client.query('delete from login_step where user_id = $1 and uid <> $2', [userId, uid])
  await client.query(
    'update session set revoked_at = now(), id_token = null where user_id = $1 and revoked_at is null',
    [userId],
  )
}
