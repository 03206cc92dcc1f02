import type { PartPrivilege, Privilege } from '@hilo/domain/privilege.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import * as z from 'zod/mini'
import { clientRequestId, id, ofPage, pageWords } from './wire.ts'

/**
 * How a call is declared. One entry here gives the route, the checks, the types of both sides, the OpenAPI page and the
 * client's table; the server refuses to start when an entry lacks its privilege, its scope or its handler.
 */

/**
 * Whose data a call may touch.
 * `public`: no session asked for. `self`: the signed-in person's own rows. `vno`: rows of the session's operator, held
 * by row-level security. `network`: the physical plant, which every operator may see.
 */
export type Scope = 'public' | 'self' | 'vno' | 'network'

export interface CallBase {
  method: 'GET' | 'POST'
  /** `'any'`: a session of whatever privileges; `'none'`: no session needed; several: one of them is enough. */
  privilege: Privilege | readonly Privilege[] | 'any' | 'none'
  /** Parts of areas that it needs as well, all of them, from a role that speaks of them. */
  parts?: readonly PartPrivilege[]
  scope: Scope
  /** One Spanish line for the documentation. */
  summary: string
  /** Not in the specification: added by the product. */
  extension?: true
  /** Changes something: runs in one transaction with its audit row, takes a client_request_id. */
  mutates?: true
  /** Exists in demonstration mode alone; elsewhere nobody has heard of it. */
  demo?: true
  /**
   * Asks what takes its time (the plant, a password's hash) before the transaction of its change: its handler comes in
   * two acts.
   */
  asks?: true
  /** Answered too while an account waits for approval or has agreements to accept; nothing else is. */
  waiting?: true
  problems?: readonly ProblemCode[]
}

/** A file part of a multipart request, by its name. */
export interface FilePart {
  maxBytes: number
  optional?: true
  /** Its bytes may have come before, in parts: the field of the input that names them by their hash. */
  named?: string
}

export interface CallSpec<
  I extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
> extends CallBase {
  kind: 'call'
  input: I
  output: O
  /** Its fields travel under this name instead of `query`. */
  envelope?: 'data'
  /** Its handler answers every record; the page that was asked for is cut from them. */
  short?: true
  /** File parts that come beside `query`; such a call can only be sent as multipart when one of them is not optional. */
  files?: Readonly<Record<string, FilePart>>
}

/** A call answered by the bytes of a file, shown in place or saved. */
export interface BlobSpec<I extends z.core.$ZodType = z.core.$ZodType> extends CallBase {
  kind: 'blob'
  disposition: 'inline' | 'attachment'
  input: I
}

/** A schema is made when it is first asked for: of several thousand, most processes read few. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Declares a call that is no list. A mutating one takes `client_request_id` without saying so. */
export function call<const S extends CallBase & { input: z.core.$ZodType; output: z.core.$ZodType }>(
  spec: S,
): S & { kind: 'call' } {
  if (!spec.mutates) return { ...spec, kind: 'call' }
  const object = spec.input as unknown as z.ZodMiniObject
  return { ...spec, kind: 'call', input: z.extend(object, { client_request_id: z.optional(clientRequestId) }) }
}

type Shape = Readonly<Record<string, z.ZodMiniType>>

/**
 * Declares a list that is never long: its handler answers all of it. Like any list it takes a page, a record's `id` and,
 * in `filter` or beside it, what narrows it (`by`, all optional). `beside`: what else the answer holds.
 */
export function shortList<
  const S extends CallBase & { by: Shape; record: z.core.$ZodType; beside?: Shape; mutates?: never },
>(spec: S) {
  const { by, record, beside } = spec
  const input = onFirstUse(() =>
    z.strictObject({
      ...(by as S['by']),
      filter: z.optional(z.strictObject(by as S['by'])),
      ...('id' in (record as unknown as z.ZodMiniObject).shape && { id: z.optional(id) }),
      ...pageWords,
    }),
  )
  const output = onFirstUse(() =>
    z.strictObject({ ...(beside as NonNullable<S['beside']>), records: z.array(record as S['record']), ...ofPage }),
  )
  return {
    ...spec,
    kind: 'call' as const,
    short: true as const,
    get input() {
      return input()
    },
    get output() {
      return output()
    },
  }
}

/** Declares a call that answers bytes. */
export function blob<const S extends CallBase & { disposition: 'inline' | 'attachment'; input: z.core.$ZodType }>(
  spec: S,
): S & { kind: 'blob' } {
  return { ...spec, kind: 'blob' }
}

/**
 * What a column holds: decides its cell in a spreadsheet. `code` is made by the product in a fixed form, `text` comes from
 * people; `status:` names an enumeration of domain/status.ts, `choice:` one of its sets of words. `place_time` is an instant
 * shown by the clock of the row's place; `time` is one of the product itself.
 */
export type ColumnKind =
  'id' | 'integer' | 'number' | 'power' | 'code' | 'text' | TimeKind | `status:${string}` | `choice:${string}`
type TimeKind = 'time' | 'place_time'

export interface FilterSpec {
  kind: 'id' | 'integer' | 'number' | 'code' | 'time' | 'boolean' | 'status' | 'choice' | 'near'
  /** Allowed values of `status` (numbers) and `choice` (strings). */
  values?: readonly (string | number)[]
}

