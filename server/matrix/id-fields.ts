/** Where a call's input names records: every such field, nested ones and positions of lists included. */
import type { Schema } from '../fuzz/schema-values.ts'

export interface IdField {
  /** Dotted path of the field, list positions left out: `filter.event_id`, `items.access_id`. */
  name: string
  /** Puts a value there, in each form that the field takes. Each form is an input of its own. */
  forms(base: object, value: unknown, own: unknown): object[]
}

/** Names of the plant say nothing about an operator. */
const physical = /(?:^|\.)(?:cto|pon|olt)_(?:id|code)$|near|_read$/
const naming = /(?:^|_)(?:id|ids|code|codes|serial|label|accesses|customer_ref|external_order_id)$/
/** Not names of records, whatever they are called. */
const plain = /client_request_id|^(?:code|ine_code|postal_code|reason_code|condition_code|employee_code|vno_code)$/

type Place = readonly (string | 'each')[]

function take(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(take) : [schema]
}

function isScalar({ type }: Schema): boolean {
  const types = [type].flat()
  return types.includes('integer') || types.includes('string')
}

/** Every place of the schema that holds a name, in each form it may take there. */
function places(schema: Schema, at: Place): { place: Place; form: 'one' | 'many' | 'range' }[] {
  const name = at.filter((part) => part !== 'each').at(-1) ?? ''
  return take(schema).flatMap((one) => {
    const wanted = naming.test(name) && !plain.test(name) && !physical.test(at.join('.'))
    if (isScalar(one)) return wanted ? [{ place: at, form: 'one' as const }] : []
    if (one.type === 'array' && typeof one.items === 'object') {
      const inside = take(one.items).some(isScalar)
      if (inside) return wanted ? [{ place: at, form: 'many' as const }] : []
      return places(one.items, [...at, 'each'])
    }
    if (one.type !== 'object') return []
    const fields = Object.keys(one.properties ?? {})
    if (fields.includes('gte') && fields.includes('lte')) return wanted ? [{ place: at, form: 'range' as const }] : []
    return Object.entries(one.properties ?? {}).flatMap(([key, field]) => places(field, [...at, key]))
  })
}

/** A copy of `base` with a value at a place; lists on the way hold one element more. */
function put(base: unknown, [first, ...rest]: Place, value: unknown): unknown {
  if (first === undefined) return value
  if (first === 'each') {
    const list = Array.isArray(base) ? (base as unknown[]) : []
    return [...list, put(list[0], rest, value)]
  }
  const object = typeof base === 'object' && base !== null && !Array.isArray(base) ? base : {}
  return { ...object, [first]: put((object as Record<string, unknown>)[first], rest, value) }
}

export function idFields(schema: Schema): IdField[] {
  return places(schema, []).map(({ place, form }) => ({
    name: place.filter((part) => part !== 'each').join('.'),
    forms: (base, value, own) => {
      const values: Record<typeof form, unknown[]> = {
        one: [value],
        many: own === undefined ? [[value]] : [[value], [own, value]],
        range: [{ gte: value, lte: value }],
      }
      return values[form].map((one) => put(base, place, one) as object)
    },
  }))
}
