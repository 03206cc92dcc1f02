/** Log of API keys' calls: one row per call, that of a change beside its audit rows. */
import type { AnyCall } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type pg from 'pg'
import type { Statement } from '../sql/batch.ts'
import type { AuditEntry } from '../handler.ts'
import type { Principal } from '../principal.ts'
import { knownProblem } from './problems.ts'

interface ApiCall {
  principal: Principal
  path: string
  requestId: string
  /** Since the request was received, ms. */
  elapsedMs: number
  content: unknown
}
type Outcome = { status: number; error: string; kind: number | null; eventId: number | null }

/** Names of personal or secret fields. */
const hidden = /pwd|password|secret|token|email|phone|tax_id|taxid|customer|contact|name$/i
const longest = 200
const most = 50

/** The input without personal data, truncated to a readable length. */
function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4) return '…'
  if (Array.isArray(value)) return value.slice(0, most).map((one) => redacted(one, depth + 1))
  const entries = Object.entries(value).slice(0, most)
  return Object.fromEntries(
    entries.map(([name, one]) => [name, hidden.test(name) ? '•••' : redacted(one, depth + 1)] as const),
  )
}

const text = `select log_api_call($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

function statement({ principal, path, requestId, elapsedMs, content }: ApiCall, outcome: Outcome): Statement {
  const { user, account_type, vno, session_id } = principal
  const object = typeof content === 'object' && content !== null && !Array.isArray(content) ? content : {}
  const createdBy = { id: user.id, name: user.name, account_type, origin: principal.channel === 'api' ? 1 : 2 }
  return {
    text,
    values: [
      requestId,
      principal.channel === 'api' ? session_id : null,
      vno?.id ?? null,
      path,
      Math.round(elapsedMs),
      outcome.status,
      outcome.error,
      JSON.stringify(redacted(object)),
      JSON.stringify(createdBy),
      outcome.kind,
      outcome.eventId,
    ],
  }
}

/** Log row of a successful call: for every call of a key, and for enrolments requested by people. */
export function apiLog(call: ApiCall, entries: readonly AuditEntry[]): Statement[] {
  const request = entries.find(({ entity }) => entity === 'enrollment_request')
  if (call.principal.channel !== 'api' && !request) return []
  const after = request?.after as { type?: number; vno_id?: number } | undefined
  const eventId = request?.entityId === undefined ? null : Number(request.entityId)
  return [statement(call, { status: 200, error: '', kind: after?.type ?? null, eventId })]
}

interface Asked {
  route: { path: string; spec: AnyCall }
  caller: { requestId: string }
  reply: { elapsedTime: number }
  principal: Principal
  query: Promise<unknown> | undefined
}

async function keep(pool: pg.Pool, { route, caller, reply, principal, query }: Asked, end: [number, string]) {
  const content = await query?.catch(() => undefined)
  const [status, error] = end
  const { elapsedTime: elapsedMs } = reply
  const call = { principal, path: route.path, requestId: caller.requestId, elapsedMs, content }
  const { text: sql, values } = statement(call, { status, error, kind: null, eventId: null })
  await pool.query({ name: 'log_api_call', text: sql, values: [...values] }).catch(() => {})
}

/** Logs a read of a key after its answer. Never rejects. */
export async function logRead(pool: pg.Pool, asked: Asked): Promise<void> {
  if (asked.principal.channel === 'api' && !asked.route.spec.mutates) await keep(pool, asked, [200, ''])
}

/** Logs a refused or failed call of a key; never delays the answer. */
export async function logRefused(pool: pg.Pool, asked: Asked, error: unknown): Promise<void> {
  if (asked.principal.channel !== 'api') return
  const { code, status } = knownProblem(error) ?? new Problem('SYSTEM_ERROR')
  await keep(pool, asked, [status, code])
}
