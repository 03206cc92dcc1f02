import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { noPrivileges } from '@hilo/domain/default-privileges.ts'
import { roleEditing, roleKey, wholePrivileges, type RoleScope } from '@hilo/domain/role.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { keepRoleEditor } from '../../../people/role-editors.ts'
import { unique, referred } from '../../../kernel/sql/constraints.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import type { WriteContext, WriteHandler } from '../../../kernel/handler.ts'
import { missingDetail, unknownDetail } from '../../../kernel/validation.ts'
import { edited, inputColumns, lockedRecord, recordAnswer, writeChanged, type Target } from '../../shared/edit.ts'
import { roleList } from './list.ts'
import { activeMembers, added, copied, inUse, leave, locked, removed } from './queries.ts'
import { assertBase, assertGrant, assertSide, wrong, type RoleRow } from './rules.ts'

export const rolesLists = { 'admin_vno/roles/get': roleList }

const { enabled } = enabledStatus.is

/** Fields of a role for the audit. */
const auditedFields = ({
  name,
  description,
  status,
  privileges,
}: Pick<RoleRow, 'name' | 'description' | 'status' | 'privileges'>) => ({
  name,
  description,
  status,
  privileges,
})

/** Owner of the new role. An operator's session always creates for its own operator. */
function placeOf(
  { principal }: WriteContext,
  { scope, vno_id }: Input<'admin_vno/roles/create'>,
  source: RoleRow | null,
): { scope: RoleScope; vnoId: number | null } {
  const own = ownVno(principal)
  if (own !== null) {
    if (vno_id !== undefined) throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
    if (scope === 'neutral') throw new Problem('PRIVILEGE_ESCALATION')
    return { scope: 'vno', vnoId: own }
  }
  const wanted = scope ?? (vno_id === undefined ? (source?.scope ?? 'neutral') : 'vno')
  if (wanted === 'neutral') {
    if (vno_id !== undefined) throw wrong('vno_id')
    return { scope: wanted, vnoId: null }
  }
  const vnoId = vno_id ?? source?.vno_id
  if (vnoId == null) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
  return { scope: wanted, vnoId }
}

async function sourceOf({ principal, sql }: WriteContext, id: number | undefined): Promise<RoleRow | null> {
  if (id === undefined) return null
  const found = await sql.json(copied, [id, ownVno(principal)])
  if (found === null) throw new Problem('NOT_FOUND')
  return JSON.parse(found) as RoleRow
}

/**
 * The role of a call, locked, with its version checked.
 * @throws Problem NOT_FOUND, ROLE_SYSTEM, PRIVILEGE_DENIED, VERSION_CONFLICT with the current record
 */
async function lockRole(context: WriteContext, target: Target, action: 'edit' | 'delete'): Promise<RoleRow> {
  const { principal, sql } = context
  const found = await sql.json(locked, [target.id, ownVno(principal)])
  return await lockedRecord<RoleRow>(context, roleList, target, found, ({ scope, system }) => {
    assertSide(principal, scope, action)
    if (system) throw new Problem('ROLE_SYSTEM')
  })
}

/** True if members of the role can edit roles. */
function editsRoles({ scope, status, privileges }: Pick<RoleRow, 'scope' | 'status' | 'privileges'>): boolean {
  const name = roleEditing[scope]
  return status === enabled && privileges[name.slice(0, -'_edit'.length)]?.privs[name] === true
}

const stored = {
  table: 'role',
  feed: 'roles',
  operator: 'vno_id',
  columns: inputColumns('admin_vno/roles/edit'),
} as const

/** Roles: no caller gives privileges that it lacks, and at least one person can always edit them. */
export const roles = {
  'admin_vno/roles/create': (async (context, asked) => {
    const { principal, sql, audit } = context
    const source = await sourceOf(context, asked.from_id)
    const { scope, vnoId } = placeOf(context, asked, source)
    assertSide(principal, scope, 'create')
    const base = asked.base ?? (source?.scope === scope ? source.base : scope === 'neutral' ? 'admin' : 'vno')
    assertBase(principal, scope, base)
    const privileges = asked.privileges ?? source?.privileges ?? noPrivileges()
    assertGrant(principal, scope, { enabled: true, privileges })
    const { name } = asked
    const description = asked.description === undefined ? (source?.description ?? null) : asked.description
    const whole = wholePrivileges(privileges)
    const by = JSON.stringify(authorOf(principal))
    const values = [roleKey(name), name, description, scope, base, vnoId, JSON.stringify(whole), by]
    // 0 if the operator does not exist or is deleted: then the answer finds no record and the transaction is rolled
    // back.
    const id = Number(await unique(sql.json(added, values)))
    const after = {
      ...auditedFields({ name, description, status: enabled, privileges: whole }),
      scope,
      base,
      vno_id: vnoId,
    }
    audit({ entity: 'role', entityId: id, after: { ...after, ...(source && { from_id: source.id }) } })
    return recordAnswer(context, roleList, id)
  }) satisfies WriteHandler<'admin_vno/roles/create'>,

  'admin_vno/roles/edit': (async (context, asked) => {
    const { principal, sql, audit } = context
    const before = await lockRole(context, asked, 'edit')
    const after = edited(before, asked, stored.columns)
    const grants = ({ status, privileges }: RoleRow) => ({ enabled: status === enabled, privileges })
    assertGrant(principal, before.scope, grants(after), grants(before))
    after.privileges = wholePrivileges(after.privileges)
    const { id } = after
    await unique(writeChanged(sql, stored, before, after))
    if (editsRoles(before) && !editsRoles(after) && (await sql.json(activeMembers, [id])) === 'true')
      await keepRoleEditor(sql, before.vno_id)
    audit({ entity: 'role', entityId: id, before: auditedFields(before), after: auditedFields(after) })
    return recordAnswer(context, roleList, id)
  }) satisfies WriteHandler<'admin_vno/roles/edit'>,

  'admin_vno/roles/delete': (async (context, asked) => {
    const { sql, audit } = context
    const role = await lockRole(context, asked, 'delete')
    if ((await sql.json(inUse, [role.id])) === 'true') throw new Problem('ROLE_IN_USE')
    for (const text of leave) await sql.rows(text, [role.id])
    await referred(sql.json(removed, [role.id]), 'ROLE_IN_USE')
    audit({ entity: 'role', entityId: role.id, before: auditedFields(role) })
    return { result_flag: resultFlag.is.success, record: { id: role.id } }
  }) satisfies WriteHandler<'admin_vno/roles/delete'>,
}
