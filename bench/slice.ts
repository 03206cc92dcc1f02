import type pg from 'pg'

/** Placeholder for a new client_request_id per send. */
export const freshId = '00000000-0000-4000-8000-000000000000'

export interface SliceBase {
  seconds: number
  connections: number
  /** A shorter answer is an error: rows are missing. */
  minBytes: number
}
/** Work for the load generator: HTTP requests as text, or one statement. */
export type Slice = SliceBase &
  (
    | { kind: 'http'; port: number; requests: readonly string[] }
    | { kind: 'sql'; url: string; name: string; text: string; values: readonly (readonly unknown[])[] }
  )

export interface Sample {
  count: number
  seconds: number
  errors: number
  firstError: string
  /** Milliseconds. */
  p50: number
  p99: number
}

/** A pool that ignores errors of idle connections, which would end the process. */
export function silently(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  return pool
}
