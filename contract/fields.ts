import * as z from 'zod/mini'
import type { ColumnKind } from './columns.ts'
import type { FilterSpec } from './filter.ts'
import { codeRef, createdBy, id, nameRef, oneLine, time } from './wire.ts'

/**
 * A field of a record, declared once: how it is sent, what is accepted of it, its limits and example, and whether a list
 * filters, sorts and shows it. Record, inputs, list, documentation, test inputs and the form limits of the web client
 * are derived from it.
 */

interface Use {
  /** Null where there is none; in an input, null removes the value. */
  nullable?: true
  /** The list filters by it. */
  filter?: true
  /** The list sorts by it. */
  sort?: true
  /** No column of its own, on screen or in a download. */
  column?: false
  /** Typical value for the documentation and for test inputs. */
  example?: string | number
  /** Least characters of a text, or least value of an integer. */
  min?: number
  max?: number
}

type OrNull<U extends Use, T extends z.ZodMiniType> = U extends { nullable: true } ? z.ZodMiniNullable<T> : T
type FilterKind = FilterSpec['kind']

interface Field<
  R extends z.ZodMiniType = z.ZodMiniType,
  I extends z.ZodMiniType = z.ZodMiniType,
  K extends FilterKind | null = FilterKind | null,
  U extends Use = Use,
> {
  /** As sent in a record. */
  record: R
  /** As accepted in an input: with its limits. */
  input: I
  use: U
  filter: K extends FilterKind ? { kind: K; values?: readonly (string | number)[] } : null
  column: ColumnKind | null
}

/** A record that this one refers to: `x` travels as its id and its code or name, and `x_id` beside it. */
interface Reference<T extends 'code' | 'name' = 'code' | 'name', U extends Use = Use> {
  refers: T
  use: U
}

function field<R extends z.ZodMiniType, I extends z.ZodMiniType, K extends FilterKind | null, const U extends Use>(
  { record, input }: { record: R; input: I },
  filter: ((K extends FilterKind ? { kind: K; values?: readonly (string | number)[] } : null) & object) | null,
  column: ColumnKind | null,
  use: U,
): Field<OrNull<U, R>, OrNull<U, I>, K, U> {
  const example = use.example
  const accepted = example === undefined ? input : input.check(z.meta({ examples: [example] }))
  const sent = example === undefined ? record : record.check(z.meta({ examples: [example] }))
  const orNull = <T extends z.ZodMiniType>(schema: T) => (use.nullable ? z.nullable(schema) : schema) as OrNull<U, T>
  return { record: orNull(sent), input: orNull(accepted), use, filter: filter as never, column }
}

/** Text that people type: a single line, unless `lines`. */
export function text<const U extends Use & { max: number; lines?: true }>(use: U) {
  const { min = 0, max, lines } = use
  const input = z.string().check(lines ? z.trim() : oneLine, z.minLength(min), z.maxLength(max))
  return field<z.ZodMiniString, z.ZodMiniString, 'code', U>(
    { record: z.string(), input },
    { kind: 'code' },
    'text',
    use,
  )
}

/** Text of a fixed format; `input`: what is accepted, where an input takes it. */
export function code<const U extends Use & { input?: z.ZodMiniString }>(use: U) {
  const { input = z.string().check(z.maxLength(64)) } = use
  return field<z.ZodMiniString, z.ZodMiniString, 'code', U>(
    { record: z.string(), input },
    { kind: 'code' },
    'code',
    use,
  )
}

export function integer<const U extends Use>(use: U) {
  const { min = -2147483648, max = 2147483647 } = use
  const input = z.int().check(z.minimum(min), z.maximum(max))
  return field<z.ZodMiniNumber, z.ZodMiniNumber, 'integer', U>(
    { record: z.int(), input },
    { kind: 'integer' },
    'integer',
    use,
  )
}

/** A value of an enumeration of domain/status.ts. */
export function status<const U extends Use>({ key, values }: { key: string; values: readonly number[] }, use: U) {
  const schema = z.literal(values)
  return field<typeof schema, typeof schema, 'status', U>(
    { record: schema, input: schema },
    { kind: 'status', values },
    `status:${key}`,
    use,
  )
}

/** A word of a closed set, whose texts are `choice.<name>.<word>`. */
export function choice<const W extends readonly [string, ...string[]], const U extends Use>(
  name: string,
  words: W,
  use: U,
) {
  const schema = z.enum(words)
  return field<typeof schema, typeof schema, 'choice', U>(
    { record: schema, input: schema },
    { kind: 'choice', values: words },
    `choice:${name}`,
    use,
  )
}

export function moment<const U extends Use>(use: U) {
  return field<typeof time, typeof time, 'time', U>({ record: time, input: time }, { kind: 'time' }, 'time', use)
}

/** Anything else: a schema without filter, sort or column. */
export function shape<T extends z.ZodMiniType>(schema: T) {
  return field<T, T, null, { column: false }>({ record: schema, input: schema }, null, null, { column: false })
}

/** A JSON value, which a download writes as text. */
export function json<T extends z.ZodMiniType, const U extends Use>(schema: T, use: U) {
  return field<T, T, null, U>({ record: schema, input: schema }, null, 'text', use)
}

export function reference<T extends 'code' | 'name', const U extends Use>(refers: T, use: U): Reference<T, U> {
  return { refers, use }
}

