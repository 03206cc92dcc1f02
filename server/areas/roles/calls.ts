import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { noPrivileges } from '@hilo/domain/default-privileges.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { roleEditing, roleKey, wholePrivileges, type RoleScope } from '@hilo/domain/role.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import { authorOf } from '../../db/author.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { keepRoleEditor } from '../../db/role-editors.ts'
import { unique, referred } from '../../db/constraints.ts'
import { ownVno } from '../../db/viewer.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { roleList } from './list.ts'
import { activeMembers, added, copied, edited, inUse, leave, locked, removed } from './queries.ts'
import { assertBase, assertGrant, assertSide, wrong, type RoleRow } from './rules.ts'

export const rolesLists = { 'admin_vno/roles/get': roleList }

const { enabled } = enabledStatus.is

/** What the audit keeps of a role. */
const seen = ({
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

/** Whose role it is going to be. An operator's session says nothing of it: it is its own operator's. */
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
 * The role of a call, locked and as the client read it.
 * @throws Problem NOT_FOUND, ROLE_SYSTEM, PRIVILEGE_DENIED, VERSION_CONFLICT with the current record
 */
async function lockRole(
  { principal, sql }: WriteContext,
  { id, version }: { id: number; version?: number | undefined },
  action: 'edit' | 'delete',
): Promise<RoleRow> {
  const found = await sql.json(locked, [id, ownVno(principal)])
  if (found === null) throw new Problem('NOT_FOUND')
  const role = JSON.parse(found) as RoleRow
  assertSide(principal, role.scope, action)
  if (role.system) throw new Problem('ROLE_SYSTEM')
  if (version !== undefined && version !== role.version) {
    const record = JSON.parse(await recordOf(roleList, sql, principal, id)) as unknown
    throw new Problem('VERSION_CONFLICT', { record })
  }
  return role
}

/** Whether who has the role can change roles. */
function editsRoles({ scope, status, privileges }: Pick<RoleRow, 'scope' | 'status' | 'privileges'>): boolean {
  const name = roleEditing[scope]
  return status === enabled && privileges[name.slice(0, -'_edit'.length)]?.privs[name] === true
}

const answer = ({ principal }: WriteContext, id: number) =>
  new JsonAfter('{"record":', recordStatement(roleList, principal, id), '}')

/** Roles: nobody gives what he does not hold, and somebody can always change them. */
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
    // None for an operator who is not there, or gone: then the answer finds no record, and all of it is undone.
    const id = Number(await unique(sql.json(added, values)))
    const after = { ...seen({ name, description, status: enabled, privileges: whole }), scope, base, vno_id: vnoId }
    audit({ entity: 'role', entityId: id, after: { ...after, ...(source && { from_id: source.id }) } })
    return answer(context, id)
  }) satisfies WriteHandler<'admin_vno/roles/create'>,

  'admin_vno/roles/edit': (async (context, asked) => {
    const { principal, sql, audit } = context
    const before = await lockRole(context, asked, 'edit')
    const after: RoleRow = {
      ...before,
      name: asked.name ?? before.name,
      description: asked.description === undefined ? before.description : asked.description,
      status: asked.status ?? before.status,
      privileges: (asked.privileges as Privileges | undefined) ?? before.privileges,
    }
    const grants = ({ status, privileges }: RoleRow) => ({ enabled: status === enabled, privileges })
    assertGrant(principal, before.scope, grants(after), grants(before))
    after.privileges = wholePrivileges(after.privileges)
    const { id, name, description, status, privileges } = after
    await unique(sql.json(edited, [id, name, description, status, JSON.stringify(privileges)]))
    if (editsRoles(before) && !editsRoles(after) && (await sql.json(activeMembers, [id])) === 'true')
      await keepRoleEditor(sql, before.vno_id)
    audit({ entity: 'role', entityId: id, before: seen(before), after: seen(after) })
    return answer(context, id)
  }) satisfies WriteHandler<'admin_vno/roles/edit'>,

  'admin_vno/roles/delete': (async (context, asked) => {
    const { sql, audit } = context
    const role = await lockRole(context, asked, 'delete')
    if ((await sql.json(inUse, [role.id])) === 'true') throw new Problem('ROLE_IN_USE')
    for (const text of leave) await sql.rows(text, [role.id])
    await referred(sql.json(removed, [role.id]), 'ROLE_IN_USE')
    audit({ entity: 'role', entityId: role.id, before: seen(role) })
    return { result_flag: resultFlag.is.success, record: { id: role.id } }
  }) satisfies WriteHandler<'admin_vno/roles/delete'>,
}
