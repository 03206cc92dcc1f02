import type { Output } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'

export type Found = Output<'admin_vno/search/get'>['records'][number]

/** What the person opened last from the search, in this tab and for this account only. */
const most = 6
const key = () => `recentFound_${session.get().info.user.id}`

const isFound = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && 'route' in value && 'kind' in value && 'code' in value

export function recentFound(): Found[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isFound) : []
  } catch {
    return []
  }
}

export function rememberFound(found: Found): void {
  const others = recentFound().filter(({ route }) => route !== found.route)
  sessionStorage.setItem(key(), JSON.stringify([found, ...others].slice(0, most)))
}
