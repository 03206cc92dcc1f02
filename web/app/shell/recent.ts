import type { Output } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'

type Found = Output<'admin_vno/search/get'>['records'][number]
/** What the search leads to: a record, or a screen by its name. */
export interface Hit extends Pick<Found, 'code' | 'title' | 'route'> {
  kind: Found['kind'] | 'screen'
}

/** What the person opened last from the search, in this tab and for this account only. */
const most = 6
const key = () => `recentFound_${session.get().info.user.id}`

const isHit = (value: unknown): value is Hit =>
  typeof value === 'object' && value !== null && 'route' in value && 'kind' in value && 'code' in value

export function recentFound(): Hit[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isHit) : []
  } catch {
    return []
  }
}

export function rememberFound({ kind, code, title, route }: Hit): void {
  const found: Hit = { kind, code, title, route }
  const others = recentFound().filter(({ route }) => route !== found.route)
  sessionStorage.setItem(key(), JSON.stringify([found, ...others].slice(0, most)))
}
