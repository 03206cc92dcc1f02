import type { AnyCall } from '@hilo/contract/call.ts'
import { listName } from '@hilo/contract/call.ts'
import type { Schema } from '@hilo/contract/example.ts'
import { enumerations } from '@hilo/domain/status.ts'
import { columnText, text } from '../kernel/texts.ts'

/** Fields of a call as table rows, from its JSON schema. */
export interface Field {
  /** Dotted; `[]` is each element of a list, `*` each key of a map. */
  name: string
  type: string
  required: boolean
  limits: string
  meaning: string
}

interface Described extends Schema {
  description?: string
  default?: unknown
  multipleOf?: number
  'x-max-bytes'?: number
}

const words: Readonly<Record<string, string>> = {
  integer: 'entero',
  number: 'número',
  string: 'texto',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
}
const singular = /(?:entero|número|texto|booleano|objeto|lista)(?= o |$)/g
const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  email: 'correo',
  'date-time': 'fecha y hora ISO 8601',
  date: 'fecha AAAA-MM-DD',
  time: 'hora HH:MM:SS',
  uri: 'dirección web',
}
/** A longer pattern is less useful to readers than the example. */
const longestPattern = 60
const names = (schema: Schema) => Object.keys(schema.properties ?? {})
const distinct = (list: string[]) => [...new Set(list.filter((one) => one !== ''))]

/** Types of a value, without `null`. */
function kinds(schema: Described): Described[] {
  return schema.anyOf ? schema.anyOf.flatMap(kinds) : schema.type === 'null' ? [] : [schema]
}

const mayBeNull = (schema: Schema): boolean => schema.anyOf?.some(mayBeNull) ?? schema.type === 'null'

function typeOf(schema: Described, beside: number): string {
  if (schema.format === 'binary') return 'fichero'
  if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typesOf(one)).join(', ')}]`
  if (typeof schema.items === 'object') return `lista de ${typesOf(schema.items).replace(singular, '$&s')}`
  // Bounds of a filter: one word each, without rows of their own.
  if (beside > 1 && isBounds(schema)) return `{${names(schema).join(', ')}}`
  return words[String(schema.type)] ?? 'cualquier valor'
}

function typesOf(schema: Described): string {
  const all = kinds(schema)
  const types = distinct(all.map((one) => typeOf(one, all.length)))
  return [...types, ...(mayBeNull(schema) ? ['nulo'] : [])].join(' o ')
}

const isBounds = (schema: Schema) => schema.type === 'object' && names(schema).includes('gte')

function between(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return least === most ? `${least}` : `${least} a ${most}`
  return least !== undefined ? `desde ${least}` : most !== undefined ? `hasta ${most}` : ''
}

function numberLimits({ type, minimum, maximum, exclusiveMinimum: above }: Described): string {
  const least = above === undefined ? minimum : type === 'integer' ? above + 1 : undefined
  const real = (bound: number | undefined) => (Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound)
  return distinct([
    above !== undefined && type !== 'integer' ? `más de ${above}` : '',
    between(real(least), real(maximum)),
  ]).join(', ')
}

const counted = (least: number | undefined, most: number | undefined, what: string) => {
  const range = between(least === 0 ? undefined : least, most)
  return range && `${range} ${what}`
}

function limitsOf(schema: Described, labels: (value: unknown) => string): string[] {
  const { minLength, maxLength, minItems, maxItems, format = '', pattern = '', multipleOf, items } = schema
  const bytes = schema['x-max-bytes']
  return [
    ...('const' in schema ? [labels(schema.const)] : []),
    schema.enum ? schema.enum.map(labels).join(', ') : '',
    formats[format] ?? (pattern.length <= longestPattern ? pattern : ''),
    counted(minLength, maxLength, 'caracteres'),
    schema.prefixItems ? '' : counted(minItems, maxItems, 'elementos'),
    numberLimits(schema),
    multipleOf === undefined ? '' : `de ${multipleOf} en ${multipleOf}`,
    bytes === undefined ? '' : `hasta ${bytes / 1024} KiB`,
    schema.propertyNames?.enum ? `nombres: ${schema.propertyNames.enum.join(', ')}` : '',
    'default' in schema ? `si falta, ${JSON.stringify(schema.default)}` : '',
    ...(typeof items === 'object' ? kinds(items).flatMap((one) => limitsOf(one, labels)) : []),
    ...(schema.prefixItems ?? []).flatMap((one) => limitsOf(one, labels)),
  ]
}

/** Heading and value labels of the list column behind a field. */
function columnOf(path: string, spec: AnyCall, name: string) {
  const column = name.replace(/^(?:filter\.|records\[\]\.)/, '')
  if (!('list' in spec)) return { meaning: '', labels: String }
  const heading = columnText(listName(path, spec.list), column)
  const [family, set = ''] = (spec.list.columns[column] ?? '').split(':')
  const label = (value: unknown) =>
    family === 'status'
      ? enumerations[set]?.of(Number(value))?.label
      : family === 'choice'
        ? `choice.${set}.${String(value)}`
        : undefined
  const labels = (value: unknown) => [String(value), text(label(value) ?? '')].filter((one) => one !== '').join(' ')
  return { meaning: heading.startsWith('column.') ? '' : heading, labels }
}

/** All fields of a schema, nested ones after their parent. */
export function fieldsOf(path: string, spec: AnyCall, top: Schema): Field[] {
  const inside = (schema: Schema, before: string): Field[] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      field(`${before}${name}`, one, schema.required?.includes(name) ?? false),
    ),
    ...(typeof schema.additionalProperties === 'object' ? field(`${before}*`, schema.additionalProperties, false) : []),
  ]
  const below = (name: string, schema: Described, beside: number): Field[] => {
    if (typeof schema.items === 'object') return kinds(schema.items).flatMap((one) => below(`${name}[]`, one, 1))
    return beside > 1 && isBounds(schema) ? [] : inside(schema, `${name}.`)
  }
  const field = (name: string, schema: Described, required: boolean): Field[] => {
    const { meaning, labels } = columnOf(path, spec, name)
    const all = kinds(schema)
    const forms = schema.anyOf ? [...all, { ...schema, type: 'null' }] : all
    const limits = distinct(forms.flatMap((one) => limitsOf(one, labels)))
    const row = {
      name,
      type: typesOf(schema),
      required,
      limits: limits.join('; '),
      meaning: schema.description ?? all.find(({ description }) => description)?.description ?? meaning,
    }
    const nested = all.flatMap((one) => below(name, one, all.length))
    // Variants of one value share fields.
    return [row, ...nested.filter((one, index) => nested.findIndex((other) => other.name === one.name) === index)]
  }
  return inside(top, '')
}
