/** At least one person must be able to edit roles: in each operator, and in the neutral one. */
import { Problem } from '@hilo/domain/problem.ts'
import { roleEditing } from '@hilo/domain/role.ts'
import { accountStatus, enabledStatus } from '@hilo/domain/status.ts'
import type { Tx } from '../kernel/sql/scope.ts'

const lockKey = 4_841_495
const editors = {
  neutral: `select 1 from admin_account a join role r on r.id = a.role_id
    where a.status = $1 and r.status = $2 and r.privileges #>> '{role,privs,${roleEditing.neutral}}' = 'true' and $3::int is null`,
  vno: `select 1 from vno_admin_account a join role r on r.id = a.role_id
    where a.vno_id = $3::int and a.status = $1 and not a.service and r.status = $2
      and r.privileges #>> '{role-admin-vno,privs,${roleEditing.vno}}' = 'true'`,
}

/**
 * Call after any change that may remove the right to edit roles (role, account, status), in the same transaction and with
 * every changed row locked. Serializes concurrent changes, so that the second sees the first.
 * @param vnoId operator of the people; null for the neutral one
 * @throws Problem LAST_ADMIN
 */
export async function keepRoleEditor(sql: Tx, vnoId: number | null): Promise<void> {
  await sql.json('select pg_advisory_xact_lock($1, $2)', [lockKey, vnoId ?? 0])
  const text = vnoId === null ? editors.neutral : editors.vno
  const left = await sql.json(`select exists (${text})::text`, [
    accountStatus.is.active,
    enabledStatus.is.enabled,
    vnoId,
  ])
  if (left !== 'true') throw new Problem('LAST_ADMIN')
}
