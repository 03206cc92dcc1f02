import type { Output } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'

type Found = Output<'admin_vno/search/get'>['records'][number]
/** A search result: a record, or a screen by its name. */
export interface Hit extends Pick<Found, 'code' | 'title' | 'route'> {
  kind: Found['kind'] | 'screen'
}

/** The last results opened by this account, in this tab only. */
const most = 6
const key = () => `recentFound_${session.get().info.user.id}`

const isHit = (value: unknown): value is Hit =>
  typeof value === 'object' && value !== null && 'route' in value && 'kind' in value && 'code' in value

export function recentHits(): Hit[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isHit) : []
  } catch {
    return []
  }
}

export function rememberHit({ kind, code, title, route }: Hit): void {
  const found: Hit = { kind, code, title, route }
  const others = recentHits().filter(({ route }) => route !== found.route)
  sessionStorage.setItem(key(), JSON.stringify([found, ...others].slice(0, most)))
}
