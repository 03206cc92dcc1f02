/** Requests generated from the API's own description and from valid inputs. */
import fc from 'fast-check'
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import { openApi, problemsOf } from '@hilo/contract/openapi.ts'
import { endsSession, neutralOnly } from '../test/inputs/index.ts'
import type { Known } from './known-values.ts'
import { anything, nasty, valuesOf, type Schema } from './schema-values.ts'
import type { Who, World } from './world.ts'

export interface Operation {
  path: Path
  area: string
  method: 'GET' | 'POST'
  spec: AnyCall
  envelope: string
  /** Declared error codes. */
  codes: ReadonlySet<string>
  values: fc.Arbitrary<unknown>
  /** Names of its fields. */
  fields: readonly string[]
  /** Names of its file parts. */
  parts: readonly string[]
}

export interface FuzzRequest {
  operation: Operation
  query: unknown
  /** A body of a foreign type. */
  raw: { type: string; text: string } | null
  files: Record<string, Buffer>
  who: Who
  /** Sent with a separate session, which may end. */
  alone: boolean
}

interface Described {
  requestBody?: { content: Record<string, { schema: Schema }> }
  parameters?: { name: string; schema: Schema; required: boolean }[]
}

/** Calls that end their session, or replace it. */
const ends: readonly string[] = ['account/logout', 'account/oauth_login_complete', 'account/signup', ...endsSession]
/** The call that moves the clock of all others. */
export const clock = 'demo/plant/clock'

export function operations(known: Known): Operation[] {
  const document = openApi(contract, 'fuzz') as { paths: Record<string, Record<string, Described>> }
  return (Object.entries(contract) as [Path, AnyCall][]).map(([path, spec]) => {
    const { method } = spec
    const described = document.paths[`/api/v1/${path}.json`]?.[method.toLowerCase()]
    if (!described) throw new Error(`${path} is not described`)
    const envelope = spec.kind === 'call' ? (spec.envelope ?? 'query') : 'query'
    const given = described.parameters ?? []
    const schema = Object.values(described.requestBody?.content ?? {})[0]?.schema.properties?.[envelope] ?? {
      type: 'object',
      properties: Object.fromEntries(given.map(({ name, schema }) => [name, schema])),
      required: given.filter(({ required }) => required).map(({ name }) => name),
    }
    const area = path.split('/').slice(0, 2).join('/')
    return {
      path,
      area,
      method,
      spec,
      envelope,
      codes: new Set(problemsOf(spec)),
      values: valuesOf(schema, { known, area, name: '', depth: 0 }),
      fields: Object.keys(schema.properties ?? {}),
      parts: spec.kind === 'call' ? Object.keys(spec.files ?? {}) : [],
    }
  })
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** A valid input with a few fields changed, added or removed. */
function near({ path, fields, values }: Operation, world: () => World): fc.Arbitrary<unknown> {
  const length = { minLength: fields.length, maxLength: fields.length }
  return fc.tuple(values, fc.array(fc.nat(11), length)).map(([value, rolls]) => {
    const other = record(value)
    const query: Record<string, unknown> = { ...world().inputs[path] }
    fields.forEach((name, index) => {
      const roll = rolls[index] ?? 0
      if (roll < 2 && Object.hasOwn(other, name)) query[name] = other[name]
      if (roll === 2) delete query[name]
    })
    return query
  })
}

const heads = [
  '',
  '%PDF-1.4\n',
  'PK\u0003\u0004',
  '{"type":"FeatureCollection","features":[]}',
  '{"type":',
  'a;b;c\n1;2;3',
]
const bytes = fc.oneof(
  fc.constantFrom(...heads).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
)
const cell = fc.oneof(fc.constantFrom(...nasty.filter((one) => typeof one === 'string')), fc.string({ maxLength: 20 }))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The same headings over other rows, or a few changed bytes. */
function changed(file: Buffer, rows: readonly string[][], at: readonly number[]): Buffer {
  const text = file.toString()
  const [head = '', first = ''] = text.split('\n')
  if (Buffer.from(text).equals(file) && head.includes(',')) {
    const cells = first.split(',')
    const line = (row: readonly string[]) =>
      cells.map((one, i) => (i % 3 === 0 ? one : quoted(row[i] ?? one))).join(',')
    return Buffer.from([head, first, ...rows.map(line)].join('\n'))
  }
  const other = Buffer.from(file)
  for (const place of at) if (other.length > 0) other[place % other.length] = place % 256
  return other
}

function filesOf({ path, parts }: Operation, world: () => World): fc.Arbitrary<Record<string, Buffer>> {
  if (parts.length === 0) return fc.constant({})
  const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 5 })
  return fc.tuple(fc.nat(9), bytes, rows, fc.array(fc.nat(), { maxLength: 8 })).map(([roll, other, lines, at]) => {
    if (roll === 0) return {}
    return Object.fromEntries(
      parts.map((name) => {
        const good = world().files[path]?.[name] ?? Buffer.from('')
        return [name, roll < 5 ? good : roll < 8 ? changed(good, lines, at) : other]
      }),
    )
  })
}

const raws = fc.constantFrom(
  ...['', '{', '[]', 'null', '"a"', '{"query":[]}', '{"query":1}', '{"query":{},"query":{}}', '{"other":{}}'],
  ...['{"query":{"__proto__":{"a":1}}}', '{"query":{"constructor":{"prototype":{"a":1}}}}', '\ufeff{"query":{}}'],
  `{"query":${'['.repeat(3000)}${']'.repeat(3000)}}`,
  `{"query":{"text":"${'x'.repeat(66_000)}"}}`,
)
const types = fc.constantFrom(
  'application/json',
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data',
)

function whoAsks({ path, spec }: Operation): fc.Arbitrary<Who> {
  const most: Who = neutralOnly.has(path) ? 'operator' : 'admin'
  const nobody = spec.privilege === 'none' ? 9 : 1
  const others: [Who, number][] = [['admin', 2], ['technician', 3], ['operator', 3], ['key', 1], ['nobody', nobody]] // prettier-ignore
  return fc.oneof(
    { arbitrary: fc.constant(most), weight: 12 },
    ...others.map(([who, weight]) => ({ arbitrary: fc.constant(who), weight })),
  )
}

/** Requests of one call, using the world's records at the time of drawing. */
export function requestsOf(operation: Operation, world: () => World): fc.Arbitrary<FuzzRequest> {
  const query = fc.oneof(
    { arbitrary: operation.values, weight: 8 },
    { arbitrary: near(operation, world), weight: 9 },
    { arbitrary: fc.constant(null).map(() => world().inputs[operation.path] ?? {}), weight: 3 },
    { arbitrary: anything, weight: 1 },
  )
  const raw = fc.tuple(fc.nat(49), types, raws).map(([roll, type, text]) => (roll === 0 ? { type, text } : null))
  return fc
    .tuple(query, raw, filesOf(operation, world), whoAsks(operation))
    .map(([query, raw, files, who]) => ({ operation, query, raw, files, who, alone: ends.includes(operation.path) }))
}

/** A valid input of a call, with a permitted session. */
export function plainly(operation: Operation, { inputs, files }: World): FuzzRequest {
  const { path } = operation
  const who = neutralOnly.has(path) ? 'operator' : 'admin'
  const alone = ends.includes(path)
  return { operation, query: inputs[path] ?? {}, raw: null, files: files[path] ?? {}, who, alone }
}
