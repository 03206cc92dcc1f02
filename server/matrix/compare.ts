/** Compares two answers without request-specific values. */
import { contract, type Path } from '@hilo/contract/index.ts'
import { openApi } from '@hilo/contract/openapi.ts'
import type { Schema } from '../fuzz/schema-values.ts'
import type { Answer } from '../test/harness.ts'
import { readable } from './canaries.ts'

type Described = Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
const described = (openApi(contract, '') as { paths: Described }).paths

/** Input schema of a call. */
export function inputSchema(path: Path): Schema {
  const { requestBody } = described[`/api/v1/${path}.json`]?.['post'] ?? {}
  const { query, data } = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}
  return query ?? data ?? {}
}

const nobodys = 2_000_000_000

/** A well-formed name that does not exist. */
export function nobodyOf(value: unknown): unknown {
  if (typeof value !== 'string') return nobodys
  const digits = value.replace(/\d(?=[^\d]*$)/, (digit) => String((Number(digit) + 5) % 10))
  return digits === value ? `${value.slice(0, -1)}${value.endsWith('Z') ? 'Y' : 'Z'}` : digits
}

/** Byte for byte, except request id, time, and the requested name. */
export function comparable({ status, bytes, headers }: Answer, ...asked: unknown[]): string {
  let text = readable(bytes)
    .replace(/"request_id":"[^"]+"/, '')
    .replace(/"server_time":"[^"]+"/, '')
  for (const value of asked) if (typeof value === 'string') text = text.replaceAll(value, '?')
  return JSON.stringify([status, headers['content-type'], headers['content-disposition'], text])
}
