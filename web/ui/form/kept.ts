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

/** What was being written, and the version of the record that it was written over. */
export interface Kept<V> {
  values: Partial<V>
  version?: number
}

export function readKept<V extends object>(key: string | undefined, initial: V): Kept<V> | null {
  if (key === undefined) return null
  try {
    forget(own())
    const { values, version } = JSON.parse(sessionStorage.getItem(own() + key) ?? '{}') as Partial<Kept<object>>
    const known = Object.entries(values ?? {}).filter(([name]) => name in initial)
    if (known.length === 0) return null
    return { values: Object.fromEntries(known) as Partial<V>, ...(typeof version === 'number' && { version }) }
  } catch {
    return null
  }
}

export function keep(key: string | undefined, written: Kept<object> | null): void {
  if (key === undefined) return
  try {
    if (written === null) sessionStorage.removeItem(own() + key)
    else sessionStorage.setItem(own() + key, JSON.stringify(written))
  } catch {
    // A full or forbidden storage keeps nothing; the form itself still has it.
  }
}
