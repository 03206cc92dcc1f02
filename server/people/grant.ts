/** Rules for giving roles, and for keeping at least one editor of roles. */
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import { allows, type Privileges } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { grantsNotHeld, maySetBase, roleEditing } from '@hilo/domain/role.ts'
import { accountStatus, enabledStatus } from '@hilo/domain/status.ts'
import { keepRoleEditor } from './role-editors.ts'
import type { WriteContext } from '../kernel/handler.ts'
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
/** Without this privilege roles could never be changed again. */
const indispensable = { va: roleEditing.vno, te: null, ad: roleEditing.neutral } as const

// System roles never change, and request roles may not lock them.
const holdRole = 'select id from role where id = $1 and not system for share'
const roleOf = `
  select base, system, status, privileges from role
   where id = $1 and case when $2::int is null then scope = 'neutral' and vno_id is null
     else scope = 'vno' and (vno_id is null or vno_id = $2) end`
const defaultRole = `select id from role where system and base = 'technician' and vno_id is null and status = ${enabledStatus.is.enabled} order by id limit 1`

/**
 * Checks that the session may give a role to an account of that type at the operator; locks the role until the change is done.
 * The system role of technicians needs only the privilege to add technicians: it gives access to own interventions only.
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
  const missing = grantsNotHeld(principal.privileges, { enabled: true, privileges: role.privileges })
  if (missing.length > 0 || !maySetBase(principal.base, role.base)) throw new Problem('PRIVILEGE_ESCALATION')
}

/** The system role of technicians; null if there is none. */
export async function technicianRole({ sql }: WriteContext): Promise<number | null> {
  const [role] = await sql.rows<{ id: number }>(defaultRole, [])
  return role?.id ?? null
}

/**
 * After a change that removes an account's role or status: at least one person must be able to edit roles.
 * @throws Problem LAST_ADMIN
 */
export async function keepEditor({ sql }: WriteContext, type: AccountType, was: AccountRow): Promise<void> {
  const privilege = indispensable[type]
  if (!privilege || was.status !== accountStatus.is.active || !allows(was.privileges, privilege)) return
  await keepRoleEditor(sql, was.vno_id ?? null)
}
