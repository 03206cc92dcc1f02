import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'

/** Operators among which the neutral one chooses, and how far it is known which there are; nobody else is asked. */
export function useOperatorChoice() {
  const neutral = session.get().accountType === 'ad' && session.can('vno_view')
  const asked = useCall('admin_vno/vno/get', { limit: 200, sort: [['name', 'asc']] }, { enabled: neutral })
  const operators = asked.data?.records.map(({ id, name }) => ({ value: String(id), text: name })) ?? []
  return { operators, asked }
}
export const useOperators = () => useOperatorChoice().operators
