import type { RecordOf } from '@hilo/contract/index.ts'
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import { grantsNotHeld } from '@hilo/domain/role.ts'
import { useCall } from '../../api/query.ts'
import { privilegesOf, session } from '../../api/session.ts'
import type { Option } from '../../ui/form/fields.tsx'
import { text } from '../../ui/text.ts'

type Role = RecordOf<'admin_vno/roles/get'>
interface Named {
  id: number
  name: string
}
const asOption = ({ id, name }: Named): Option => ({ value: String(id), text: name })
const maxOptions = 200

/** Active operators, for the neutral operator's choice; empty for others. */
export function useOperators(): Option[] {
  const enabled = session.isNeutral() && session.can('vno_view')
  const { data } = useCall('admin_vno/vno/get', { filter: { status: 1 }, limit: maxOptions }, { enabled })
  return data?.records.map(asOption) ?? []
}

/** Contractors of an operator; null: the own one. */
export function useContractors(vnoId: number | null, enabled = true): Option[] {
  const filter = { status: 1, ...(vnoId !== null && { vno_id: vnoId }) }
  const isEnabled = enabled && session.can('technician_view')
  const { data } = useCall('admin_vno/contractors/get', { filter, limit: maxOptions }, { enabled: isEnabled })
  return data?.records.map(asOption) ?? []
}

/**
 * A role can be given by people who have all its privileges. The built-in technician role comes with the privilege to
 * add technicians.
 */
function mayGrant({ system, base, privileges }: Role): boolean {
  if (system && base === 'technician') return true
  const sessionPrivileges = privilegesOf(session.get().info)
  return grantsNotHeld(sessionPrivileges ?? {}, { enabled: true, privileges }).length === 0
}

export const mayAskRoles = (): boolean => session.can('role-admin-vno_view') || session.can('role_view')

/**
 * Roles for people of these bases at an operator; roles that the session may not give are disabled, with the reason.
 */
export function useRoles(bases: readonly BaseRole[], vnoId: number | null, current?: Named): Option[] {
  const filter = { status: 1, base: [...bases] }
  const { data } = useCall('admin_vno/roles/get', { filter, limit: maxOptions }, { enabled: mayAskRoles() })
  const assignable = (data?.records ?? []).filter(
    ({ key, vno_id: owner }) => key !== 'IsClient' && (owner === null || vnoId === null || owner === vnoId),
  )
  const options = assignable.map((role): Option => {
    const isSelectable = mayGrant(role) || role.id === current?.id
    return isSelectable
      ? asOption(role)
      : { value: String(role.id), text: text('people.role.beyond', { role: role.name }), disabled: true }
  })
  return current && !assignable.some(({ id }) => id === current.id) ? [asOption(current), ...options] : options
}
