import { session } from '../../api/session.ts'

/** Unsent form drafts, stored in this tab's session storage until sent or discarded. */
const prefix = 'hilo.writing.'
const own = () => `${prefix}${session.get().info.user.id}.`

/** Deletes the drafts of other users and, on signing out, all of them. */
function forget(mine: string | null): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && (mine === null || !key.startsWith(mine))) sessionStorage.removeItem(key)
}
session.onEnd((ending) => {
  if (ending === 'closed') forget(null)
})

/** A draft, and the version of the record it was based on. */
interface FormDraft<V> {
  values: Partial<V>
  version?: number
}

export function readFormDraft<V extends object>(key: string | undefined, initial: V): FormDraft<V> | null {
  if (key === undefined) return null
  try {
    forget(own())
    const { values, version } = JSON.parse(sessionStorage.getItem(own() + key) ?? '{}') as Partial<FormDraft<object>>
    const known = Object.entries(values ?? {}).filter(([name]) => name in initial)
    if (known.length === 0) return null
    return { values: Object.fromEntries(known) as Partial<V>, ...(typeof version === 'number' && { version }) }
  } catch {
    return null
  }
}

export function storeFormDraft(key: string | undefined, written: FormDraft<object> | null): void {
  if (key === undefined) return
  try {
    if (written === null) sessionStorage.removeItem(own() + key)
    else sessionStorage.setItem(own() + key, JSON.stringify(written))
  } catch {
    // Storage is full or blocked: no draft is stored; the form still holds the text.
  }
}
