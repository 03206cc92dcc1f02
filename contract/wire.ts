import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { cleanPhone } from '@hilo/domain/phone.ts'
import { cleanLine } from '@hilo/domain/text.ts'
import * as z from 'zod/mini'

/** Shapes that several calls share. */

/** A text of one line: single blanks, none at its ends, nothing invisible. Goes before its limits of length. */
export const oneLine = z.overwrite(cleanLine)

export const id = z.int().check(z.positive())
/** What a record counts its changes with. */
export const version = z
  .int32()
  .check(z.positive(), z.describe('La que se leyó; si el registro ha cambiado desde entonces, VERSION_CONFLICT'))
/** UTC, ISO-8601 with milliseconds: `2026-11-20T14:32:07.000Z`. */
export const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), z.describe('Momento, UTC'))
/** dBm with two decimals; null means no light or no reading. */
export const power = z.nullable(z.number().check(z.minimum(-50), z.maximum(10)))
/** WGS84, degrees; accuracy in metres. */
export const position = z.strictObject({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lon: z.number().check(z.minimum(-180), z.maximum(180)),
  accuracy_m: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
})
/** A telephone in the international form; taken as people write it, `600 112 233` and `0034 600…` too. */
export const phone = z.string().check(z.overwrite(cleanPhone), z.regex(/^\+[1-9]\d{6,14}$/))
/** A serial of an ONT in any spelling; it is kept as `HWTC1A2B3C4D`. */
export const ontSerial = z.string().check(z.overwrite(normalSerial), z.regex(/^[A-Z]{4}[0-9A-F]{8}$/))
export const codeRef = z.strictObject({ id, code: z.string() })
export const nameRef = z.strictObject({ id, name: z.string() })
/** What any list call may be asked beside its own words. */
export const pageWords = {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200), z.describe('Registros de cada página'))),
  cursor: z.optional(
    z.nullable(
      z.string().check(z.maxLength(1024), z.describe('Dónde sigue la página siguiente: next_cursor de la anterior')),
    ),
  ),
  count: z.optional(z.boolean().check(z.describe('Si se quiere el total de registros'))),
}
/** Beside the records of any list call. */
export const ofPage = {
  next_cursor: z.nullable(z.string()),
  total: z.optional(z.strictObject({ value: z.int(), exact: z.boolean() })),
  server_time: time,
}
export const clientRequestId = z
  .uuid()
  .check(z.describe('De quien llama: repetida con el mismo, la petición tiene un solo efecto y la misma respuesta'))
export const empty = z.strictObject({})

/** Who created a record. */
export const createdBy = z.nullable(z.strictObject({ id, name: z.string(), account_type: z.string(), origin: z.int() }))
/** The fields that every record carries. */
export const recordBase = {
  id,
  version: z.int(),
  created_at: time,
  updated_at: time,
  created_by: createdBy,
}
/** One position of a faceplate, the same wherever a box is drawn. */
export const faceplateItem = z.strictObject({
  /** Number printed beside the port. */
  port: z.int(),
  /** Set 2 of the port states. */
  port_state: z.int(),
  /** Optical state of its ONT. */
  state: z.enum(['online', 'los', 'dying_gasp', 'offline', 'admin_down', 'unknown']),
  /** Of the asking operator. */
  own: z.boolean(),
  /** Figures only for one's own ports; all of them for the neutral operator. */
  rx_dbm: power,
  olt_rx_dbm: power,
  light: z.enum(['ok', 'weak', 'dark', 'off', 'unknown']),
  read_at: z.nullable(time),
})
export type FaceplateItem = z.infer<typeof faceplateItem>
