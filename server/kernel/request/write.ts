import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Problem } from '@hilo/domain/problem.ts'
import { auditsStatement, auditStatement } from '../sql/audit.ts'
import { runBatch, type BatchRow, type Statement } from '../sql/batch.ts'
import { openScope, retrying, StaleSession, transactionSql, type Tx } from '../sql/scope.ts'
import { connected } from '../sql/fair-pool.ts'
import { failpoint } from '../../failpoint.ts'
import { JsonOnce, type AuditEntry, type JsonAfter, type WriteContext } from '../handler.ts'
import { apiLog } from './api-log.ts'
import type { Caller } from './caller.ts'
import type { Principal } from '../principal.ts'

/** JSON text, parts to build it after the change, or a one-time text. */
export type ChangeAnswer = string | JsonAfter | JsonOnce

/** A change for the kernel: caller, call, content, and the work, which returns JSON text or its parts. */
export interface Change {
  pool: pg.Pool
  caller: Caller
  hash: Buffer
  principal: Principal
  path: string
  /** The parsed input without client_request_id and version: equal content, equal hash. */
  content: unknown
  clientRequestId: string | undefined
  /** Since the request was received, ms. */
  elapsedMs(): number
  /** Called with the session's new token; valid after the answer. */
  setSession?(token: string | null): void
  work(context: WriteContext): Promise<ChangeAnswer>
}

/** Equal values give equal text, in any key order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

const principalOf = ({ principal }: Change) => `user:${principal.user.id}`
// Without a scope nothing is inserted; the ended session is detected by the result of opening it.
const insertKey = `insert into idempotency (principal, client_request_id, call, content_hash)
  select $1, $2, $3, $4 where app_user_id() is not null
  on conflict (principal, client_request_id) do nothing returning 1`
const keepAnswer = `update idempotency set status = 200, body = $3 where principal = $1 and client_request_id = $2`

/** Caller and call for the audit rows. */
function askedBy({ principal, caller, path }: Change) {
  return {
    actorId: principal.user.id,
    accountType: principal.account_type,
    vnoId: principal.vno?.id ?? null,
    call: path,
    channel: caller.channel,
    device: caller.native?.installId ?? caller.userAgent,
    address: caller.address,
    requestId: caller.requestId,
  }
}

const auditOf = (change: Change, { entity, entityId, before, after }: AuditEntry): Statement =>
  auditStatement({ ...askedBy(change), entity, entityId, before, after })

/** Thrown through the work of a repeated request. */
class Repeated extends Error {
  readonly body: string
  constructor(body: string) {
    super('answered before')
    this.body = body
  }
}

/**
 * The transaction of a change. Its opening (scope, idempotency key) is sent with the first statement of the work, whose rows
 * are passed on only if the session is unchanged and the request new.
 */
class Opening implements Tx {
  readonly #client: pg.ClientBase
  readonly #change: Change
  readonly #contentHash: Buffer
  readonly #tx: Tx
  #first: Promise<BatchRow[]> | undefined

  constructor(client: pg.ClientBase, change: Change) {
    this.#client = client
    this.#change = change
    this.#contentHash = createHash('sha256').update(canonical(change.content)).digest()
    this.#tx = transactionSql(client)
  }

  /** @throws StaleSession, Repeated, Problem REQUEST_ID_REUSED; the first statement's error */
  async opened(): Promise<void> {
    this.#first ??= this.#open()
    await this.#first
  }

  async json(text: string, values: readonly unknown[]): Promise<string | null> {
    if (this.#first) {
      await this.#first
      return await this.#tx.json(text, values)
    }
    this.#first = this.#open({ text, values })
    const [row] = await this.#first
    return row?.[0] ?? null
  }

  async rows<T>(text: string, values: readonly unknown[]): Promise<T[]> {
    await this.opened()
    return await this.#tx.rows<T>(text, values)
  }

