/** A request without a session that may come twice, as when its answer was lost: the second time it gets the first answer. */
import { Problem } from '@hilo/domain/problem.ts'
import type pg from 'pg'
import { inTransaction } from './sessions.ts'
import { stretched } from './passwords.ts'

const principal = 'visitor'
const hashBytes = 32

export interface Named {
  call: string
  clientRequestId: string
  contentHash: Buffer
  /** Known to whoever says the same again and to nobody else: it is not kept. */
  secret: Buffer
}

/** Null: it has no name, and each time is a new one. A code and a password are short, so what is kept of them is slow to guess from. */
export async function named(
  call: string,
  clientRequestId: string | undefined,
  content: readonly string[],
): Promise<Named | null> {
  if (clientRequestId === undefined) return null
  const key = await stretched(JSON.stringify(content), `${call} ${clientRequestId}`, 2 * hashBytes)
  return { call, clientRequestId, contentHash: key.subarray(0, hashBytes), secret: key.subarray(hashBytes) }
}

/** Keeps what was answered, in the transaction of the change itself: of two at once the second fails here at the latest. */
export async function keepAnswer(client: pg.ClientBase, request: Named | null, answer: unknown): Promise<void> {
  if (!request) return
  await client.query(
    `insert into idempotency (principal, client_request_id, call, content_hash, status, body) values ($1, $2, $3, $4, 200, $5)`,
    [principal, request.clientRequestId, request.call, request.contentHash, JSON.stringify(answer)],
  )
}

async function firstAnswer<T>(pool: pg.Pool, request: Named): Promise<{ answer: T } | null> {
  const text = 'select call, content_hash, body from idempotency where principal = $1 and client_request_id = $2'
  const { rows } = await inTransaction(pool, (client) =>
    client.query<{ call: string; content_hash: Buffer; body: string }>(text, [principal, request.clientRequestId]),
  )
  const [first] = rows
  if (!first) return null
  if (first.call !== request.call || !first.content_hash.equals(request.contentHash))
    throw new Problem('REQUEST_ID_REUSED')
  return { answer: JSON.parse(first.body) as T }
}

/**
 * What the work answers, which keeps it, or has answered to the same request before.
 * @throws Problem REQUEST_ID_REUSED; whatever the work throws
 */
export async function once<T>(pool: pg.Pool, request: Named | null, work: () => Promise<T>): Promise<T> {
  if (!request) return await work()
  const before = await firstAnswer<T>(pool, request)
  if (before) return before.answer
  try {
    return await work()
  } catch (error) {
    // It may have failed because its double has just done it.
    const meanwhile = await firstAnswer<T>(pool, request)
    if (meanwhile) return meanwhile.answer
    throw error
  }
}
