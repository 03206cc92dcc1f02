import { Problem } from '@hilo/domain/problem.ts'
import type { Sql } from '../kernel/sql/scope.ts'

/**
 * Bytes that an operator may store in total, that one person may add per month, and that a person may have in unfinished
 * uploads: about ten times the need.
 */
export const quotas = { vno: 500 * 2 ** 30, userMonth: 10 * 2 ** 30, userParts: 200 * 2 ** 20 } as const

/**
 * Checked before files are stored; concurrent uploads may exceed it slightly.
 * @throws Problem STORAGE_FULL
 */
export async function assertQuota(sql: Sql, vnoId: number | null, userId: number): Promise<void> {
  const values = [vnoId, userId, quotas.vno, quotas.userMonth]
  const room = await sql.json('select storage_room($1, $2, $3, $4)::text', values)
  if (room !== 'true') throw new Problem('STORAGE_FULL')
}
