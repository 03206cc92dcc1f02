import { opticalStates, lights } from '@hilo/domain/status.ts'
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { cleanPhone } from '@hilo/domain/phone.ts'
import { cleanLine } from '@hilo/domain/text.ts'
import * as z from 'zod/mini'

/** Schemas shared by several calls. */

/** Single-line text: single spaces, trimmed, no invisible characters. Place it before length limits. */
export const oneLine = z.overwrite(cleanLine)

export const id = z.int().check(z.positive())
/** Version of a record, incremented by every change. */
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
/** Phone number in international format; common notations such as `600 112 233` and `0034 600…` are normalized. */
export const phone = z.string().check(z.overwrite(cleanPhone), z.regex(/^\+[1-9]\d{6,14}$/))
/** ONT serial in any notation; normalized to `HWTC1A2B3C4D`. */
export const ontSerial = z.string().check(z.overwrite(normalSerial), z.regex(/^[A-Z]{4}[0-9A-F]{8}$/))
export const codeRef = z.strictObject({ id, code: z.string() })
export const nameRef = z.strictObject({ id, name: z.string() })
/** Request fields of every list call. */
export const pageFields = {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(200), z.describe('Registros de cada página'))),
  cursor: z.optional(
    z.nullable(
      z.string().check(z.maxLength(1024), z.describe('Dónde sigue la página siguiente: next_cursor de la anterior')),
    ),
  ),
  count: z.optional(z.boolean().check(z.describe('Si se quiere el total de registros'))),
}
/** Response fields of every list call. */
export const pageResult = {
  next_cursor: z.nullable(z.string()),
  total: z.optional(z.strictObject({ value: z.int(), exact: z.boolean() })),
  server_time: time,
}
export const clientRequestId = z
  .uuid()
  .check(z.describe('De quien llama: repetida con el mismo, la petición tiene un solo efecto y la misma respuesta'))
/** Names the record of a change, and the version that it was read in. */
export const edited = { id, version: z.optional(version) }
export const empty = z.strictObject({})

/** Creator of a record. */
export const createdBy = z.nullable(z.strictObject({ id, name: z.string(), account_type: z.string(), origin: z.int() }))
/** Fields of every record. */
export const recordBase = {
  id,
  version: z.int(),
  created_at: time,
  updated_at: time,
  created_by: createdBy,
}
/** One position of a faceplate, the same in every response that contains a CTO. */
export const faceplateItem = z.strictObject({
  /** Number printed beside the port. */
  port: z.int(),
  /** Enumeration 2 of the port states. */
  port_state: z.int(),
  /** Optical state of its ONT. */
  state: z.enum(opticalStates),
  /** Belongs to the requesting operator. */
  own: z.boolean(),
  /** Figures only for the operator's own ports; all of them for the neutral operator. */
  rx_dbm: power,
  olt_rx_dbm: power,
  light: z.enum(lights),
  read_at: z.nullable(time),
})
export type FaceplateItem = z.infer<typeof faceplateItem>
