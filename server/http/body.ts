import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '@hilo/domain/problem.ts'
import { parseStrictJson } from './strict-json.ts'

/** Largest `query` that a call takes; longer lists travel as a file. */
export const maxQueryBytes = 64 * 1024

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
  return value as Record<string, unknown>
}

/** `{"query": {…}}`, or nothing at all. */
function fromJson(body: unknown): unknown {
  if (body === undefined || body === null || body === '') return {}
  if (typeof body !== 'string') throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  const envelope = record(parseStrictJson(body))
  const unknown = Object.keys(envelope).filter((key) => key !== 'query')
  if (unknown.length > 0) {
    const details = unknown.map((field) => ({ field, code: 'unknown', message: 'validation.unknown' }))
    throw new Problem('VALIDATION', { details })
  }
  return record(envelope['query'] ?? {})
}

async function fromMultipart(request: FastifyRequest): Promise<unknown> {
  let query: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' || part.fieldname !== 'query') {
        const details = [{ field: part.fieldname, code: 'unknown', message: 'validation.unknown' }]
        throw new Problem('VALIDATION', { details })
      }
      if (query !== undefined) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
      if (part.valueTruncated) throw new Problem('BODY_TOO_LARGE')
      query = String(part.value)
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('SYNTAX_ERROR_IN_REQUEST')
  }
  return query === undefined || query === '' ? {} : record(parseStrictJson(query))
}

/** A GET carries its fields as URL parameters; the same one twice is refused. */
function fromUrl(request: FastifyRequest): unknown {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(request.raw.url?.split('?')[1] ?? '')) {
    if (Object.hasOwn(fields, name)) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
    fields[name] = value
  }
  return fields
}

/**
 * What a request asks, whichever way it travelled.
 * @throws Problem SYNTAX_ERROR_IN_REQUEST, UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or VALIDATION
 */
export async function readQuery(request: FastifyRequest): Promise<unknown> {
  if (request.method === 'GET') return fromUrl(request)
  if (request.isMultipart()) return await fromMultipart(request)
  if (typeof request.body === 'string' && request.body.length > maxQueryBytes) throw new Problem('BODY_TOO_LARGE')
  return fromJson(request.body)
}
