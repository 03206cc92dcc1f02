/** A download as a call: choice of the server, and end with its session. */
import { Problem } from '@hilo/domain/problem.ts'
import type { Input } from '@hilo/contract/index.ts'
import type { Pool } from 'pg'
import { isLostConnection } from '../lost-connection.ts'
import { StaleSession } from '../sql/scope.ts'
import type { Route } from './route.ts'
import { startDownload, type Download } from '../list/download.ts'
import type { Kernel } from './request.ts'
import type { Principal } from '../principal.ts'
import { patient } from '../patience.ts'

/** Interval of the session check, ms. */
const checkMs = 1000

/** Ends the connection if the session ends: no further rows. */
function endWithSession(pool: Pool, hash: Buffer, { body }: Download): void {
  const check = async () => {
    const { rows } = await pool.query<{ stamp: string | null }>('select app_open($1) as stamp', [hash])
    if (rows[0]?.stamp == null) body.destroy()
  }
  // A database failure ends the download anyway.
  const timer = setInterval(() => void check().catch(() => {}), checkMs)
  body.once('close', () => clearInterval(timer))
}

/** Timeout of the replica's first row, ms; then the primary is used. */
const firstRowMs = patient(6000)
/** Pause after a failure of the replica, ms, so that no other download waits for it. */
const restMs = 15_000
const restsUntil = new WeakMap<Pool, number>()

/**
 * Downloads read the replica if there is one. It may lag, so the session is checked on the primary, which also serves what the
 * replica lacks or cannot answer.
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
