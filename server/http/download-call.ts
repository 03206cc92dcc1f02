/** A download as a call: from which server it is read, and for how long it is anybody's. */
import { Problem } from '@hilo/domain/problem.ts'
import type { Input } from '@hilo/contract/index.ts'
import type { Pool } from 'pg'
import { isLostConnection } from '../db/lost-connection.ts'
import { StaleSession } from '../db/scope.ts'
import type { Route } from './calls.ts'
import { startDownload, type Download } from './download.ts'
import type { Kernel } from './handle.ts'
import type { Principal } from './principal.ts'

/** How often it is asked whether the session still lives. */
const checkMs = 1000

/** Whoever has lost his session gets no more rows: the connection ends before the file does. */
function endWithSession(pool: Pool, hash: Buffer, { body }: Download): void {
  const check = async () => {
    const { rows } = await pool.query<{ stamp: string | null }>('select app_open($1) as stamp', [hash])
    if (rows[0]?.stamp == null) body.destroy()
  }
  // A database that is away for a moment ends the download by itself.
  const timer = setInterval(() => void check().catch(() => {}), checkMs)
  body.once('close', () => clearInterval(timer))
}

/** How long the replica may take to its first row, ms; then the first server is asked, which is sure to be there. */
const firstRowMs = 6000
/** A replica that was away or silent is left alone for a while: nobody else waits for it, ms. */
const restMs = 15_000
const restsUntil = new WeakMap<Pool, number>()

/**
 * A download reads the replica where there is one. A replica lags behind, so the session is asked of the first server, and
 * what the replica does not know yet, or cannot answer, is read there too.
 */
export async function download(
  { db, principals }: Kernel,
  { spec, source }: Extract<Route, { kind: 'download' }>,
  principal: Principal,
  hash: Buffer,
  input: Input<never>,
): Promise<Download> {
  const from = (pool: Pool, firstRowMs?: number) =>
    startDownload(pool, spec, source, hash, principal, input, firstRowMs)
  const replica = async () => {
    if (db.read === db.app || performance.now() < (restsUntil.get(db.read) ?? 0)) return null
    if ((await principals.load(hash))?.stamp !== principal.stamp) throw new StaleSession()
    return await from(db.read, firstRowMs).catch((error: unknown) => {
      if (error instanceof Problem) throw error
      if (isLostConnection(error)) restsUntil.set(db.read, performance.now() + restMs)
      return null
    })
  }
  const answer = (await replica()) ?? (await from(db.app))
  endWithSession(db.app, hash, answer)
  return answer
}
