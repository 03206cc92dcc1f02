import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Problem } from '@hilo/domain/problem.ts'
import { auditStatement } from '../db/audit.ts'
import { runBatch, type Statement } from '../db/batch.ts'
import { openScope, retrying, StaleSession, transactionSql } from '../db/scope.ts'
import { failpoint } from '../failpoint.ts'
import type { AuditEntry, WriteContext } from './handler.ts'
import type { Caller } from './caller.ts'
import type { Principal } from './principal.ts'

/** A change as the kernel runs it: who, which call, which content, and the work itself answering JSON text. */
export interface Change {
  pool: pg.Pool
  caller: Caller
  hash: Buffer
  principal: Principal
  path: string
  /** The parsed input without its client_request_id: same content, same hash. */
  content: unknown
  clientRequestId: string | undefined
  work(context: WriteContext): Promise<string>
}

/** Same value, same text, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

const insertKey = `insert into idempotency (principal, client_request_id, call, content_hash) values ($1, $2, $3, $4)
  on conflict (principal, client_request_id) do nothing returning 1`
const keepAnswer = `update idempotency set status = 200, body = $3 where principal = $1 and client_request_id = $2`

function auditOf({ principal, caller, path }: Change, { entity, entityId, before, after }: AuditEntry): Statement {
  return auditStatement({
    actorId: principal.user.id,
    accountType: principal.account_type,
    vnoId: principal.vno?.id ?? null,
    call: path,
    entity,
    entityId,
    before,
    after,
    channel: caller.channel,
    device: caller.native?.installId ?? caller.userAgent,
    address: caller.address,
    requestId: caller.requestId,
  })
}

/** The first answer to a request that was sent before; the key's row waited for the first one's commit. */
async function firstAnswer(
  client: pg.ClientBase,
  principal: string,
  change: Change,
  contentHash: Buffer,
): Promise<string> {
  const text = 'select call, content_hash, body from idempotency where principal = $1 and client_request_id = $2'
  const { rows } = await client.query<{ call: string; content_hash: Buffer; body: string | null }>(text, [
    principal,
    change.clientRequestId,
  ])
  const [first] = rows
  if (!first || first.body === null) throw new Problem('UNAVAILABLE', { retryAfter: 1 })
  if (first.call !== change.path || !first.content_hash.equals(contentHash)) throw new Problem('REQUEST_ID_REUSED')
  return first.body
}

async function attempt(client: pg.PoolClient, change: Change): Promise<string> {
  const principal = `user:${change.principal.user.id}`
  const contentHash = createHash('sha256').update(canonical(change.content)).digest()
  const prelude: Statement[] = [{ text: 'begin', values: [] }, openScope(change.hash)]
  if (change.clientRequestId) {
    prelude.push({ text: insertKey, values: [principal, change.clientRequestId, change.path, contentHash] })
  }
  const [, opened, key] = await runBatch(client, prelude)
  if (opened?.[0]?.[0] !== change.principal.stamp) throw new StaleSession()
  if (change.clientRequestId && key?.length === 0) {
    const body = await firstAnswer(client, principal, change, contentHash)
    await client.query('rollback')
    return body
  }
  const entries: AuditEntry[] = []
  const body = await change.work({
    ...change.caller,
    principal: change.principal,
    sql: transactionSql(client),
    audit: (entry) => entries.push(entry),
  })
  const closing = entries.map((entry) => auditOf(change, entry))
  if (change.clientRequestId) closing.push({ text: keepAnswer, values: [principal, change.clientRequestId, body] })
  failpoint('write.commit')
  await runBatch(client, [...closing, { text: 'commit', values: [] }])
  failpoint('write.committed')
  return body
}

/**
 * One change, from BEGIN to COMMIT: scope, idempotency key, handler, audit rows and the kept answer are one transaction,
 * and the caller is answered only after it is durable. Runs again on a serialization failure or deadlock.
 * @throws StaleSession when the session changed meanwhile; whatever the work throws, after a rollback.
 */
export async function runChange(change: Change): Promise<string> {
  return await retrying(async () => {
    const client = await change.pool.connect()
    let broken: Error | undefined
    try {
      return await attempt(client, change)
    } catch (error) {
      await client.query('rollback').catch((lost: unknown) => {
        broken = lost instanceof Error ? lost : new Error('rollback')
      })
      throw error
    } finally {
      client.release(broken)
    }
  })
}
