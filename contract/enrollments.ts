import { pictureFlags } from '@hilo/domain/picture.ts'
import { fieldSteps, labelKind } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, position, power, time } from './wire.ts'

const picture = z.strictObject({
  id,
  event_id: z.nullable(id),
  enrollment_id: z.nullable(id),
  step: z.nullable(z.enum(fieldSteps)),
  /** Null: general evidence (open box, no access, closed box). */
  label_kind: z.nullable(z.literal(labelKind.values)),
  file_id: id,
  /** Of the bytes that the device sent, in hexadecimal. */
  sha256: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  taken_at: z.nullable(time),
  received_at: time,
  /** Device clock minus server clock, as far as it is known. */
  clock_skew_ms: z.nullable(z.int()),
  position: z.nullable(position),
  camera: z.boolean(),
  ocr: z.nullable(z.strictObject({ text: z.string(), confidence: z.number(), value: z.nullable(z.string()) })),
  power_dbm_read: power,
  flags: z.array(z.enum(pictureFlags)),
  created_at: time,
})
export type Picture = z.infer<typeof picture>

export const enrollments = {
  'admin_vno/enrollments/pictures/upload': call({
    method: 'POST',
    privilege: ['enrollments_create', 'enrollments_edit'],
    scope: 'vno',
    summary: 'Sube una fotografía de una intervención',
    extension: true,
    mutates: true,
    problems: ['NOT_FOUND', 'EVENT_BAD_STATE', 'EVIDENCE_REJECTED', 'FILE_TOO_LARGE', 'STORAGE_FULL'],
    files: { picture: { maxBytes: 10 << 20 } },
    input: z.strictObject({
      event_id: id,
      step: z.enum(fieldSteps),
      label_kind: z.optional(z.nullable(z.literal(labelKind.values))),
      sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
      taken_at: z.optional(z.iso.datetime({ offset: true })),
      position: z.optional(z.nullable(position)),
      camera: z.optional(z.boolean()),
      ocr: z.optional(
        z.strictObject({
          text: z.string().check(z.maxLength(2000)),
          confidence: z.number().check(z.minimum(0), z.maximum(1)),
          value: z.nullable(z.string().check(z.maxLength(100))),
        }),
      ),
      power_dbm_read: z.optional(power),
    }),
    output: z.strictObject({ record: picture }),
  }),
  'admin_vno/enrollments/pictures/get': call({
    method: 'POST',
    privilege: ['enrollments_view', 'event_view'],
    scope: 'vno',
    summary: 'Fotografías de una intervención o matriculación',
    problems: ['NOT_FOUND'],
    input: z.strictObject({ event_id: z.optional(id), enrollment_id: z.optional(id) }),
    output: z.strictObject({ records: z.array(picture) }),
  }),
}
