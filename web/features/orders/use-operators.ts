import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'

/** Operators among which the neutral one chooses; nobody else does. */
export function useOperators(): { value: string; text: string }[] {
  const neutral = session.get().accountType === 'ad' && session.can('vno_view')
  const { data } = useCall('admin_vno/vno/get', { limit: 200, sort: [['name', 'asc']] }, { enabled: neutral })
  return data?.records.map(({ id, name }) => ({ value: String(id), text: name })) ?? []
}
