import { session } from '../../api/session.ts'

/** What somebody was writing, kept in this tab until it is sent or thrown away, and shown to nobody else. */
const prefix = 'hilo.writing.'
const own = () => `${prefix}${session.get().info.user.id}.`

/** Whoever leaves leaves nothing written behind, nor does whoever was here before the one who is now. */
function forget(mine: string | null): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && (mine === null || !key.startsWith(mine))) sessionStorage.removeItem(key)
}
session.onEnd((ending) => {
  if (ending === 'closed') forget(null)
})

export function readKept<V extends object>(key: string | undefined, initial: V): Partial<V> | null {
  if (key === undefined) return null
  try {
    forget(own())
    const kept: unknown = JSON.parse(sessionStorage.getItem(own() + key) ?? 'null')
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
    if (values === null) sessionStorage.removeItem(own() + key)
    else sessionStorage.setItem(own() + key, JSON.stringify(values))
  } catch {
    // A full or forbidden storage keeps nothing; the form itself still has it.
  }
}
