/** Values for a JSON schema of the API's own description: mostly what it asks for, sometimes anything. */
import fc from 'fast-check'

export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema | boolean
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  pattern?: string
  format?: string
}

/** What people and machines send by mistake or on purpose. */
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

/** Ids that exist, whoever owns them, come up more often than chance would have it. */
function integers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema, ids: readonly number[]) {
  const min = Math.max(minimum ?? -1000, (exclusiveMinimum ?? -Infinity) + 1, -(2 ** 53))
  const max = Math.min(maximum ?? 2 ** 31, (exclusiveMaximum ?? Infinity) - 1, 2 ** 53)
  const known = ids.filter((id) => id >= min && id <= max)
  const low = Math.max(min, Math.min(max, -2))
  const near = fc.integer({ min: low, max: Math.max(low, Math.min(max, low + 40)) })
  const far = fc.constantFrom(min, max)
  const usual = { arbitrary: known.length > 0 ? fc.constantFrom(...known) : near, weight: 8 }
  return fc.oneof(usual, { arbitrary: near, weight: 8 }, { arbitrary: far, weight: 1 })
}

function objects(schema: Schema, ids: readonly number[], depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valuesOf(field, ids, depth + 1)]),
  )
  if (Object.keys(fields).length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 20 }), valuesOf(additionalProperties, ids, depth + 1), { maxKeys: 3 })
  }
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true })
}

function lists(schema: Schema, ids: readonly number[], depth: number): fc.Arbitrary<unknown> {
  const { prefixItems, items, minItems = 0, maxItems = 5 } = schema
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => valuesOf(item, ids, depth + 1)))
  const item = typeof items === 'object' ? valuesOf(items, ids, depth + 1) : anything
  return fc.array(item, { minLength: Math.min(minItems, 5), maxLength: Math.max(minItems, Math.min(maxItems, 5)) })
}

/** What the schema lets through, and now and then what it should not. */
export function valuesOf(schema: Schema, ids: readonly number[], depth = 0): fc.Arbitrary<unknown> {
  const right = rightValues(schema, ids, depth)
  return depth === 0 ? right : fc.oneof({ arbitrary: right, weight: 24 }, { arbitrary: anything, weight: 1 })
}

function rightValues(schema: Schema, ids: readonly number[], depth: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightValues(one, ids, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return objects(schema, ids, depth)
    case 'array':
      return lists(schema, ids, depth)
    case 'string':
      return texts(schema)
    case 'integer':
      return integers(schema, ids)
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
