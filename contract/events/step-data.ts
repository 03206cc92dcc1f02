import { labelActions } from '@hilo/domain/enrollment.ts'
import { connectionType, dropTypes, enrollmentActions, labelSources } from '@hilo/domain/status.ts'
import { accessMethods, boxFaults, boxFound, portFaults, readBy, wavelengths } from '@hilo/domain/step-data.ts'
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { id, position, power } from '../wire.ts'

/**
 * Data recorded by each field step. Every field may be missing while the step is paused; `domain/field-steps.ts`
 * defines what `done` requires.
 */

const text = (most: number) => z.optional(z.nullable(z.string().check(z.maxLength(most))))
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const whole = (least: number, most: number) => maybe(z.int().check(z.minimum(least), z.maximum(most)))
const port = whole(1, 32)
const label = text(64)
const labelSource = maybe(z.enum(labelSources))
const connection = maybe(z.literal(connectionType.values))
const dbm = z.optional(power)

export const stepData = {
  initial: z.strictObject({
    prl: maybe(
      z.strictObject({
        altura: z.optional(z.boolean()),
        tension: z.optional(z.boolean()),
        gas: z.optional(z.boolean()),
      }),
    ),
    position: maybe(position),
    cto_code_read: label,
    read_by: maybe(z.enum(readBy)),
  }),
  report: z.strictObject({
    box: maybe(z.enum(boxFound)),
    tidy: whole(1, 5),
    free_ports_seen: whole(0, 32),
    conditions: maybe(z.array(z.literal(boxFaults)).check(z.maxLength(4))),
    loose_fibres: maybe(z.boolean()),
    comments: text(2000),
  }),
  cto_access: z.strictObject({
    method: maybe(z.enum(accessMethods)),
    connection_type: connection,
    minutes: whole(0, 1440),
    no_access_reason: text(500),
  }),
  port_available: z.strictObject({
    port_number: port,
    found: maybe(
      z.union([z.literal('libre'), z.literal(portFaults), z.literal(portFaults.map((fault) => `${fault}` as const))]),
    ),
    comments: text(2000),
  }),
  power: z.strictObject({
    power_dbm: dbm,
    roseta_dbm: dbm,
    meter: maybe(z.strictObject({ model: text(60), serial: text(60) })),
    wavelength_nm: maybe(z.literal(wavelengths)),
    comments: text(2000),
  }),
  cto_enrollment: z.strictObject({
    label_read: label,
    label_source: labelSource,
    action: maybe(z.enum(labelActions)),
    position: maybe(position),
  }),
  drop_enrollment: z.strictObject({
    drop_label_read: label,
    label_source: labelSource,
    length_m: whole(0, 5000),
    drop_type: maybe(z.enum(dropTypes)),
    connection_type: connection,
    fibre_no: whole(1, 288),
    port_number: port,
    action: maybe(z.enum(enrollmentActions)),
    replaced_label: label,
  }),
  final_report: z.strictObject({
    ont_serial: maybe(z.string().check(z.maxLength(64), z.overwrite(normalSerial))),
    rx_dbm: dbm,
    tx_dbm: dbm,
    speed_ok: maybe(z.boolean()),
    customer_present: maybe(z.boolean()),
    materials: maybe(
      z
        .array(
          z.strictObject({
            code: z.string().check(z.minLength(1), z.maxLength(40)),
            quantity: z.number().check(z.positive(), z.maximum(10_000)),
          }),
        )
        .check(z.maxLength(50)),
    ),
    minutes: whole(0, 1440),
    comments: text(2000),
    signature_file_id: maybe(id),
  }),
} satisfies Record<FieldStep, z.ZodMiniType>
