import { contract } from '@hilo/contract/index.ts'

interface Reference {
  method: 'GET' | 'POST'
  multipart: boolean
  /** Name under which the fields travel, where it is not `query`. */
  envelope?: string
}

/** The call table that the client loads at start: path → method, whether it travels as multipart, and under which name. */
export function apiReference(): Record<string, Reference> {
  return Object.fromEntries(
    Object.entries(contract).map(([path, spec]) => {
      const envelope = 'envelope' in spec ? { envelope: spec.envelope } : {}
      return [path, { method: spec.method, multipart: spec.method === 'POST', ...envelope }]
    }),
  )
}
