/**
 * Write-through layer over the device's store. Writes that the store refuses stay in memory, are reported as trouble,
 * and are retried; reads see both.
 */
import type { Change, StoreName } from '../native/device-types.ts'
import { store } from '../native/store.ts'

/** `full`: no space left; `broken`: the store can be neither read nor written. */
export type StorageTrouble = 'full' | 'broken' | null

/** Interval before refused writes are retried, ms. */
const patience = 10_000

let waiting: (readonly Change[])[] = []
let trouble: StorageTrouble = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const same = (a: Change, b: Change) => a.store === b.store && a.key === b.key
const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

function say(now: StorageTrouble) {
  if (now === trouble) return
  trouble = now
  for (const listener of listeners) listener()
}

/** A later write of the same key replaces an earlier one. */
function supersede(changes: readonly Change[]) {
  waiting = waiting.map((batch) => batch.filter((old) => !changes.some((one) => same(old, one))))
  waiting = waiting.filter((batch) => batch.length > 0)
}

function retryLater() {
  clearTimeout(timer)
  timer = setTimeout(() => void retry(), patience)
}

/** Writes what waits; where nothing does, reads, to see whether the store works again. */
async function retry(): Promise<void> {
  clearTimeout(timer)
  if (waiting.length === 0 && trouble !== null) return void (await keys('drafts'))
  for (const batch of [...waiting]) {
    try {
      await store.change(batch)
      waiting = waiting.filter((one) => one !== batch)
    } catch {
      return retryLater()
    }
  }
  say(null)
}

/** Atomic: all of the changes or none. Never rejects; what cannot be written now is retried. */
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
    retryLater()
  }
}

/** A read that succeeds ends a trouble that reads have found; refused writes wait for their own success. */
function readable() {
  if (waiting.length === 0) say(null)
}

function unreadable() {
  say('broken')
  retryLater()
}

const unwritten = (of: StoreName) => waiting.flat().filter((one) => one.store === of)

async function keys(of: StoreName): Promise<string[]> {
  const found = new Set<string>()
  try {
    for (const key of await store.keys(of)) found.add(key)
    readable()
  } catch {
    unreadable()
  }
  for (const { key, value } of unwritten(of))
    if (value === undefined) found.delete(key)
    else found.add(key)
  return [...found]
}

/** Every value of a store, by the key that `keyOf` derives from the value. */
async function all(of: StoreName, keyOf: (value: unknown) => string | null): Promise<unknown[]> {
  const found = new Map<string, unknown>()
  try {
    for (const value of await store.all(of)) found.set(keyOf(value) ?? `?${found.size}`, value)
    readable()
  } catch {
    unreadable()
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

export const deviceStore = {
  change,
  keys,
  all,
  get,
  put: (of: StoreName, key: string, value: unknown) => change([{ store: of, key, value }]),
  remove: (of: StoreName, key: string) => change([{ store: of, key, value: undefined }]),
  trouble: (): StorageTrouble => trouble,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
