/** Values for a JSON schema of the API's own description: mostly valid, sometimes anything. */
import type { Schema } from '@hilo/contract/example.ts'
import fc from 'fast-check'
import type { Known } from './known-values.ts'

/** Place of a value: area of the call, field, and known values. */
interface Place {
  known: Known
  area: string
  name: string
  depth: number
}

export type { Schema }

/** Typical bad input, accidental or malicious. */
export const nasty: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  [],
  {},
  [[[[]]]],
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🙂'.repeat(50),
  'x'.repeat(5000),
  "'; drop table event; --",
  "' or '1'='1",
  '%_\\',
  '../../etc/passwd',
  '=HYPERLINK("http://a")',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${jndi:ldap://a}',
  'NaN',
  'Infinity',
  '1e5',
  '2026-02-30T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  { gte: null },
  { like: '' },
  { toString: 1 },
  ['__proto__'],
]
export const anything = fc.oneof(fc.constantFrom(...nasty), fc.jsonValue({ maxDepth: 3 }))

const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress().map((address) => address.toLowerCase()),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
    .map((at) => at.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
    .map((at) => at.toISOString().slice(0, 10)),
}

function texts({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const form = format === undefined ? undefined : formats[format]
  if (form) return form
  const long = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(fc.string(long), fc.string({ ...long, unit: 'grapheme' }))
}

function integers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema) {
  const min = Math.max(minimum ?? -1000, (exclusiveMinimum ?? -Infinity) + 1, -(2 ** 53))
  const max = Math.min(maximum ?? 2 ** 31, (exclusiveMaximum ?? Infinity) - 1, 2 ** 53)
  const low = Math.max(min, Math.min(max, -2))
  const near = fc.integer({ min: low, max: Math.max(low, Math.min(max, low + 40)) })
  return fc.oneof({ arbitrary: near, weight: 8 }, { arbitrary: fc.constantFrom(min, max), weight: 1 })
}

const inside = (place: Place, name = place.name): Place => ({ ...place, name, depth: place.depth + 1 })

/** Mostly a known value of this name, of any owner; chosen at drawing time, when more is known. */
function orKnown<T>(arbitrary: fc.Arbitrary<T>, type: 'string' | 'number', { known, area, name }: Place) {
  return fc
    .tuple(arbitrary, fc.nat(9), fc.nat())
    .map(([value, roll, n]): unknown => (roll < 6 ? (known.pick(area, name, type, n) ?? value) : value))
}

function objects(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valuesOf(field, inside(place, name))]),
  )
  if (Object.keys(fields).length === 0 && typeof additionalProperties === 'object') {
    const names = propertyNames?.enum
      ? fc.constantFrom(...propertyNames.enum.map(String))
      : fc.string({ maxLength: 20 })
    return fc.dictionary(names, valuesOf(additionalProperties, inside(place)), { maxKeys: 3 })
  }
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true })
}

function lists(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const { prefixItems, items, minItems = 0, maxItems = 5 } = schema
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => valuesOf(item, inside(place))))
  const item = typeof items === 'object' ? valuesOf(items, inside(place)) : anything
  return fc.array(item, { minLength: Math.min(minItems, 5), maxLength: Math.max(minItems, Math.min(maxItems, 5)) })
}

/** Valid values, and occasionally invalid ones. */
export function valuesOf(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const right = rightValues(schema, place)
  return place.depth === 0 ? right : fc.oneof({ arbitrary: right, weight: 40 }, { arbitrary: anything, weight: 1 })
}

function rightValues(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightValues(one, place)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return objects(schema, place)
    case 'array':
      return lists(schema, place)
    case 'string':
      return orKnown(texts(schema), 'string', place)
    case 'integer':
      return orKnown(integers(schema), 'number', place)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}
