import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'

/** Operators to choose from, with the loading state; only for the neutral operator. */
export function useOperatorChoice() {
  const neutral = session.isNeutral() && session.can('vno_view')
  const asked = useCall('admin_vno/vno/get', { limit: 200, sort: [['name', 'asc']] }, { enabled: neutral })
  const operators = asked.data?.records.map(({ id, name }) => ({ value: String(id), text: name })) ?? []
  return { operators, asked }
}
export const useOperators = () => useOperatorChoice().operators
