import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Only a context created after the flag exposes gc; the caller needs no option.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Allowed growth of a server's heap from the first few thousand requests to the end, MB. */
export const growthAllowedMb = 100

/** Heap in use, MB. */
export function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}