/** The id of a record that is named elsewhere, or not at all. */
export function identifier<const U extends Use>(use: U) {
  return field<typeof id, typeof id, 'id', U>({ record: id, input: id }, { kind: 'id' }, 'id', use)
}

/** Fields of every record; `created_at` is written again where a list filters or sorts by it. */
export const recordFields = {
  created_at: moment({}),
  updated_at: moment({}),
  id: identifier({ filter: true, sort: true }),
  version: shape(z.int()),
  created_by: shape(createdBy),
} as const

type Fields = Readonly<Record<string, Field | Reference>>
type Text<K> = K & string
type RefSchema<T> = T extends 'name' ? typeof nameRef : typeof codeRef

/** Fields of the record as sent: a reference is two of them. */
type RecordShape<F extends Fields> = {
  [K in keyof F as F[K] extends Reference ? never : K]: F[K] extends Field<infer R> ? R : never
} & {
  [K in keyof F as F[K] extends Reference ? K : never]: F[K] extends Reference<infer T, infer U>
    ? OrNull<U, RefSchema<T>>
    : never
} & {
  [K in keyof F as F[K] extends Reference ? `${Text<K>}_id` : never]: F[K] extends Reference<infer _, infer U>
    ? OrNull<U, typeof id>
    : never
}
type Used<F extends Fields, K extends keyof F, W extends 'filter' | 'sort'> =
  F[K]['use'] extends Readonly<Record<W, true>> ? K : never
type Filters<F extends Fields> = {
  readonly [
    K in keyof F as F[K] extends Reference
      ? Used<F, K, 'filter'> extends never
        ? never
        : `${Text<K>}_id`
      : Used<F, K, 'filter'>
  ]: F[K] extends Field<infer _, infer __, infer N extends FilterKind>
    ? { kind: N; values?: readonly (string | number)[] }
    : { kind: 'id' }
}
type Sorts<F extends Fields> = Text<{ [K in keyof F]: Used<F, K, 'sort'> }[keyof F]>
type Columns<F extends Fields> = {
  readonly [
    K in keyof F as F[K]['use'] extends { readonly column: false }
      ? never
      : F[K] extends Reference<infer T>
        ? `${Text<K>}.${T}`
        : K
  ]: ColumnKind
}

const isReference = (one: Field | Reference): one is Reference => 'refers' in one
const refSchema = { code: codeRef, name: nameRef }
const ifNull = ({ nullable }: Use, schema: z.ZodMiniType) => (nullable ? z.nullable(schema) : schema)

/** Fields of a record of a list, as `list` takes them; columns come in the order of the fields. */
export function entity<const F extends Fields>(fields: F) {
  const all = Object.entries(fields)
  const record = all.flatMap(([name, one]): [string, z.ZodMiniType][] =>
    isReference(one)
      ? [
          [`${name}_id`, ifNull(one.use, id)],
          [name, ifNull(one.use, refSchema[one.refers])],
        ]
      : [[name, one.record]],
  )
  const filters = all.flatMap(([name, one]): [string, FilterSpec][] => {
    if (!one.use.filter) return []
    return isReference(one) ? [[`${name}_id`, { kind: 'id' }]] : one.filter ? [[name, one.filter]] : []
  })
  const columns = all.flatMap(([name, one]): [string, ColumnKind][] => {
    if (one.use.column === false) return []
    if (isReference(one)) return [[`${name}.${one.refers}`, one.refers === 'code' ? 'code' : 'text']]
    return one.column ? [[name, one.column]] : []
  })
  return {
    record: z.strictObject(Object.fromEntries(record) as RecordShape<F>),
    filters: Object.fromEntries(filters) as Filters<F>,
    sorts: all.flatMap(([name, one]) => (one.use.sort ? [name] : [])) as unknown as readonly Sorts<F>[],
    columns: Object.fromEntries(columns) as Columns<F>,
  }
}

type Writable<F extends Fields> = { [K in keyof F]: F[K] extends Reference ? `${Text<K>}_id` : Text<K> }[keyof F]
type InputOf<F extends Fields, N extends string> = N extends keyof F
  ? F[N] extends Field<infer _, infer I>
    ? I
    : never
  : N extends `${infer K}_id`
    ? K extends keyof F
      ? OrNull<F[K]['use'], typeof id>
      : never
    : never

function inputOf(fields: Fields, name: string): z.ZodMiniType {
  const own = fields[name]
  if (own && !isReference(own)) return own.input
  const referred = fields[name.replace(/_id$/, '')]
  if (!referred) throw new Error(`no field "${name}"`)
  return ifNull(referred.use, id)
}

/** Fields of an input that have to be sent; a reference is named by its `x_id`. */
export function required<const F extends Fields, const N extends Writable<F>>(fields: F, ...names: readonly N[]) {
  return Object.fromEntries(names.map((name) => [name, inputOf(fields, name)])) as { [K in N]: InputOf<F, K> }
}

/** Fields of an input that may be left out. */
export function optional<const F extends Fields, const N extends Writable<F>>(fields: F, ...names: readonly N[]) {
  const entries = names.map((name) => [name, z.optional(inputOf(fields, name))])
  return Object.fromEntries(entries) as { [K in N]: z.ZodMiniOptional<InputOf<F, K>> }
}
