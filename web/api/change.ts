/** A change notification in the session's scope. */
export interface Change {
  area: string
  id: number
  version: number
}

const has = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && key in value

/** Parses the data of a `change` event; null for anything else. */
export function changeOf(data: string): Change | null {
  try {
    const value: unknown = JSON.parse(data)
    if (!has(value, 'area') || typeof value['area'] !== 'string' || typeof value['id'] !== 'number') return null
    return { area: value['area'], id: value['id'], version: Number(value['version'] ?? 0) }
  } catch {
    return null
  }
}

/** Areas → paths of other areas whose responses depend on their records. */
const following: Readonly<Record<string, RegExp>> = { event: /qualityreport|cev|pictures/i }

/** Whether a cached response, by its path and query, may be outdated by a change. */
export function touches({ area, id }: Change, path: string, query: unknown): boolean {
  const stem = area.replace(/s$/, '')
  if (!path.includes(stem) && !following[stem]?.test(path)) return false
  const asked = path.includes(stem) && has(query, 'id') ? query['id'] : undefined
  return typeof asked !== 'number' || asked === id
}
