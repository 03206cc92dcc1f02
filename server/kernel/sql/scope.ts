import type pg from 'pg'
import { nameOf, runBatch, type BatchRow, type Statement } from './batch.ts'
import { connected, type Party } from './fair-pool.ts'

/** Thrown if the session differs from the one that the request was planned with. */
export class StaleSession extends Error {}

/** SQL inside the scope of one session. */
export interface Sql {
  /** The single text column of the single row, usually JSON built by PostgreSQL; null without a row. */
  json(text: string, values: readonly unknown[]): Promise<string | null>
}
/** SQL inside the transaction of a change. */
export interface Tx extends Sql {
  rows<T>(text: string, values: readonly unknown[]): Promise<T[]>
}

export function openScope(tokenHash: Buffer): Statement {
  return { text: 'select app_open($1)', values: [tokenHash] }
}

const planEachTime: Statement = {
  text: `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
  values: [],
}

/**
 * Scope and statement in one round trip.
 * @throws StaleSession if the database's stamp differs from the caller's.
 */
export async function readScoped(
  pool: pg.Pool,
  tokenHash: Buffer,
  principal: Party & { stamp: string },
  statement: Statement,
): Promise<BatchRow[]> {
  const { client, pass, release } = await connected(pool, principal)
  const before = statement.planned ? [openScope(tokenHash), planEachTime] : [openScope(tokenHash)]
  const results = await runBatch(client, [...before, statement]).catch((error: unknown) => {
    // A connection being cut fails its statement first and closes a moment later: it must not be reused meanwhile.
    release(error instanceof Error ? error : new Error('read'))
    throw error
  })
  pass()
  if (results[0]?.[0]?.[0] !== principal.stamp) throw new StaleSession()
  return results.at(-1) ?? []
}

const retryable = new Set(['40001', '40P01'])

/** Retries a transaction on a serialization failure or deadlock; three times at most. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const again = error instanceof Error && 'code' in error && retryable.has(String(error.code))
      if (!again || attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 20 * (0.5 + Math.random())))
    }
  }
}

/** A transaction's statements on its own connection. */
export function transactionSql(client: pg.ClientBase): Tx {
  return {
    async json(text, values) {
      const [rows] = await runBatch(client, [{ text, values }])
      return rows?.[0]?.[0] ?? null
    },
    async rows<T>(text: string, values: readonly unknown[]) {
      const answer = await client.query({
        name: nameOf(text),
        text,
        values: [...values],
      })
      return answer.rows as T[]
    },
  }
}
