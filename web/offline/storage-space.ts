/** Whether the device stores data reliably: checked once before field work. */
import { native } from '../native/index.ts'

/** `may_clear`: the browser may evict the data when space runs short; `low`: little space left. */
export type StorageSpace = 'fine' | 'may_clear' | 'low'

/** Space that a day's pictures need, bytes. */
const least = 50_000_000

async function free(): Promise<number> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota - usage
}

/** Requests persistent storage; the browser may ask the user. */
async function requestPersistence(): Promise<boolean> {
  if (native || !navigator.storage?.persist) return native
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

export async function storageSpace(): Promise<StorageSpace> {
  try {
    if ((await free()) < least) return 'low'
    return (await requestPersistence()) ? 'fine' : 'may_clear'
  } catch {
    return 'may_clear'
  }
}
