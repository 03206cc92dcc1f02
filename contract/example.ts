/** Generates an example of a schema with typical values, for the documentation. */
import { byKind, byName, kindOf } from './example-values.ts'

/** The subset of JSON Schema that the contract uses. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema | boolean
  prefixItems?: Schema[]
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
  maxItems?: number
  exclusiveMaximum?: number
  examples?: unknown[]
}

const at = '2026-11-20T14:32:07.000Z'

const mostFilters = 2
/** Left out of examples: a first page with whole records is the usual request. */
const neverShown = new Set(['cursor', 'fields'])
const chosen = (schema: Schema): Schema => {
  const options = (schema.anyOf ?? []).filter((one) => one.type !== 'null')
  return options[0] ? chosen(options[0]) : schema
}

function fits(value: unknown, { type, pattern, minLength, maxLength, minimum, maximum, items }: Schema): boolean {
  const types = [type].flat()
  if (typeof value === 'string')
    return (
      types.includes('string') &&
      (!pattern || new RegExp(pattern).test(value)) &&
      value.length >= (minLength ?? 0) &&
      value.length <= (maxLength ?? Infinity)
    )
  if (typeof value === 'number')
    return (
      (types.includes('number') || (types.includes('integer') && Number.isInteger(value))) &&
      value >= (minimum ?? -Infinity) &&
      value <= (maximum ?? Infinity)
    )
  if (!Array.isArray(value) || !types.includes('array')) return false
  return typeof items !== 'object' || items.type === undefined || value.every((one) => fits(one, items))
}

const formats: Readonly<Record<string, string>> = {
  uuid: '0193483a-7c1e-7b52-9d3a-5f0c2a9e4b11',
  email: 'ana.lopez@norte.test',
  'date-time': at,
  date: '2026-11-20',
  time: '08:00:00',
  uri: 'https://oss.norte.test/avisos',
}

/** Container names without meaning for their fields: the fields belong to the container's owner. */
const plain = new Set(['', 'record', 'records', 'query', 'filter', 'result', 'results', 'data', 'row', 'rows'])

/** Owner of the fields below `name`. */
function ownerOf(name: string, owner: string): string {
  const of = plain.has(name) ? owner : name
  return kindOf[of] ?? of
}

/** A typical value, if it fits the schema. */
function usual(schema: Schema, name: string, owner: string): { value: unknown } | null {
  const known = [
    schema.examples?.[0],
    byKind[owner]?.[name],
    byName[name],
    name === 'code' ? byKind['event']?.['code'] : undefined,
  ]
  const value = known.find((one) => one !== undefined && fits(one, schema))
  return value === undefined ? null : { value }
}

function textOf(schema: Schema, name: string): string {
  const form = schema.format === undefined ? undefined : formats[schema.format]
  if (form !== undefined) return form
  const plain = schema.pattern === undefined ? ['12', name] : []
  for (const one of [
    ...(name === 'number' ? plain : plain.slice(1)),
    at,
    '2026-11-20',
    '08:00',
    'norte',
    'NORTE',
    '00000001',
    '1.0.19',
    name,
    'a'.repeat(43),
    'a'.repeat(64),
  ])
    if (fits(one, schema)) return one
  return 'a'.repeat(schema.minLength ?? 1)
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Schema): number {
  const least = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + 1)
  const usual = 1234
  if (usual >= least && usual <= (maximum ?? Infinity)) return usual
  return Number.isFinite(least) && least >= -1_000_000 ? least : 0
}

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  name: string,
  owner: string,
): object {
  const all = Object.entries(properties)
  if (all.length === 0 && typeof additionalProperties === 'object')
    return { [String(propertyNames?.enum?.[0] ?? 'ejemplo')]: exampleOf(additionalProperties, name, owner) }
  const shown =
    name === 'filter'
      ? all.slice(0, mostFilters)
      : all.filter(([field]) => !neverShown.has(field) || required.includes(field))
  return Object.fromEntries(shown.map(([field, schema]) => [field, exampleOf(schema, field, ownerOf(name, owner))]))
}

/**
 * @param name of the field that holds it @param owner of the field: an area of the contract, or a field that refers to
 * a record
 */
export function exampleOf(schema: Schema, name = '', owner = ''): unknown {
  const one = chosen(schema)
  if ('const' in one) return one.const
  if (one.enum) return one.enum[0]
  if (one.allOf) return Object.assign({}, ...one.allOf.map((part) => exampleOf(part, name, owner))) as object
  const known = usual(one, name, owner)
  if (known) return known.value
  switch ([one.type].flat()[0]) {
    case 'object':
      return objectOf(one, name, owner)
    case 'array':
      if (one.prefixItems) return one.prefixItems.map((item, i) => exampleOf(item, `${name}${i}`))
      return typeof one.items === 'object'
        ? [exampleOf(one.items, one.items.type === 'object' ? name : name.replace(/s$/, ''), owner)]
        : []
    case 'string':
      return textOf(one, name)
    case 'integer':
    case 'number':
      return numberOf(one)
    case 'boolean':
      return true
    default:
      return null
  }
}
