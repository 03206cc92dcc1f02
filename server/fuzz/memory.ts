import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Only a context made after the flag has it; whoever starts the run need not know of it.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** How much more a server may hold after any number of requests than after the first few thousand. */
export const growthAllowedMb = 100

/** What is held on to, in MB. */
export function usedMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}
