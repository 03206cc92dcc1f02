/**
 * What the device keeps, also while it refuses to: what it would not take stays in memory, is said, and is tried again.
 * Reading sees both.
 */
import { store, type Change, type StoreName } from '../native/store.ts'

/** `full`: no room is left; `broken`: what is kept can be neither read nor written. */
export type Trouble = 'full' | 'broken' | null

/** Before what the device refused is tried again, ms. */
const patience = 10_000

let waiting: (readonly Change[])[] = []
let trouble: Trouble = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const same = (a: Change, b: Change) => a.store === b.store && a.key === b.key
const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

function say(now: Trouble) {
  if (now === trouble) return
  trouble = now
  for (const listener of listeners) listener()
}

/** What was written later has the last word. */
function supersede(changes: readonly Change[]) {
  waiting = waiting.map((batch) => batch.filter((old) => !changes.some((one) => same(old, one))))
  waiting = waiting.filter((batch) => batch.length > 0)
}

async function retry(): Promise<void> {
  clearTimeout(timer)
  for (const batch of [...waiting]) {
    try {
      await store.change(batch)
      waiting = waiting.filter((one) => one !== batch)
    } catch {
      timer = setTimeout(() => void retry(), patience)
      return
    }
  }
  say(null)
}

/** All of the changes or none of them; never rejects, what cannot be written now is written as soon as it can. */
async function change(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  try {
    await store.change(changes)
    supersede(changes)
    if (waiting.length > 0) void retry()
    else say(null)
  } catch (error) {
    supersede(changes)
    waiting.push(changes)
    say(isFull(error) ? 'full' : 'broken')
    clearTimeout(timer)
    timer = setTimeout(() => void retry(), patience)
  }
}

const unwritten = (of: StoreName) => waiting.flat().filter((one) => one.store === of)

async function keys(of: StoreName): Promise<string[]> {
  const found = new Set<string>()
  try {
    for (const key of await store.keys(of)) found.add(key)
  } catch {
    say('broken')
  }
  for (const { key, value } of unwritten(of))
    if (value === undefined) found.delete(key)
    else found.add(key)
  return [...found]
}

/** Everything of a store whose values know their own key. */
async function all(of: StoreName, keyOf: (value: unknown) => string | null): Promise<unknown[]> {
  const found = new Map<string, unknown>()
  try {
    for (const value of await store.all(of)) found.set(keyOf(value) ?? `?${found.size}`, value)
  } catch {
    say('broken')
  }
  for (const { key, value } of unwritten(of))
    if (value === undefined) found.delete(key)
    else found.set(key, value)
  return [...found.values()]
}

async function get(of: StoreName, key: string): Promise<unknown> {
  const written = unwritten(of).findLast((one) => one.key === key)
  if (written) return written.value
  return store.get(of, key).catch(() => undefined)
}

export const device = {
  change,
  keys,
  all,
  get,
  put: (of: StoreName, key: string, value: unknown) => change([{ store: of, key, value }]),
  remove: (of: StoreName, key: string) => change([{ store: of, key, value: undefined }]),
  trouble: (): Trouble => trouble,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
