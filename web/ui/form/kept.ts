/** What somebody was writing, kept in this tab until it is sent or thrown away. */
const prefix = 'hilo.writing.'

export function readKept<V extends object>(key: string | undefined, initial: V): Partial<V> | null {
  if (key === undefined) return null
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const known = Object.entries(kept).filter(([name]) => name in initial)
    return known.length === 0 ? null : (Object.fromEntries(known) as Partial<V>)
  } catch {
    return null
  }
}

export function keep(key: string | undefined, values: object | null): void {
  if (key === undefined) return
  try {
    if (values === null) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(values))
  } catch {
    // A full or forbidden storage keeps nothing; the form itself still has it.
  }
}
