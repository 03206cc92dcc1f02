import { contract } from '@hilo/contract/index.ts'

interface Reference {
  method: 'GET' | 'POST'
  multipart: boolean
  /** Name under which the fields travel, where it is not `query`. */
  envelope?: string
  /** Changes something, and takes a `client_request_id`. */
  changes?: true
  /** Only reads; of calls without a session that is not said. */
  reads?: true
}

/** The call table that the client loads at start: path → method, whether it travels as multipart, under which name, and what it does. */
export function apiReference(): Record<string, Reference> {
  return Object.fromEntries(
    Object.entries(contract).map(([path, spec]) => {
      const envelope = 'envelope' in spec ? { envelope: spec.envelope } : {}
      const changes = 'mutates' in spec && spec.mutates === true
      const does = changes
        ? { changes }
        : spec.privilege !== 'none' || spec.method === 'GET'
          ? { reads: true as const }
          : {}
      return [path, { method: spec.method, multipart: spec.method === 'POST', ...envelope, ...does }]
    }),
  )
}
