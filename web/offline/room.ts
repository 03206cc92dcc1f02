/** Whether the device will keep what is done on it: asked once before the work in the field. */
import { native } from '../native/index.ts'

/** `may_clear`: the browser may throw it away when it runs short; `low`: little is left. */
export type Room = 'fine' | 'may_clear' | 'low'

/** A day's pictures need that much, bytes. */
const least = 50_000_000

async function free(): Promise<number> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota - usage
}

/** Asks the browser to keep everything: it may ask its person. */
export async function askToKeep(): Promise<boolean> {
  if (native || !navigator.storage?.persist) return native
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

export async function roomLeft(): Promise<Room> {
  try {
    if ((await free()) < least) return 'low'
    return (await askToKeep()) ? 'fine' : 'may_clear'
  } catch {
    return 'may_clear'
  }
}
