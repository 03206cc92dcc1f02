/** Somebody must always be able to change roles: of an operator, and of the neutral one. */
import { Problem } from '@hilo/domain/problem.ts'
import { roleEditing } from '@hilo/domain/role.ts'
import { accountStatus, enabledStatus } from '@hilo/domain/status.ts'
import type { Tx } from './scope.ts'

const lockKey = 4_841_495
const editors = {
  neutral: `select 1 from admin_account a join role r on r.id = a.role_id
    where a.status = $1 and r.status = $2 and r.privileges #>> '{role,privs,${roleEditing.neutral}}' = 'true' and $3::int is null`,
  vno: `select 1 from vno_admin_account a join role r on r.id = a.role_id
    where a.vno_id = $3::int and a.status = $1 and not a.service and r.status = $2
      and r.privileges #>> '{role-admin-vno,privs,${roleEditing.vno}}' = 'true'`,
}

/**
 * To be asked after anything that may have taken the editing of roles away from somebody (role, account, status), in the same
 * transaction and with every row that it changes already locked. Two at once wait for each other here, so that the second one
 * sees what the first one took.
 * @param vnoId operator whose people they are; null for the neutral one's
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
