import { Problem } from '@hilo/domain/problem.ts'
import { vnoStatus } from '@hilo/domain/status.ts'
import type { Sql } from '../../kernel/sql/scope.ts'
import { ownVno } from '../../kernel/list/viewer.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { missingDetail, unknownDetail } from '../../kernel/validation.ts'

/**
 * Operator of a write: the session's own. The neutral operator may name one; null if it names none.
 * @throws Problem VALIDATION if any other session names one
 */
export function operatorIfNamed(principal: Principal, asked: number | undefined): number | null {
  const own = ownVno(principal)
  if (own !== null && asked !== undefined) throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
  return own ?? asked ?? null
}

/**
 * Operator of a write: the session's own, or the one that the neutral operator must name.
 * @throws Problem VALIDATION
 */
export function operatorOf(principal: Principal, asked: number | undefined): number {
  const operator = operatorIfNamed(principal, asked)
  if (operator === null) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
  return operator
}

const enabled = `select id::text from vno where id = $1 and status = ${vnoStatus.is.enabled} and deleted_at is null`

/** @throws Problem NOT_FOUND for an operator that is unknown, suspended or deleted */
export async function assertEnabled(sql: Sql, operator: number): Promise<void> {
  if ((await sql.json(enabled, [operator])) === null) throw new Problem('NOT_FOUND')
}

/**
 * Operator of a new person: the session's own, or the enabled one that the neutral operator names.
 * @throws Problem PRIVILEGE_DENIED for a technician, whatever the role; VALIDATION, NOT_FOUND
 */
export async function employerOf({ sql, principal }: WriteContext, asked: number | undefined): Promise<number> {
  if (principal.account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
  const operator = operatorOf(principal, asked)
  if (asked !== undefined) await assertEnabled(sql, asked)
  return operator
}
