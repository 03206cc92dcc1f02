import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'

const live = ['abierto', 'escalado'] as const
/** Most open cases shown; beyond that their list is clearer. */
const most = 200
const none: readonly Unplugged[] = []

/** Open cases of neighbours without light: of one box, or of all. */
export function useDark(ctoId?: number): readonly Unplugged[] {
  const enabled = session.can('neightborState_view')
  const filter = { state: [...live], ...(ctoId !== undefined && { cto_id: ctoId }) }
  return useCall('admin_vno/events/cev/get', { filter, limit: most }, { enabled }).data?.records ?? none
}
