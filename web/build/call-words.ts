import { contract } from '@hilo/contract/index.ts'

/** What each call does, in the sentence with which the contract declares it: for the records of what was done. */
export function callWords(): Record<string, string> {
  return Object.fromEntries(Object.entries(contract).map(([path, { summary }]) => [path, summary]))
}
