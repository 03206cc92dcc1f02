/** An example of what a schema describes, in the field's own words: for the documentation. */

/** JSON Schema as far as the contract's own schemas go. */
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
}

const at = '2026-11-20T14:32:07.000Z'

/** What a field of this name usually holds; taken where it fits the schema's type. */
const byName: Readonly<Record<string, unknown>> = {
  access_code: 'AC46-01234567-4',
  accesses: ['AC46-01234567-4'],
  accuracy_m: 8,
  address: 'Calle Mayor, 12',
  advance_s: 900,
  box: 'cerrada',
  cif: 'B12345674',
  city: 'Valencia',
  code: 'INT-2026-0001234',
  color: '#08764f',
  comment: 'El cliente no estaba en casa.',
  comments: 'El cliente no estaba en casa.',
  cto_code: '46250-VAL01-0312-07',
  current_pwd: 'la-de-siempre-2025',
  description: 'Operadora de la zona norte',
  device: 'Pixel 9',
  distance_m: 2480,
  drop_label_read: 'D46-0123456-3',
  down_mbps: 600,
  email: 'ana.lopez@norte.test',
  employee_code: 'T-0148',
  external_id: 'NORTE',
  external_order_id: 'OP-88120',
  externalId: 'NORTE',
  floor: '2',
  ine_code: '46250',
  label: 'VAL01-0312-07/05',
  label_read: 'VAL01-0312-07',
  lat: 39.4699075,
  limit: 50,
  list: 'admin_vno/ports/get',
  lon: -0.3762881,
  message: 'La potencia del puerto 5 no coincide con la de la ficha.',
  municipality: 'Valencia',
  name: 'Ana López',
  new_serial: 'HWTC1A2B3C4D',
  noc_phone: '+34961234567',
  number: 5,
  olt_rx_dbm: -21.6,
  ont_serial: 'HWTC1A2B3C4D',
  phone: '+34600123456',
  port: 5,
  port_number: 5,
  postal_code: '46001',
  power_dbm: -19.84,
  province: 'Valencia',
  pwd: 'un-paso-cada-vez-2026',
  ratio: '1:16',
  reason: 'El cliente pide otra cita para la semana que viene.',
  reject_reason: 'La etiqueta no se lee en la foto.',
  replaced_label: 'D46-0123455-6',
  route: '/vno/intervenciones/1234',
  rx_dbm: -19.84,
  search: 'VAL01',
  serial: 'HWTC1A2B3C4D',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  stair: 'B',
  street: 'Calle Mayor',
  subject: 'Potencia del puerto 5',
  tax_id: 'B12345674',
  text: 'VAL01-0312',
  to: '2026-11-20T16:32:07.000Z',
  title: 'Intervención INT-2026-0001234',
  up_mbps: 600,
  version: 3,
  zones: ['46250'],
}

const mostFilters = 2
const chosen = (schema: Schema): Schema => {
  const options = (schema.anyOf ?? []).filter((one) => one.type !== 'null')
  return options[0] ? chosen(options[0]) : schema
}

function fits(value: unknown, { type, pattern, maxLength, minimum, maximum, items }: Schema): boolean {
  const types = [type].flat()
  if (typeof value === 'string')
    return (
      types.includes('string') &&
      (!pattern || new RegExp(pattern).test(value)) &&
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
    if (fits(one, schema) && one.length >= (schema.minLength ?? 0)) return one
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
): object {
  const all = Object.entries(properties)
  if (all.length === 0 && typeof additionalProperties === 'object')
    return { [String(propertyNames?.enum?.[0] ?? 'ejemplo')]: exampleOf(additionalProperties, name) }
  const shown =
    name === 'filter'
      ? all.slice(0, mostFilters)
      : all.filter(([field]) => field !== 'cursor' || required.includes(field))
  return Object.fromEntries(shown.map(([field, schema]) => [field, exampleOf(schema, field)]))
}

/** @param name of the field that holds it */
export function exampleOf(schema: Schema, name = ''): unknown {
  const one = chosen(schema)
  if ('const' in one) return one.const
  if (one.enum) return one.enum[0]
  if (one.allOf) return Object.assign({}, ...one.allOf.map((part) => exampleOf(part, name))) as object
  if (fits(byName[name], one)) return byName[name]
  switch ([one.type].flat()[0]) {
    case 'object':
      return objectOf(one, name)
    case 'array':
      if (one.prefixItems) return one.prefixItems.map((item) => exampleOf(item))
      return typeof one.items === 'object' ? [exampleOf(one.items, name.replace(/s$/, ''))] : []
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
