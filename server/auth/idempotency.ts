/** Idempotent requests without a session: a repetition, after a lost answer, gets the first answer. */
import { Problem } from '@hilo/domain/problem.ts'
import type pg from 'pg'
import { withoutSession } from './sessions.ts'
import { stretched } from './passwords.ts'

const principal = 'visitor'
const hashBytes = 32

export interface Named {
  call: string
  clientRequestId: string
  contentHash: Buffer
  /** Derived from the request; not stored, so known to its sender only. */
  secret: Buffer
}

/** Null without a request id: each time is a new request. Codes and passwords are short, so their stored hash is a slow one. */
export async function named(
  call: string,
  clientRequestId: string | undefined,
  content: readonly string[],
): Promise<Named | null> {
  if (clientRequestId === undefined) return null
  const key = await stretched(JSON.stringify(content), `${call} ${clientRequestId}`, 2 * hashBytes)
  return { call, clientRequestId, contentHash: key.subarray(0, hashBytes), secret: key.subarray(hashBytes) }
}

/** Stores the answer in the transaction of the change: of two concurrent requests the second fails here at the latest. */
export async function keepAnswer(client: pg.ClientBase, request: Named | null, answer: unknown): Promise<void> {
  if (!request) return
  await client.query(
    `insert into idempotency (principal, client_request_id, call, content_hash, status, body) values ($1, $2, $3, $4, 200, $5)`,
    [principal, request.clientRequestId, request.call, request.contentHash, JSON.stringify(answer)],
  )
}

async function firstAnswer<T>(pool: pg.Pool, request: Named): Promise<{ answer: T } | null> {
  const text = 'select call, content_hash, body from idempotency where principal = $1 and client_request_id = $2'
  const { rows } = await withoutSession(pool, (client) =>
    client.query<{ call: string; content_hash: Buffer; body: string }>(text, [principal, request.clientRequestId]),
  )
  const [first] = rows
  if (!first) return null
  if (first.call !== request.call || !first.content_hash.equals(request.contentHash))
    throw new Problem('REQUEST_ID_REUSED')
  return { answer: JSON.parse(first.body) as T }
}

/**
 * Runs the work, which stores its answer, or returns the answer to the same earlier request.
 * @throws Problem REQUEST_ID_REUSED; errors of the work
 */
export async function once<T>(pool: pg.Pool, request: Named | null, work: () => Promise<T>): Promise<T> {
  if (!request) return await work()
  const before = await firstAnswer<T>(pool, request)
  if (before) return before.answer
  try {
    return await work()
  } catch (error) {
    // It may have failed because a concurrent repetition succeeded.
    const meanwhile = await firstAnswer<T>(pool, request)
    if (meanwhile) return meanwhile.answer
    throw error
  }
}
