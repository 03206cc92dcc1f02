import type { AnyCall } from '@hilo/contract/call.ts'
import { contract } from '@hilo/contract/index.ts'
import type pg from 'pg'
import { auditPartitions } from '../db/open.ts'
import { collectFiles } from '../files/collect.ts'
import type { FileStore } from '../files/store.ts'
import { endInvitations } from '../people/invite.ts'
import { mailRetention } from '../mail/send.ts'
import { massiveRetention } from '../process/massive.ts'
import { preparedRetention } from '../process/opening/prepared-reading.ts'
import { readingRetention } from '../process/watching/evidence.ts'
import { inboxRetention } from '../process/watching/inbox.ts'
import { cutRetention } from '../process/watching/lone-cuts.ts'

/** Read requests of API keys are logged for a month. */
const reads = Object.entries<AnyCall>(contract).flatMap(([path, { mutates }]) => (mutates ? [] : [`'${path}'`]))

/**
 * Hourly upkeep: next months' audit partitions, and deletion of expired rows. Sessions stay a month after their end, beside
 * their audit entries; stored answers for repeated requests stay thirty days, as the API promises.
 */
const statements = [
  auditPartitions,
  `select audit_forget()`,
  `select audit_retire()`,
  `delete from session where coalesce(revoked_at, least(expires_at, last_seen_at + idle_limit)) < now() - interval '30 days'`,
  `delete from idempotency where created_at < now() - interval '30 days'`,
  `delete from login_attempt where expires_at < now()`,
  `delete from oidc_payload where expires_at < now()`,
  `delete from rate_count where window_start < now() - interval '1 day'`,
  endInvitations,
  // Parts of a picture whose last one came a day ago: a later upload starts over.
  `delete from upload_part p where created_at < now() - interval '1 day' and not exists (select from upload_part later
    where later.user_id = p.user_id and later.sha256 = p.sha256 and later.created_at >= now() - interval '1 day')`,
  `delete from change_log where at < now() - interval '1 day'`,
  ...mailRetention,
  massiveRetention,
  `delete from api_request where at < app_now() - interval '30 days' and call in (${reads.join(', ')})`,
  preparedRetention,
  readingRetention,
  ...inboxRetention,
  cutRetention,
]

export async function maintain(owner: pg.Pool, store: FileStore): Promise<void> {
  for (const text of statements) await owner.query(text)
  await collectFiles(owner, store)
}
