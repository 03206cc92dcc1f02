import type pg from 'pg'

/**
 * Runs work in a transaction of its own: commits its result, or rolls back.
 * @param setup statements that run with `begin`, in the same round trip
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  setup: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; ${setup}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * A transaction that holds an exclusive advisory lock to its end.
 * @param lock SQL expression of the lock's bigint
 */
export const underLock = <T>(owner: pg.Pool, lock: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(owner, `select pg_advisory_xact_lock(${lock})`, work)
