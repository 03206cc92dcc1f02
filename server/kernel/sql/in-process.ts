import { runBatch } from './batch.ts'
import type { Database } from '../../db/open.ts'
import { retrying, transactionSql, type Tx } from './scope.ts'

/** Database access of the process: its transactions see every operator's rows. */
export type ProcessDb = Pick<Database, 'app'>

/**
 * One transaction of the process, in the scope of all operators: a box and its neighbours belong to several tenants. Retries
 * on a serialization failure or deadlock, so the work must have no other effects.
 */
export async function inProcess<T>(db: ProcessDb, work: (sql: Tx) => Promise<T>): Promise<T> {
  return await retrying(async () => {
    const client = await db.app.connect()
    let broken: Error | undefined
    try {
      await client.query(`begin; set local app.scope = 'all'`)
      const answer = await work(transactionSql(client))
      await client.query('commit')
      return answer
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

/** One statement of the process in one round trip; returns the single text column of its single row, null without one. */
export async function askInProcess(db: ProcessDb, text: string, values: readonly unknown[]): Promise<string | null> {
  const client = await db.app.connect()
  let broken: Error | undefined
  try {
    const scope = { text: `select set_config('app.scope', 'all', true)`, values: [] }
    const [, rows] = await runBatch(client, [scope, { text, values }])
    return rows?.[0]?.[0] ?? null
  } catch (error) {
    broken = error instanceof Error ? error : new Error('statement')
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Runs part of a tenant's transaction in the scope of all operators; restores the tenant's scope afterwards. A failure leaves
 * it open, and the transaction with it.
 */
export async function asProcess<T>(sql: Tx, work: () => Promise<T>): Promise<T> {
  const before = await sql.json(`select coalesce(current_setting('app.scope', true), '')`, [])
  await sql.json(`select set_config('app.scope', 'all', true)`, [])
  const answer = await work()
  await sql.json(`select set_config('app.scope', $1, true)`, [before])
  return answer
}
