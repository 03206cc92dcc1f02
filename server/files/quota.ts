import { Problem } from '@hilo/domain/problem.ts'
import type { Sql } from '../db/scope.ts'

/**
 * Bytes that an operator may keep in all, that one person may add in a month, and that he may have on their way in, part by
 * part: some ten times what the work needs.
 */
export const quotas = { vno: 500 * 2 ** 30, userMonth: 10 * 2 ** 30, userParts: 200 * 2 ** 20 } as const

/**
 * Looked at before files are stored; what arrives meanwhile may go a little beyond.
 * @throws Problem STORAGE_FULL
 */
export async function assertQuota(sql: Sql, vnoId: number | null, userId: number): Promise<void> {
  const values = [vnoId, userId, quotas.vno, quotas.userMonth]
  const room = await sql.json('select storage_room($1, $2, $3, $4)::text', values)
  if (room !== 'true') throw new Problem('STORAGE_FULL')
}
