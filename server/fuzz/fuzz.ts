/**
 * Requests made from the API's own description, thrown at a whole server. Whatever comes, an answer has a documented
 * status, is no failure of the server, and tells nothing of what is behind it.
 */
import fc from 'fast-check'
import { contract, type Path } from '@hilo/contract/index.ts'
import { openApi } from '@hilo/contract/openapi.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type TestSession } from '../test/factories.ts'
import type { TestServer } from '../test/harness.ts'
import { callInputs } from '../test/inputs/index.ts'
import { anything, valuesOf, type Schema } from './schema-values.ts'

export interface Fault {
  path: string
  status: number
  why: string
  request: string
  answer: string
}

export interface Fuzzed {
  requests: number
  faults: Fault[]
  /** Requests by status. */
  statuses: Record<number, number>
  slowestMs: number
  slowest: string
}

interface Operation {
  path: Path
  method: 'GET' | 'POST'
  statuses: ReadonlySet<number>
  values: fc.Arbitrary<unknown>
}

/** Calls that would end the fuzz itself: they move the clock of everything or end the sessions it works with. */
const left: readonly string[] = ['demo/plant/clock', 'demo/plant/act', 'admin_vno/sessions/revoke', 'account/logout']
/** A stack, a statement, a path of the machine: nothing of it belongs into an answer. */
const behind =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\.ts:\d+|\bselect\b.{1,200}\bfrom\b|\binsert into\b|syntax error at|relation "|column "|violates|SQLSTATE|ECONN|\/server\//i

interface Described {
  requestBody?: { content: Record<string, { schema: Schema }> }
  parameters?: { name: string; schema: Schema }[]
  responses: Record<string, object>
}

function operations(ids: readonly number[]): Operation[] {
  const document = openApi(contract, 'fuzz') as { paths: Record<string, Record<string, Described>> }
  return (Object.keys(contract) as Path[])
    .filter((path) => !left.includes(path))
    .map((path) => {
      const { method } = contract[path]
      const described = document.paths[`/api/v1/${path}.json`]?.[method.toLowerCase()]
      if (!described) throw new Error(`${path} is not described`)
      const body = Object.values(described.requestBody?.content ?? {})[0]?.schema.properties?.['query']
      const fields = Object.fromEntries((described.parameters ?? []).map(({ name, schema }) => [name, schema]))
      return {
        path,
        method,
        statuses: new Set(Object.keys(described.responses).map(Number)),
        values: valuesOf(body ?? { type: 'object', properties: fields }, ids),
      }
    })
}

/** One who may nearly everything in his operator, his technician, the neutral operator, and nobody. */
async function people(server: TestServer): Promise<{ sessions: (TestSession | undefined)[]; ids: number[] }> {
  const vno = await makeVno(server.db)
  const accounts = [
    await makeAdmin(server.db, { vno }),
    await makeTechnician(server.db, { vno }),
    await makeOperator(server.db),
  ]
  const sessions = await Promise.all(accounts.map((account) => makeSession(server.db, account)))
  const { inputs } = await callInputs(server, vno)
  const ids = [...JSON.stringify(inputs).matchAll(/:(\d{1,9})\b/g)].map(([, id]) => Number(id))
  return { sessions: [...sessions, undefined], ids: [...new Set([...ids, ...accounts.map(({ id }) => id)])] }
}

interface Asked {
  operation: Operation
  query: unknown
  who: number
}

function whyBad({ statuses }: Operation, status: number, text: string): string | null {
  if (status >= 500) return 'a failure of the server'
  if (!statuses.has(status)) return 'a status that is not documented'
  return behind.test(text) ? 'tells what is behind it' : null
}

async function ask(server: TestServer, sessions: (TestSession | undefined)[], { operation, query, who }: Asked) {
  const { path, method } = operation
  const cookie = sessions[who]?.cookie
  const headers = { host: server.config.publicUrl.host, ...(cookie && { cookie }) }
  const url = `/api/v1/${path}.json`
  if (method === 'GET') {
    const fields = typeof query === 'object' && query !== null ? Object.entries(query) : []
    const search = new URLSearchParams(
      fields.map(([name, value]): [string, string] => [name, (JSON.stringify(value) ?? '').toWellFormed()]),
    )
    return await server.app.inject({ method, url: `${url}?${search.toString()}`, headers })
  }
  const payload = JSON.stringify({ query })
  return await server.app.inject({
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  })
}

/**
 * @param seed the same seed makes the same requests
 * @param each told after every thousand requests
 */
export async function fuzz(
  server: TestServer,
  options: { requests: number; seed: number; each?: (done: number) => void },
): Promise<Fuzzed> {
  const { requests, seed, each } = options
  const { sessions, ids } = await people(server)
  const table = operations(ids)
  const asked: fc.Arbitrary<Asked> = fc
    .tuple(fc.constantFrom(...table), fc.constantFrom(0, 0, 0, 1, 2, 2, 3))
    .chain(([operation, who]) =>
      fc
        .oneof({ arbitrary: operation.values, weight: 12 }, { arbitrary: anything, weight: 1 })
        .map((query) => ({ operation, who, query })),
    )
  const result: Fuzzed = { requests: 0, faults: [], statuses: {}, slowestMs: 0, slowest: '' }
  const batch = 1000
  for (let round = 0; result.requests < requests; round++) {
    const some = fc.sample(asked, { numRuns: Math.min(batch, requests - result.requests), seed: seed + round })
    for (const one of some) {
      const began = performance.now()
      const answer = await ask(server, sessions, one).catch((error: unknown) => ({
        statusCode: 599,
        headers: {},
        body: `broken off: ${String(error)}`,
      }))
      const took = performance.now() - began
      const { path } = one.operation
      result.requests++
      result.statuses[answer.statusCode] = (result.statuses[answer.statusCode] ?? 0) + 1
      if (took > result.slowestMs) Object.assign(result, { slowestMs: took, slowest: path })
      const json = String((answer.headers as Record<string, unknown>)['content-type']).startsWith('application/json')
      const why = whyBad(one.operation, answer.statusCode, json ? answer.body : '')
      if (why && result.faults.length < 50) {
        const request = JSON.stringify(one.query)?.slice(0, 600) ?? 'undefined'
        result.faults.push({ path, status: answer.statusCode, why, request, answer: answer.body.slice(0, 400) })
      }
    }
    each?.(result.requests)
  }
  return result
}
