import { contract } from '@hilo/contract/index.ts'
import type { Schema } from '@hilo/contract/example.ts'
import { openApi } from '@hilo/contract/openapi.ts'
import type { Limit } from '../api/limits.ts'

interface Described {
  requestBody?: { content: { 'multipart/form-data'?: { schema: Schema } } }
}

/** What a field may be, `null` apart. */
const kinds = (schema: Schema): Schema[] => schema.anyOf?.flatMap(kinds) ?? (schema.type === 'null' ? [] : [schema])

/** Bounds of a JSON number that say nothing: those of a 32-bit integer, and of an id. */
const isBound = (value: number | undefined) => value !== undefined && Math.abs(value) < 2 ** 31 - 1

function limitOf({ type, minLength, maxLength, minimum, maximum }: Schema): Limit {
  if (type === 'string') return { ...(minLength && { minLength }), ...(maxLength !== undefined && { maxLength }) }
  return { ...(isBound(minimum) && { minimum }), ...(isBound(maximum) && { maximum }) }
}

/** By the last part of a field's name, as the server's messages find the field of a form. */
function fieldsOf(schema: Schema): [string, Limit][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    kinds(field).flatMap((one) => {
      if (one.type === 'object') return fieldsOf(one)
      const limit = limitOf(one)
      return Object.keys(limit).length > 0 ? [[name, limit] as [string, Limit]] : []
    }),
  )
}

/** Without the names that stand for fields of different limits. */
function unambiguous(all: readonly [string, Limit][]): [string, Limit][] {
  const byName = Map.groupBy(all, ([name]) => name)
  return [...byName.values()].flatMap((same) =>
    new Set(same.map(([, limit]) => JSON.stringify(limit))).size === 1 ? same.slice(0, 1) : [],
  )
}

/**
 * Limits of the fields of every change and of every public form, from the contract: the client has the contract as types only.
 */
export function fieldLimits(): Record<string, Record<string, Limit>> {
  const { paths } = openApi(contract, '') as { paths: Record<string, Record<string, Described>> }
  const limits = Object.entries(contract).flatMap(([path, spec]): [string, Record<string, Limit>][] => {
    if (!('mutates' in spec || spec.scope === 'public') || spec.method !== 'POST') return []
    const sent = paths[`/api/v1/${path}.json`]?.['post']?.requestBody?.content['multipart/form-data']?.schema
    const found = unambiguous(Object.values(sent?.properties ?? {}).flatMap((query) => fieldsOf(query)))
    return found.length > 0 ? [[path, Object.fromEntries(found)]] : []
  })
  return Object.fromEntries(limits)
}
