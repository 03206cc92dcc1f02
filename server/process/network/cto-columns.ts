import type { PositionSource } from '@hilo/domain/position.ts'
import { provincialCode } from '@hilo/domain/province.ts'
import { condition, connectionType, ctoTypes } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { column } from '../../load/column.ts'
import { code } from './olts.ts'

/** Columns of a box, for files and calls alike. */

const words = (most: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(most)))
const boxSizes = [4, 8, 16, 24, 32] as const
const boxConditions = [
  condition.is.cto_damaged,
  condition.is.cto_distant,
  condition.is.cto_in_tree,
  condition.is.cto_in_chamber,
] as const

const conditionList = z.optional(z.array(z.literal(boxConditions)))
const degrees = (most: number) => z.optional(z.number().check(z.minimum(-most), z.maximum(most)))
const boxCondition = (word: string) => ({ value: Number(word) })

export const ctoColumns = {
  code: column.code(code, 'código'),
  label: column.code(z.optional(code), 'matrícula', 'etiqueta'),
  type: column.choice(z.optional(z.enum(ctoTypes)), ctoTypes, 'type', 'tipo'),
  model: column.text(words(120), 'modelo'),
  connection_type: column.status(
    z.optional(z.literal(connectionType.values)),
    connectionType,
    'conexión',
    'tipo de conexión',
  ),
  ports_total: column.whole(z.optional(z.literal(boxSizes)), 'puertos', 'puertos totales'),
  street: column.text(words(200), 'address.street', 'calle', 'vía'),
  street_number: column.id(words(20), 'address.number', 'número'),
  floor: column.id(words(40), 'address.floor', 'planta', 'piso'),
  stair: column.id(words(40), 'address.stair', 'escalera'),
  postal_code: column.fiveDigits(
    z.optional(z.string().check(z.regex(provincialCode))),
    'address.postal_code',
    'código postal',
    'cp',
  ),
  municipality: column.text(words(120), 'address.municipality', 'municipio'),
  ine_code: column.fiveDigits(
    z.optional(z.string().check(z.regex(provincialCode))),
    'address.ine_code',
    'código ine',
    'ine',
  ),
  province: column.text(words(60), 'address.province', 'provincia'),
  lat: column.degrees(degrees(90), 'position.lat', 'latitud'),
  lon: column.degrees(degrees(180), 'position.lon', 'longitud'),
  accuracy_m: column.whole(
    z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
    'position.accuracy_m',
    'precisión',
  ),
  access_notes: column.lines(words(1000), 'notas de acceso', 'acceso'),
  key_needed: column.boolean(z.optional(z.boolean()), 'llave', 'necesita llave'),
  height_m: column.decimetres(z.optional(z.number().check(z.minimum(0), z.maximum(99), z.multipleOf(0.1))), 'altura'),
  pon_code: column.code(z.optional(code), 'upstream.pon_code', 'pon'),
  splitter1_code: column.code(z.optional(code), 'upstream.splitter1_code', 'divisor', 'divisor primario'),
  splitter_level: column.whole(
    z.optional(z.int().check(z.minimum(1), z.maximum(3))),
    'splitter.level',
    'nivel divisor',
  ),
  splitter_ratio: column.ratio(
    z.optional(z.string().check(z.regex(/^1:\d{1,3}$/))),
    'splitter.ratio',
    'relación divisor',
  ),
  feeder_m: column.whole(
    z.optional(z.int().check(z.minimum(0), z.maximum(60_000))),
    'upstream.feeder_m',
    'metros alimentación',
  ),
  conditions: column.list(conditionList, { between: /[\s;|,]+/, one: boxCondition, show: String }, 'condiciones'),
  installed: column.boolean(z.optional(z.boolean()), 'instalada'),
} as const

type Columns = typeof ctoColumns
type Said = { [K in keyof Columns]?: z.infer<Columns[K]['schema']> | undefined }
/** Optional columns of a box; null clears one. */
type Dispensable =
  | 'model'
  | 'street_number'
  | 'floor'
  | 'stair'
  | 'accuracy_m'
  | 'access_notes'
  | 'height_m'
  | 'splitter_ratio'
/** Given values of a box. */
export type CtoValues = Omit<Said, 'code' | Dispensable> & { [K in Dispensable]?: Said[K] | null } & {
  code: string
  position_source?: PositionSource | undefined
}
