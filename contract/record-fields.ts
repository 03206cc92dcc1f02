import * as z from 'zod/mini'

/** Names of a record's fields, for list calls that ask for some of them: `code`, or `cto.code` inside another record. */

interface Bare {
  schema: z.core.$ZodType
  nullable: boolean
}
type Definition = z.core.$ZodType['_zod']['def'] & {
  innerType?: z.core.$ZodType
  shape?: Readonly<Record<string, z.core.$ZodType>>
}

/** A schema without what makes it nullable or optional. */
export function bare(schema: z.core.$ZodType): Bare {
  const { type, innerType }: Definition = schema._zod.def
  if (innerType === undefined) return { schema, nullable: false }
  const inner = bare(innerType)
  return { schema: inner.schema, nullable: inner.nullable || type === 'nullable' }
}

/** Fields of an object; none of another schema. */
export function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { shape }: Definition = bare(schema).schema._zod.def
  return shape ?? {}
}

/** Every name by which a part of a record can be asked for, in the order of its declaration. */
export function fieldPaths(record: z.core.$ZodType): string[] {
  return Object.entries(shapeOf(record)).flatMap(([name, field]) => [
    name,
    ...Object.keys(shapeOf(field)).map((inner) => `${name}.${inner}`),
  ])
}

/** `fields` of a list call. */
export function fieldsInput(record: z.core.$ZodType) {
  const names = fieldPaths(record)
  const text = 'Campos que se quieren de cada registro; `id` viene siempre. Sin esto vienen todos'
  return z.optional(
    z.array(z.enum(names as [string, ...string[]])).check(z.minLength(1), z.maxLength(names.length), z.describe(text)),
  )
}

/** Wanted fields by name: all of the field, or the named parts of a nested record. */
export type FieldChoice = ReadonlyMap<string, true | readonly string[]>

/** The fields named in a request, and `id`; equal sets give equal choices, whatever their order. */
export function chosenFields(record: z.core.$ZodType, asked: readonly string[]): FieldChoice {
  const wanted = new Set(['id', ...asked])
  const choice = new Map<string, true | readonly string[]>()
  for (const [name, field] of Object.entries(shapeOf(record))) {
    const parts = Object.keys(shapeOf(field)).filter((part) => wanted.has(`${name}.${part}`))
    if (wanted.has(name)) choice.set(name, true)
    else if (parts.length > 0) choice.set(name, parts)
  }
  return choice
}

/** Schema of the response of a list that was asked for these fields: nothing else is sent. */
export function chosenOutput(output: z.core.$ZodType, asked: readonly string[]) {
  const { element: record } = shapeOf(output)['records']?._zod.def as unknown as { element: z.core.$ZodType }
  const shape = shapeOf(record)
  const chosen = [...chosenFields(record, asked)].flatMap(([name, parts]): [string, z.ZodMiniType][] => {
    const field = shape[name] as z.ZodMiniType
    if (parts === true) return [[name, field]]
    const inner = shapeOf(field)
    const own = z.strictObject(Object.fromEntries(parts.map((part) => [part, inner[part] as z.ZodMiniType])))
    return [[name, bare(field).nullable ? z.nullable(own) : own]]
  })
  return z.extend(output as z.ZodMiniObject, { records: z.array(z.strictObject(Object.fromEntries(chosen))) })
}
