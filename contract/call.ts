import { downloadFormats } from '@hilo/domain/download-name.ts'
import type { PartPrivilege, Privilege } from '@hilo/domain/privilege.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import * as z from 'zod/mini'
import { downloadColumns, type ColumnKind } from './columns.ts'
import { filterSchema, type FilterSpec } from './filter.ts'
import { fieldsInput } from './record-fields.ts'
import { clientRequestId, id, pageResult, pageFields } from './wire.ts'

export const dispositions = ['inline', 'attachment'] as const
export type Disposition = (typeof dispositions)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * Declaration of a call. One entry gives the route, the validation, the types of both sides, the OpenAPI page and the
 * client's table; the server refuses to start when an entry lacks its privilege, its scope or its handler.
 */

/**
 * Data that a call may access. `public`: no session required. `self`: the user's own rows. `vno`: rows of the session's
 * operator, enforced by row-level security. `network`: the physical plant, visible to every operator.
 */
type Scope = 'public' | 'self' | 'vno' | 'network'

export interface CallBase {
  method: 'GET' | 'POST'
  /** `'any'`: any session; `'none'`: no session needed; of several, one is enough. */
  privilege: Privilege | readonly Privilege[] | 'any' | 'none'
  /** Sub-items of areas that are required in addition, all of them, if the role lists them. */
  parts?: readonly PartPrivilege[]
  scope: Scope
  /** One line in Spanish for the documentation. */
  summary: string
  /** Not in the specification: added by the product. */
  extension?: true
  /** Changes data: runs in one transaction with its audit row, and takes a client_request_id. */
  mutates?: true
  /** Exists in demonstration mode only; elsewhere it is an unknown call. */
  demo?: true
  /**
   * Has a slow step (querying the plant, hashing a password) before the transaction of its change: the handler is split
   * in two phases.
   */
  asks?: true
  /** Also allowed while an account is pending approval or has agreements to accept; other calls are refused then. */
  allowedWhilePending?: true
  problems?: readonly ProblemCode[]
}

/** A file part of a multipart request, by its name. */
export interface FilePart {
  maxBytes: number
  optional?: true
  /** Resumable uploads: the input field that holds the SHA-256 of parts already uploaded. */
  named?: string
}

interface CallSpec<
  I extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
> extends CallBase {
  kind: 'call'
  input: I
  output: O
  /** The fields are sent under this name instead of `query`. */
  envelope?: 'data'
  /** The handler returns every record; the requested page is cut from them. */
  short?: true
  /** File parts sent beside `query`; if one of them is required, the call can only be sent as multipart. */
  files?: Readonly<Record<string, FilePart>>
}

/** A call whose response is the bytes of a file, displayed or downloaded. */
export interface BlobSpec<I extends z.core.$ZodType = z.core.$ZodType> extends CallBase {
  kind: 'blob'
  disposition: Disposition
  input: I
}

/** Builds a schema lazily: most processes use few of several thousand. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Declares a call that is not a list. A mutating one takes `client_request_id` implicitly. */
export function call<const S extends CallBase & { input: z.core.$ZodType; output: z.core.$ZodType }>(
  spec: S,
): S & { kind: 'call' } {
  if (!spec.mutates) return { ...spec, kind: 'call' }
  const object = spec.input as unknown as z.ZodMiniObject
  return { ...spec, kind: 'call', input: z.extend(object, { client_request_id: z.optional(clientRequestId) }) }
}

type Shape = Readonly<Record<string, z.ZodMiniType>>

/**
 * Declares a list that is always short: its handler returns all of it. Takes a page, a record's `id`, `fields` and, in
 * `filter` or beside it, the optional filters of `by`. `beside`: further fields of the response.
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
      fields: fieldsInput(record),
      ...pageFields,
    }),
  )
  const output = onFirstUse(() =>
    z.strictObject({ ...(beside as NonNullable<S['beside']>), records: z.array(record as S['record']), ...pageResult }),
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

/** Declares a call that returns bytes. */
export function blob<const S extends CallBase & { disposition: Disposition; input: z.core.$ZodType }>(
  spec: S,
): S & { kind: 'blob' } {
  return { ...spec, kind: 'blob' }
}

export interface ListDeclaration<R extends z.core.$ZodType> extends Omit<CallBase, 'method' | 'mutates'> {
  /** Prefix of its texts, `column.<name>.<column>`, where the area has more than one list. */
  name?: string
  /** One row as sent. */
  record: R
  filters: Readonly<Record<string, FilterSpec>>
  sorts: readonly string[]
  defaultSort: readonly (readonly [string, SortDirection])[]
  /** Accepts free text in `search`. */
  search?: true
  /** Filters that may also be sent beside `filter`. */
  beside?: readonly string[]
  /** Further optional request fields. */
  more?: Readonly<Record<string, z.ZodMiniType>>
  /** Columns of a download: wire name (dotted for a referenced record) to kind, in the default order. */
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

/** Prefix of a list's texts: its area, unless it declares a name. */
export function listName(path: string, { name }: { name?: string | undefined }): string {
  return name ?? path.split('/')[1] ?? path
}

const sortDirection = z.enum(sortDirections)

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
    ...pageFields,
    id: z.optional(id),
    ...Object.fromEntries((list.beside ?? []).map((name) => [name, filters[name]])),
    ...Object.fromEntries(Object.entries(list.more ?? {}).map(([name, schema]) => [name, z.optional(schema)])),
  })
}

function downloadInput(list: ListDeclaration<z.core.$ZodType>) {
  const names = [...downloadColumns(list).keys()] as [string, ...string[]]
  return z.extend(listInput(list), {
    format: z._default(
      z.enum(downloadFormats).check(z.describe('csv: para programas; csv_es: para hojas de cálculo')),
      'csv',
    ),
    columns: z.optional(z.array(z.enum(names)).check(z.minLength(1), z.maxLength(names.length))),
  })
}

/** Query of every list call, after validation by its own declaration. */
export interface ListQuery {
  filter?: Record<string, unknown>
  search?: string
  sort?: [string, SortDirection][]
  limit?: number
  cursor?: string | null
  count?: boolean
  id?: number
  /** Of each record; absent: all. */
  fields?: string[]
}

/** Declares a list. Its request schema is derived from its filters, sorts and search. */
export function list<const D extends ListDeclaration<z.core.$ZodType>>(declaration: D): ListSpec<D> {
  const { privilege, parts, scope, summary, extension, problems } = declaration
  const input = onFirstUse(() => z.extend(listInput(declaration), { fields: fieldsInput(declaration.record) }))
  const output = onFirstUse(() => z.strictObject({ records: z.array(declaration.record), ...pageResult }))
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

/** The download of a list: same filters and order, every row, streamed as CSV or XLSX. */
export function download<const D extends ListDeclaration<z.core.$ZodType>>(
  of: ListSpec<D>,
  summary: string,
  extension?: true,
): DownloadSpec<D> {
  const input = onFirstUse(() => downloadInput(of.list))
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