export interface ListDeclaration<R extends z.core.$ZodType> extends Omit<CallBase, 'method' | 'mutates'> {
  /** Name of its texts, `column.<name>.<column>`, where the area has more than one list. */
  name?: string
  /** One row, exactly as it travels. */
  record: R
  filters: Readonly<Record<string, FilterSpec>>
  sorts: readonly string[]
  defaultSort: readonly (readonly [string, 'asc' | 'desc'])[]
  /** Free text is accepted in `search`. */
  search?: true
  /** Filters that may also stand beside `filter`. */
  beside?: readonly string[]
  /** Further fields of the request, all optional. */
  more?: Readonly<Record<string, z.ZodMiniType>>
  /** What a download can hold: wire name (dotted for a referenced record) to kind, in the default order. */
  columns: Readonly<Record<string, ColumnKind>>
}

export interface ListSpec<
  D extends ListDeclaration<z.core.$ZodType> = ListDeclaration<z.core.$ZodType>,
> extends CallBase {
  kind: 'list'
  list: D
  input: ReturnType<typeof listInput>
  output: z.core.$ZodType
}

export interface DownloadSpec<
  D extends ListDeclaration<z.core.$ZodType> = ListDeclaration<z.core.$ZodType>,
> extends CallBase {
  kind: 'download'
  list: D
  input: ReturnType<typeof downloadInput>
}

/** How the texts of a list are called: by its area, unless it has a name of its own. */
export function listName(path: string, { name }: { name?: string | undefined }): string {
  return name ?? path.split('/')[1] ?? path
}

const scalar = {
  id,
  integer: z.int32(),
  number: z.number().check(z.minimum(-1e9), z.maximum(1e9)),
  code: z.string().check(z.maxLength(64)),
  /** A moment; a day alone is its first one, UTC. */
  time: z.union([z.iso.datetime({ offset: true }), z.iso.date()]),
  boolean: z.boolean(),
}

function filterSchema(filter: FilterSpec) {
  if (filter.kind === 'near') {
    return z.strictObject({
      lat: z.number().check(z.minimum(-90), z.maximum(90)),
      lon: z.number().check(z.minimum(-180), z.maximum(180)),
      metres: z.number().check(z.positive(), z.maximum(50_000)),
    })
  }
  const one: z.ZodMiniType =
    filter.kind === 'status' || filter.kind === 'choice' ? z.literal([...(filter.values ?? [])]) : scalar[filter.kind]
  const many = z.array(one).check(z.minLength(1), z.maxLength(200))
  if (filter.kind === 'boolean' || filter.kind === 'choice') return z.union([one, many])
  const range = { gte: z.optional(one), lte: z.optional(one) }
  const bounds =
    filter.kind === 'code'
      ? z.strictObject({ ...range, like: z.optional(z.string().check(z.minLength(1), z.maxLength(64))) })
      : z.strictObject(range)
  return z.union([one, many, bounds])
}

const sortDirection = z.enum(['asc', 'desc'])

function listInput(list: ListDeclaration<z.core.$ZodType>) {
  const filters: Record<string, z.ZodMiniType> = Object.fromEntries(
    Object.entries(list.filters).map(([name, filter]) => [name, z.optional(filterSchema(filter))]),
  )
  return z.strictObject({
    filter: z.optional(z.strictObject(filters).check(z.describe('Lo que estrecha la lista, todo a la vez'))),
    ...(list.search && { search: z.optional(z.string().check(z.maxLength(100), z.describe('Texto libre'))) }),
    sort: z.optional(
      z
        .array(z.tuple([z.enum(list.sorts as [string, ...string[]]), sortDirection]))
        .check(z.minLength(1), z.maxLength(3), z.describe('Campo y sentido; el primero manda')),
    ),
    ...pageWords,
    id: z.optional(id),
    ...Object.fromEntries((list.beside ?? []).map((name) => [name, filters[name]])),
    ...Object.fromEntries(Object.entries(list.more ?? {}).map(([name, schema]) => [name, z.optional(schema)])),
  })
}

function downloadInput({ input, list }: Pick<ListSpec, 'input' | 'list'>) {
  const names = Object.keys(list.columns) as [string, ...string[]]
  return z.extend(input, {
    format: z._default(z.enum(['csv', 'xlsx']), 'csv'),
    columns: z.optional(z.array(z.enum(names)).check(z.minLength(1), z.maxLength(names.length))),
  })
}

/** What every list call reads after its own declaration has checked it. */
export interface ListQuery {
  filter?: Record<string, unknown>
  search?: string
  sort?: [string, 'asc' | 'desc'][]
  limit?: number
  cursor?: string | null
  count?: boolean
  id?: number
}

/** Declares a list. Its request schema follows from the filters, sorts and search it names. */
export function list<const D extends ListDeclaration<z.core.$ZodType>>(declaration: D): ListSpec<D> {
  const { privilege, parts, scope, summary, extension, problems } = declaration
  const input = onFirstUse(() => listInput(declaration))
  const output = onFirstUse(() => z.strictObject({ records: z.array(declaration.record), ...ofPage }))
  return {
    kind: 'list',
    method: 'POST',
    privilege,
    ...(parts && { parts }),
    scope,
    summary,
    ...(extension && { extension }),
    ...(problems && { problems }),
    list: declaration,
    get input() {
      return input()
    },
    get output() {
      return output()
    },
  }
}

/** The download of a list: the same filters and order, every row, streamed as CSV or XLSX. */
export function download<const D extends ListDeclaration<z.core.$ZodType>>(
  of: ListSpec<D>,
  summary: string,
  extension?: true,
): DownloadSpec<D> {
  const input = onFirstUse(() => downloadInput(of))
  return {
    kind: 'download',
    method: 'POST',
    privilege: of.privilege,
    ...(of.parts && { parts: of.parts }),
    scope: of.scope,
    summary,
    ...(extension && { extension }),
    list: of.list,
    get input() {
      return input()
    },
  }
}

export type AnyCall = CallSpec | ListSpec | DownloadSpec | BlobSpec
