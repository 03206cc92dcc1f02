import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import type { AnyCall } from './call.ts'
import { contract } from './index.ts'
import { openApi } from './openapi.ts'

interface Described {
  requestBody?: { content: Record<string, { example?: { query?: unknown; data?: unknown } }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
const document = openApi(contract, '') as { paths: Record<string, Record<string, Described>> }

test('every call has an example that passes its own validation, and one of its response', () => {
  const faults: string[] = []
  for (const [path, spec] of Object.entries(contract) as [string, AnyCall][]) {
    const described = document.paths[`/api/v1/${path}.json`]?.[spec.method.toLowerCase()]
    const sent = Object.values(described?.requestBody?.content ?? {})[0]?.example
    if (spec.method === 'POST') {
      const parsed = z.safeParse(spec.input, sent?.query ?? sent?.data)
      if (!parsed.success) faults.push(`${path} request: ${z.prettifyError(parsed.error)}`)
    }
    if (!('output' in spec)) continue
    const answer = described?.responses['200']?.content?.['application/json']?.example
    const parsed = z.safeParse(spec.output, answer)
    if (!parsed.success) faults.push(`${path} answer: ${z.prettifyError(parsed.error)}`)
  }
  assert.deepEqual(faults, [])
})

/** Meaningless example texts: the field's own name, or a time in a field that is not a time. */
function empty(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => empty(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, one]) => empty(one, field))
  if (typeof value !== 'string') return []
  const own = [name, name.replace(/s$/, '')].includes(value)
  const moment =
    /^\d{4}-\d\d-\d\d/.test(value) &&
    !/(?:_at|_from|_to|_until|_date|date|^at|time|from|to|day|now|last_seen|since|until|on)$/.test(name)
  return own || moment ? [`${name}: ${value}`] : []
}

test('an example has a typical value for each field', () => {
  const said = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ requestBody, responses }) =>
      [...Object.values(requestBody?.content ?? {}), ...Object.values(responses['200']?.content ?? {})].flatMap(
        ({ example }) => empty(example, '').map((one) => `${path} ${one}`),
      ),
    ),
  )
  assert.deepEqual(said, [])
})
