import { early } from './early.ts'
import { unknownOutcome } from './gateway.ts'

/** The API reference that the build emits: path → how it is asked. Requests wait for it. */
export interface CallReference {
  method: 'GET' | 'POST'
  multipart: boolean
  /** Name under which the fields travel, where it is not `query`. */
  envelope?: string
  /** Changes something, and takes a `client_request_id`. */
  changes?: true
  /** Only reads: it may be asked again. */
  reads?: true
}
export type Reference = Readonly<Record<string, CallReference>>

let known: Promise<Reference> | null = null

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'account/check_login' in value
}

async function fetchReference(): Promise<Reference> {
  const response = await early('reference', () => fetch(`${import.meta.env.BASE_URL}assets/api.json`))
  if (!response.ok) throw unknownOutcome(response)
  const reference: unknown = await response.json().catch(() => null)
  if (!isReference(reference)) throw unknownOutcome(response)
  return reference
}

/** Fetched once; a failure is forgotten, so that the next request tries again. */
export function apiReference(): Promise<Reference> {
  known ??= fetchReference().catch((error: unknown) => {
    known = null
    throw error
  })
  return known
}
