import { serverNow } from '../api/clock.ts'
import { session } from '../api/session.ts'

/** Pages that answer one question at a time. */
type Tool = 'diagnosis' | 'neighbours' | 'feasibility'
interface RecentQuery {
  /** Code of the access or CTO; id of the feasibility inquiry. */
  code: string
  at: string
}

/** Number of queries kept. */
const most = 8
const keyOf = (tool: Tool) => `hilo.recent.${tool}.${session.get().info.user.id}`

const isQuery = (one: unknown): one is RecentQuery => {
  const { code, at } = (one ?? {}) as Partial<Record<keyof RecentQuery, unknown>>
  return typeof code === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}

/** The user's last queries of a page, newest first. Stored on the device: codes and ids, no data of a customer. */
export function recentQueries(tool: Tool): RecentQuery[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(tool)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isQuery).slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a query first; a repeated one moves there. */
export function rememberQuery(tool: Tool, code: string): void {
  const query = { code, at: new Date(serverNow()).toISOString() }
  const rest = recentQueries(tool).filter((one) => one.code !== code)
  try {
    localStorage.setItem(keyOf(tool), JSON.stringify([query, ...rest].slice(0, most)))
  } catch {
    // Without storage there are no last queries.
  }
}
