import { problems, type ProblemCode } from '@hilo/domain/problem.ts'
import * as z from 'zod/mini'
import type { AnyCall } from './call.ts'
import { exampleOf } from './example.ts'

/** OpenAPI 3.1 document of a table of calls, generated from the declarations so that it always matches the server. */

/** Problems that any call may return. */
const always: readonly ProblemCode[] = [
  'VALIDATION',
  'SYNTAX_ERROR_IN_REQUEST',
  'RATE_LIMITED',
  'SYSTEM_ERROR',
  'UNAVAILABLE',
]
const ofSession: readonly ProblemCode[] = [
  'YOU_ARE_NOT_LOGGED_IN',
  'PRIVILEGE_DENIED',
  'AGREEMENT_REQUIRED',
  'PASSKEY_REQUIRED',
  'FOREIGN_ORIGIN',
]
const ofBody: readonly ProblemCode[] = ['FILE_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const ofChange: readonly ProblemCode[] = ['REQUEST_ID_REUSED', 'STORAGE_FULL']
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const bytes = { type: 'string', format: 'binary' }
const file = { schema: bytes }

function schemaOf(schema: z.core.$ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    io: 'input',
  })
  return rest
}

/** Area of a call, as owner of its fields: `ctos` in `admin_vno/ctos/get`. */
const areaOf = (path: string): string => path.replace(/^admin_vno\//, '').split('/')[0] ?? ''

function requestOf(path: string, spec: AnyCall): object {
  const input = schemaOf(spec.input)
  if (spec.method === 'GET') {
    const properties = (input['properties'] ?? {}) as Record<string, object>
    const required = (input['required'] ?? []) as string[]
    return {
      parameters: Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema,
      })),
    }
  }
  const files = spec.kind === 'call' ? Object.entries(spec.files ?? {}) : []
  const required = files.filter(([, part]) => !part.optional).map(([name]) => name)
  const name = spec.kind === 'call' ? (spec.envelope ?? 'query') : 'query'
  const example = { [name]: exampleOf(input, '', areaOf(path)) }
  const envelope = { type: 'object', properties: { [name]: input }, additionalProperties: false }
  const form = {
    ...envelope,
    properties: {
      [name]: input,
      ...Object.fromEntries(files.map(([name, { maxBytes }]) => [name, { ...bytes, 'x-max-bytes': maxBytes }])),
    },
    ...(required.length > 0 && { required }),
  }
  return {
    requestBody: {
      content: {
        ...(required.length === 0 && { 'application/json': { schema: envelope, example } }),
        'multipart/form-data': {
          schema: form,
          encoding: { [name]: { contentType: 'application/json' } },
          example,
        },
      },
    },
  }
}

function successOf(path: string, spec: AnyCall): object {
  if (spec.kind === 'blob') return { description: 'El fichero', content: { '*/*': file } }
  if (spec.kind !== 'download') {
    const schema = schemaOf(spec.output)
    return {
      description: 'Correcto',
      content: { 'application/json': { schema, example: exampleOf(schema, '', areaOf(path)) } },
    }
  }
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { description: 'El fichero, sin límite de filas', content: { 'text/csv': file, [sheet]: file } }
}

/** Every problem that a call may return. */
export function problemsOf(spec: AnyCall): ProblemCode[] {
  const all = [
    ...(spec.privilege === 'none' ? [] : ofSession),
    ...always,
    ...(spec.method === 'POST' ? ofBody : []),
    ...(spec.mutates ? ofChange : []),
    ...(spec.problems ?? []),
  ]
  return [...new Set(all)]
}

function answersOf(path: string, spec: AnyCall): object {
  const codes = problemsOf(spec)
  const failures = Map.groupBy(codes, (code) => problems[code])
  return {
    200: successOf(path, spec),
    ...Object.fromEntries(
      [...failures].map(([status, list]) => [
        status,
        { description: list.join(', '), ...json({ $ref: '#/components/schemas/Problem' }) },
      ]),
    ),
  }
}

export function openApi(calls: Readonly<Record<string, AnyCall>>, version: string): object {
  const paths = Object.entries(calls).map(([path, spec]): [string, object] => [
    `/api/v1/${path}.json`,
    {
      [spec.method.toLowerCase()]: {
        operationId: path.replaceAll('/', '_'),
        summary: spec.summary,
        tags: [path.split('/').slice(0, -1).join('/')],
        'x-privilege': spec.privilege,
        'x-scope': spec.scope,
        ...(spec.extension && { 'x-extension': true }),
        ...(spec.demo && { 'x-demonstration': true }),
        security: spec.privilege === 'none' ? [] : [{ session: [] }, { bearer: [] }],
        ...requestOf(path, spec),
        responses: answersOf(path, spec),
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Hilo', version, description: 'API de administración de la red de fibra.' },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'hilo_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['error', 'result', 'msg', 'request_id'],
          properties: {
            error: { enum: Object.keys(problems) },
            result: { type: 'string', description: 'Texto en español' },
            msg: { type: 'string' },
            details: {
              type: 'array',
              items: {
                type: 'object',
                properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
              },
            },
            record: { description: 'El registro tal como está ahora, con VERSION_CONFLICT' },
            request_id: { type: 'string' },
          },
        },
      },
    },
  }
}
