import * as z from 'zod/mini'
import { call, sortDirections } from '../call.ts'
import { empty, id, oneLine } from '../wire.ts'

const short = z.string().check(z.minLength(1), z.maxLength(64))
const number = z.number().check(z.minimum(-1e12), z.maximum(1e12))
const scalar = z.union([z.string().check(z.maxLength(120)), number, z.boolean()])
const props = z.record(short, scalar)

/** Format of one column: names from the client's closed registries; nothing is evaluated. */
const format = z.strictObject({
  component: short,
  props: z.optional(props),
  listeners: z.optional(z.array(short).check(z.maxLength(8))),
  formatters: z.optional(z.array(z.strictObject({ name: short, props: z.optional(props) })).check(z.maxLength(12))),
})
const column = z.strictObject({
  id: short,
  visible: z.boolean(),
  /** Pixels. */
  width: z.optional(z.int().check(z.minimum(32), z.maximum(1200))),
  order: z.int().check(z.minimum(0), z.maximum(200)),
  pinned: z.optional(z.boolean()),
  format: z.optional(format),
})
const view = z.strictObject({
  name: z.string().check(oneLine, z.minLength(1), z.maxLength(60)),
  /** The list's URL query: filters, sort and search. */
  search: z.string().check(z.maxLength(2000)),
  shared: z.optional(z.boolean()),
  /** The view's own columns; by default the list's. */
  columns: z.optional(z.array(column).check(z.maxLength(100))),
})
const listConfig = z.strictObject({
  columns: z.array(column).check(z.maxLength(100)),
  density: z.optional(z.enum(['normal', 'compact'])),
  sort: z.optional(z.array(z.tuple([short, z.enum(sortDirections)])).check(z.maxLength(3))),
  views: z.optional(z.array(view).check(z.maxLength(40))),
  /** Default view of the list, as named in the URL. */
  default_view: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
})
export type ListConfig = z.infer<typeof listConfig>
export type ColumnFormat = z.infer<typeof format>

/** A view shared by another user of the same operator. */
const sharedView = z.strictObject({
  name: z.string(),
  search: z.string(),
  columns: z.optional(z.array(column)),
  by: z.string(),
  by_id: id,
})
export type SharedView = z.infer<typeof sharedView>

const uiConfig = z.strictObject({
  /** `userUIConfig_{userId}`: the client's storage key for its copy. */
  key: z.string(),
  lists: z.record(z.string(), z.intersection(listConfig, z.looseObject({ version: z.int() }))),
  version: z.int(),
  /** Views shared by others, by list. */
  shared: z.record(z.string(), z.array(sharedView)),
})
export type UiConfig = z.infer<typeof uiConfig>

export const uiconfig = {
  'admin_vno/uiconfig/get': call({
    summary: 'Configuración de listas de la persona',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    input: empty,
    output: z.strictObject({ record: uiConfig }),
  }),
  'admin_vno/uiconfig/save': call({
    summary: 'Guarda la configuración de una lista',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    mutates: true,
    input: z.strictObject({
      /** Path of the list's call (`admin_vno/ports/get`), plus a name where several screens show the same list. */
      list: z.string().check(z.regex(/^[a-z_]+(?:\/[A-Za-z_]+){1,5}$/), z.maxLength(80)),
      /** `null` restores the defaults. */
      config: z.nullable(listConfig),
      /** 0: nothing is stored yet. */
      version: z.optional(z.int32().check(z.nonnegative())),
    }),
    output: z.strictObject({ record: uiConfig }),
    problems: ['VERSION_CONFLICT'],
  }),
}