  async #open(first?: Statement): Promise<BatchRow[]> {
    const { hash, principal, path, clientRequestId } = this.#change
    const prelude: Statement[] = [{ text: 'begin', values: [] }, openScope(hash)]
    if (clientRequestId) {
      prelude.push({ text: insertKey, values: [principalOf(this.#change), clientRequestId, path, this.#contentHash] })
    }
    const results = await runBatch(this.#client, first ? [...prelude, first] : prelude).catch(
      async (error: unknown) => {
        if (!first) throw error
        // It may have failed without the scope, or because of the request's duplicate.
        await this.#client.query('rollback')
        await this.#open()
        // Neither: the transaction is reopened, and the error belongs to the work.
        this.#first = Promise.resolve([])
        throw error
      },
    )
    if (results[1]?.[0]?.[0] !== principal.stamp) throw new StaleSession()
    if (clientRequestId && results[2]?.length === 0) throw new Repeated(await this.#firstAnswer())
    return results[prelude.length] ?? []
  }

  /** The first answer to a repeated request; the key's row waits for the first one's commit. */
  async #firstAnswer(): Promise<string> {
    const text = 'select call, content_hash, body from idempotency where principal = $1 and client_request_id = $2'
    const { rows } = await this.#client.query<{ call: string; content_hash: Buffer; body: string | null }>(text, [
      principalOf(this.#change),
      this.#change.clientRequestId,
    ])
    const [first] = rows
    if (!first || first.body === null) throw new Problem('UNAVAILABLE', { retryAfter: 1 })
    if (first.call !== this.#change.path || !first.content_hash.equals(this.#contentHash))
      throw new Problem('REQUEST_ID_REUSED')
    return first.body
  }
}

/** Stores the answer for repetitions, and builds it if it contains the changed record. */
function answering(change: Change, answer: ChangeAnswer): Statement[] {
  const { clientRequestId: id } = change
  if (typeof answer === 'string' || answer instanceof JsonOnce) {
    const stored = typeof answer === 'string' ? answer : answer.again
    return id ? [{ text: keepAnswer, values: [principalOf(change), id, stored] }] : []
  }
  const { before, record, after } = answer
  const n = record.values.length
  const made = `app_answer($${n + 1}, (${record.text}), $${n + 2})`
  const values = [...record.values, before, after]
  if (!id) return [{ text: `select ${made}`, values }]
  const text = `update idempotency set status = 200, body = ${made}
    where principal = $${n + 3} and client_request_id = $${n + 4} returning body`
  return [{ text, values: [...values, principalOf(change), id] }]
}

async function attempt(client: pg.PoolClient, change: Change): Promise<string> {
  const sql = new Opening(client, change)
  const entries: AuditEntry[] = []
  const audit = (one: AuditEntry) => entries.push(one)
  const auditMany: WriteContext['auditMany'] = async (entity, records) => {
    const { text, values } = auditsStatement({ ...askedBy(change), entity }, records)
    await sql.rows(text, values)
  }
  const setSession = (token: string | null) => change.setSession?.(token)
  const context = { ...change.caller, principal: change.principal, sql, audit, auditMany, setSession }
  let answer: ChangeAnswer
  try {
    answer = await change.work(context)
  } finally {
    // Work without statements, or that swallowed the error, must not pass here.
    await sql.opened()
  }
  const audits = entries.map((entry) => auditOf(change, entry))
  const { principal, path, content, caller } = change
  const call = { principal, path, content, requestId: caller.requestId, elapsedMs: change.elapsedMs() }
  const closing = [...audits, ...answering(change, answer), ...apiLog(call, entries)]
  failpoint('write.commit')
  const results = await runBatch(client, [...closing, { text: 'commit', values: [] }])
  failpoint('write.committed')
  if (typeof answer === 'string') return answer
  if (answer instanceof JsonOnce) return answer.text
  return results[audits.length]?.[0]?.[0] ?? ''
}

/**
 * One change, from BEGIN to COMMIT: scope, idempotency key, handler, audit rows and stored answer are one transaction (the
 * first of them in one round trip, the last in another), and the answer is sent once it is durable. Retries on a serialization
 * failure or deadlock.
 * @throws StaleSession if the session changed meanwhile; errors of the work, after a rollback.
 */
export async function runChange(change: Change): Promise<string> {
  return await retrying(async () => {
    const { client, pass, release } = await connected(change.pool, change.principal)
    try {
      const answer = await attempt(client, change)
      pass()
      return answer
    } catch (error) {
      await client.query('rollback').then(
        () => release(),
        (lost: unknown) => release(lost instanceof Error ? lost : new Error('rollback')),
      )
      if (error instanceof Repeated) return error.body
      throw error
    }
  })
}
