/** Fields of a call's input that name records, including nested ones and list items. */
import type { Schema } from '../fuzz/schema-values.ts'

export interface IdField {
  /** Dotted path of the field without list indexes: `filter.event_id`, `items.access_id`. */
  name: string
  /** Inserts a value in each form that the field accepts. Each form is a separate input. */
  forms(base: object, value: unknown, own: unknown): object[]
  /** The value of an input at this place. */
  at(input: object | undefined): unknown
}

const naming =
  /(?:^|_)(?:id|ids|code|codes|serial|label|labels|accesses|pictures|cif)$|^(?:port_from|port_to|port|externalId|zone|recipient|label_read|replaced_label|customer_ref)$/

type Part = string | 'each'
type Place = readonly Part[]
type Form = 'one' | 'many' | 'range' | 'like'

function take(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(take) : [schema]
}

/** An integer or free text; closed sets name no record. */
function isName(schema: Schema): boolean {
  const types = [schema.type].flat()
  return !schema.enum && !('const' in schema) && (types.includes('integer') || types.includes('string'))
}

function formsOf(one: Schema): Form[] {
  if (isName(one)) return ['one']
  if (one.type === 'array' && typeof one.items === 'object' && take(one.items).some(isName)) return ['many']
  const fields = Object.keys(one.properties ?? {})
  if (!fields.includes('gte') || !take(one.properties?.['gte'] ?? {}).some(isName)) return []
  return fields.includes('like') ? ['range', 'like'] : ['range']
}

/** Every place of the schema that may hold a name, with its form. */
function places(schema: Schema, at: Place): { place: Place; form: Form }[] {
  const name = at.filter((part) => part !== 'each').at(-1) ?? ''
  return take(schema).flatMap((one) => {
    const forms = formsOf(one)
    if (forms.length > 0) return naming.test(name) ? forms.map((form) => ({ place: at, form })) : []
    if (one.type === 'array' && typeof one.items === 'object') return places(one.items, [...at, 'each'])
    return Object.entries(one.properties ?? {}).flatMap(([key, field]) => places(field, [...at, key]))
  })
}

/** Copies of `base` with a value at a place; in a list alone, first and last. */
function put(base: unknown, [first, ...rest]: Place, value: unknown): unknown[] {
  if (first === undefined) return [value]
  if (first === 'each') {
    const list = Array.isArray(base) ? (base as unknown[]) : []
    return put(list[0], rest, value).flatMap((one) =>
      list.length > 0 ? [[one], [one, ...list], [...list, one]] : [[one]],
    )
  }
  const object = typeof base === 'object' && base !== null && !Array.isArray(base) ? base : {}
  return put((object as Record<string, unknown>)[first], rest, value).map((one) => ({ ...object, [first]: one }))
}

function get(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, part) => {
    if (part === 'each') return Array.isArray(at) ? (at as unknown[])[0] : undefined
    return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined
  }, value)
}

/** The value in every notation of the form. */
function said(form: Form, value: unknown, own: unknown): unknown[] {
  const lists = own === undefined ? [[value]] : [[value], [own, value], [value, own]]
  return { one: [value], many: lists, range: [{ gte: value, lte: value }], like: [{ like: value }] }[form]
}

export function idFields(schema: Schema): IdField[] {
  return places(schema, []).map(({ place, form }) => ({
    name: place.filter((part) => part !== 'each').join('.'),
    forms: (base, value, own) => said(form, value, own).flatMap((one) => put(base, place, one)) as object[],
    at: (input) => {
      const found = get(input, place)
      return Array.isArray(found) ? (found as unknown[])[0] : found
    },
  }))
}
