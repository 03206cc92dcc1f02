import type { RecordOf } from '@hilo/contract/index.ts'
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import { lacking } from '@hilo/domain/role.ts'
import { useCall } from '../../api/query.ts'
import { privilegesOf, session } from '../../api/session.ts'
import type { Option } from '../../ui/form/fields.tsx'
import { text } from '../../ui/text.ts'
import { isNeutral } from './person.ts'

type Role = RecordOf<'admin_vno/roles/get'>
interface Named {
  id: number
  name: string
}
const asOption = ({ id, name }: Named): Option => ({ value: String(id), text: name })
const most = 200

/** Operators at work, for whom the neutral operator acts; nobody else chooses one. */
export function useOperators(): Option[] {
  const enabled = isNeutral() && session.can('vno_view')
  const { data } = useCall('admin_vno/vno/get', { filter: { status: 1 }, limit: most }, { enabled })
  return data?.records.map(asOption) ?? []
}

/** Contractors of an operator; null: of one's own. */
export function useContractors(vnoId: number | null, enabled = true): Option[] {
  const filter = { status: 1, ...(vnoId !== null && { vno_id: vnoId }) }
  const asked = enabled && session.can('technician_view')
  const { data } = useCall('admin_vno/contractors/get', { filter, limit: most }, { enabled: asked })
  return data?.records.map(asOption) ?? []
}

/** Somebody may give a role if he holds all that is in it; the product's own role of technicians goes with adding them. */
function givable({ system, base, privileges }: Role): boolean {
  if (system && base === 'technician') return true
  const own = privilegesOf(session.get().info)
  return lacking(own ?? {}, { enabled: true, privileges }).length === 0
}

export const mayAskRoles = (): boolean => session.can('role-admin-vno_view') || session.can('role_view')

/** Roles that people of these bases may have at an operator; what one may not give says so and cannot be chosen. */
export function useRoles(bases: readonly BaseRole[], vnoId: number | null, known?: Named): Option[] {
  const filter = { status: 1, base: [...bases] }
  const { data } = useCall('admin_vno/roles/get', { filter, limit: most }, { enabled: mayAskRoles() })
  const fitting = (data?.records ?? []).filter(
    ({ key, vno_id: owner }) => key !== 'IsClient' && (owner === null || vnoId === null || owner === vnoId),
  )
  const options = fitting.map((role): Option => {
    const free = givable(role) || role.id === known?.id
    return free
      ? asOption(role)
      : { value: String(role.id), text: text('people.role.beyond', { role: role.name }), disabled: true }
  })
  return known && !fitting.some(({ id }) => id === known.id) ? [asOption(known), ...options] : options
}
