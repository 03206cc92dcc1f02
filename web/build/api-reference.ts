import { contract } from '@hilo/contract/index.ts'

/** The call table that the client loads at start: path → method, and whether it travels as multipart. */
export function apiReference(): Record<string, { method: 'GET' | 'POST'; multipart: boolean }> {
  const calls = Object.entries(contract)
  return Object.fromEntries(calls.map(([path, { method }]) => [path, { method, multipart: method === 'POST' }]))
}
