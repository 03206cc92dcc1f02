import { enrollmentKinds, minReasonLength, verificationDecisions } from '@hilo/domain/enrollment.ts'
import {
  connectionType,
  dropTypes,
  enrollmentActions as actions,
  labelSources,
  resultFlag,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { enrollment } from './enrollments.ts'
import { ignoreColumns } from '../loads/load.ts'
import { codeRef, id, nameRef, oneLine, position, power, time, version } from '../wire.ts'

const label = z.string().check(oneLine, z.minLength(1), z.maxLength(64))
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const whole = (least: number, most: number) => maybe(z.int().check(z.minimum(least), z.maximum(most)))

/** One label action: put on, changed, replaced or removed. */
const enrollmentFields = {
  kind: z.literal(enrollmentKinds),
  action: z.enum(actions),
  cto_id: z.optional(id),
  cto_code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  port_id: z.optional(id),
  port_number: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
  drop_id: z.optional(id),
  label_read: label,
  label_source: z.optional(z.enum(labelSources)),
  ocr_confidence: maybe(z.number().check(z.minimum(0), z.maximum(1))),
  /** The previous label; required for an R (replacement). */
  replaced_label: maybe(label),
  /** State of the drop that an R removes. */
  replaced_state: z.optional(z.enum(['retirada', 'averiada'])),
  connection_type: maybe(z.literal(connectionType.values)),
  drop_type: maybe(z.enum(dropTypes)),
  length_m: whole(0, 5000),
  fibre_no: whole(1, 288),
  power_dbm: z.optional(power),
  position: maybe(position),
}

/** A request that the product processes in the background: its event, to be polled with `admin_vno/events/get`. */
const request = z.strictObject({
  id,
  version: z.int(),
  code: z.string(),
  type: z.int(),
  process_state: z.int(),
  result_flag: z.literal(resultFlag.values),
  vno_id: id,
  vno: nameRef,
  cto_id: id,
  cto: codeRef,
  port_id: z.nullable(id),
  port: z.nullable(codeRef),
  created_at: time,
})
export type EnrollmentRequest = z.infer<typeof request>
const accepted = z.strictObject({ result_flag: z.literal(resultFlag.values), poll_after_ms: z.int(), record: request })

export const enrollmentActions = {
  'admin_vno/enrollments/create': call({
    method: 'POST',
    privilege: ['enrollments_create', 'unenrollments_create'],
    scope: 'vno',
    summary: 'Matricula una caja o una acometida, o da de baja su matrícula',
    extension: true,
    mutates: true,
    problems: [
      'NOT_FOUND',
      'CTO_NOT_FOUND',
      'PORT_NOT_AVAILABLE',
      'LABEL_DUPLICATE',
      'LABEL_MISMATCH',
      'EVIDENCE_MISSING',
      'EVENT_BAD_STATE',
      'IN_USE',
    ],
    input: z.strictObject({
      ...enrollmentFields,
      event_id: z.optional(id),
      /** Pictures of the intervention; by default those of the label's kind. */
      pictures: z.optional(z.array(id).check(z.maxLength(20))),
      /** Only accepted from the neutral operator. */
      vno_id: z.optional(id),
    }),
    /** An operator's own system gets an immediate `accepted` response, and the outcome through the event. */
    output: z.union([z.strictObject({ record: enrollment }), accepted]),
  }),
  'admin_vno/enrollments/verify': call({
    method: 'POST',
    privilege: 'enrollments-verification_edit',
    parts: ['enrollments.verify_edit'],
    scope: 'vno',
    summary: 'Verifica una matriculación, la rechaza o pide que se repita',
    extension: true,
    mutates: true,
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'EVENT_BAD_STATE', 'PRIVILEGE_DENIED'],
    input: z.strictObject({
      enrollment_id: id,
      version: z.optional(version),
      decision: z.enum(verificationDecisions),
      /** Reason of a rejection or a repeat, and of an approval without a picture or with a different label. */
      reason: maybe(z.string().check(z.trim(), z.minLength(minReasonLength), z.maxLength(500))),
    }),
    output: z.strictObject({ record: enrollment }),
  }),
  'admin_vno/enrollments/upload': call({
    method: 'POST',
    privilege: ['enrollments_create', 'unenrollments_create'],
    scope: 'vno',
    summary: 'Fichero de matriculaciones: CSV, XLSX, o ZIP con sus fotografías',
    extension: true,
    mutates: true,
    problems: ['NOT_FOUND', 'CTO_NOT_FOUND', 'STORAGE_FULL'],
    files: { file: { maxBytes: 50 << 20 } },
    input: z.strictObject({
      /** Only accepted from the neutral operator. */
      vno_id: z.optional(id),
      ignore_columns: ignoreColumns,
    }),
    output: accepted,
  }),
}
