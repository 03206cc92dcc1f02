import { preloaded } from './preloaded.ts'
import { unknownOutcome } from './gateway.ts'

/** API reference emitted by the build: path → how to call it. Requests wait for it. */
export interface CallReference {
  method: 'GET' | 'POST'
  /** Field that holds the query, if not `query`. */
  envelope?: string
  /** A change, which takes a `client_request_id`. */
  changes?: true
  /** Read-only: may be repeated. */
  reads?: true
}
type Reference = Readonly<Record<string, CallReference>>

let known: Promise<Reference> | null = null

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'account/check_login' in value
}

async function fetchReference(): Promise<Reference> {
  const response = await preloaded('reference', () => fetch(`${import.meta.env.BASE_URL}assets/api.json`))
  if (!response.ok) throw unknownOutcome(response)
  const reference: unknown = await response.json().catch(() => null)
  if (!isReference(reference)) throw unknownOutcome(response)
  return reference
}

/** Fetched once; after a failure the next request fetches it again. */
export function apiReference(): Promise<Reference> {
  known ??= fetchReference().catch((error: unknown) => {
    known = null
    throw error
  })
  return known
}
