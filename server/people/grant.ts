/** Who may give which role to whom, and what nobody may take away. */
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import { allows, type Privileges } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { lacking, maySetBase, roleEditing } from '@hilo/domain/role.ts'
import { accountStatus, enabledStatus } from '@hilo/domain/status.ts'
import { keepRoleEditor } from '../db/role-editors.ts'
import type { WriteContext } from '../http/handler.ts'
import { wrong, type AccountRow, type AccountType } from './account-row.ts'

interface Role {
  base: BaseRole
  system: boolean
  status: number
  privileges: Privileges
}

const bases: Readonly<Record<AccountType, readonly BaseRole[]>> = {
  va: ['adminVNO', 'vno'],
  te: ['technician'],
  ad: ['admin'],
}
/** Without it somebody's roles could never be changed again. */
const indispensable = { va: roleEditing.vno, te: null, ad: roleEditing.neutral } as const

// The product's own roles never change, and nobody may lock them.
const holdRole = 'select id from role where id = $1 and not system for share'
const roleOf = `
  select base, system, status, privileges from role
   where id = $1 and case when $2::int is null then scope = 'neutral' and vno_id is null
     else scope = 'vno' and (vno_id is null or vno_id = $2) end`
const defaultRole = `select id from role where system and base = 'technician' and vno_id is null and status = 1 order by id limit 1`

/**
 * Checks that the session may give a role to an account of that type at the operator; the role stays as it is until the
 * change is done. The product's own role of technicians is what the privilege to add technicians is for: it opens one's
 * own interventions alone.
 * @throws Problem NOT_FOUND, VALIDATION, PRIVILEGE_ESCALATION
 */
export async function checkGrant(
  { sql, principal }: WriteContext,
  type: AccountType,
  roleId: number,
  vnoId: number | null,
): Promise<void> {
  await sql.rows(holdRole, [roleId])
  const [role] = await sql.rows<Role>(roleOf, [roleId, vnoId])
  if (!role) throw new Problem('NOT_FOUND')
  if (!bases[type].includes(role.base) || role.status !== enabledStatus.is.enabled) throw wrong('role_id')
  if (type === 'te' && role.system) return
  const missing = lacking(principal.privileges, { enabled: true, privileges: role.privileges })
  if (missing.length > 0 || !maySetBase(principal.base, role.base)) throw new Problem('PRIVILEGE_ESCALATION')
}

/** The product's own role of technicians; null where there is none. */
export async function technicianRole({ sql }: WriteContext): Promise<number | null> {
  const [role] = await sql.rows<{ id: number }>(defaultRole, [])
  return role?.id ?? null
}

/**
 * After a change that takes an account's role or status away: somebody must still be able to edit roles.
 * @throws Problem LAST_ADMIN
 */
export async function keepEditor({ sql }: WriteContext, type: AccountType, was: AccountRow): Promise<void> {
  const privilege = indispensable[type]
  if (!privilege || was.status !== accountStatus.is.active || !allows(was.privileges, privilege)) return
  await keepRoleEditor(sql, was.vno_id ?? null)
}
