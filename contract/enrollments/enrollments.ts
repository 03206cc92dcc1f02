import { verificationReasons } from '@hilo/domain/enrollment.ts'
import { opticClasses } from '@hilo/domain/optics.ts'
import { boundFigures } from '@hilo/domain/picture-binding.ts'
import { pictureFlags } from '@hilo/domain/picture.ts'
import {
  connectionType,
  enrollmentActions,
  enrollmentKind,
  fieldSteps,
  labelKind,
  labelSources,
  lightChecks,
  verificationStates,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { apiRequests } from './api-requests.ts'
import { call, download, list, shortList } from '../call.ts'
import { codeRef, id, nameRef, position, power, recordBase, time } from '../wire.ts'

const maxPicture = 10 << 20
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const picture = z.strictObject({
  id,
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  enrollment_id: z.nullable(id),
  /** Its code is the label that was read. */
  enrollment: z.nullable(codeRef),
  step: z.nullable(z.enum(fieldSteps)),
  /** Null for general evidence (open box, no access, closed box). */
  label_kind: z.nullable(z.literal(labelKind.values)),
  file_id: id,
  /** SHA-256 of the bytes sent by the device, hexadecimal. */
  sha256: z.string(),
  /** 64-bit perceptual hash, hexadecimal: similar pictures differ in few bits. */
  phash: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  taken_at: z.nullable(time),
  received_at: time,
  /** Device clock minus server clock; null when unknown. */
  clock_skew_ms: z.nullable(z.int()),
  position: z.nullable(position),
  /** App installation that sent it. */
  device_install_id: z.nullable(z.string()),
  camera: z.boolean(),
  /** The customer's signature; no evidence of the work. */
  signature: z.boolean(),
  ocr: z.nullable(z.strictObject({ text: z.string(), confidence: z.number(), value: z.nullable(z.string()) })),
  power_dbm_read: power,
  /** Figure and port that the picture proves; null for pictures older than this field. */
  bound: z.nullable(
    z.strictObject({
      figure: z.nullable(z.enum(boundFigures)),
      value: z.nullable(z.union([z.number(), z.string()])),
      port: z.nullable(z.int()),
    }),
  ),
  flags: z.array(z.enum(pictureFlags)),
  created_at: time,
})
export type Picture = z.infer<typeof picture>

export const enrollment = z.strictObject({
  ...recordBase,
  kind: z.literal(enrollmentKind.values),
  action: z.enum(enrollmentActions),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  origin: z.int(),
  /** Null for the neutral operator's own work on a CTO. */
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  cto_id: id,
  cto: codeRef,
  port_id: z.nullable(id),
  /** `code` is the port's label. */
  port: z.nullable(codeRef),
  port_number: z.nullable(z.int()),
  drop_id: z.nullable(id),
  /** `code` is the drop's current label. */
  drop: z.nullable(codeRef),
  label_read: z.string(),
  /** The previous label, or the one in the inventory. */
  label_expected: z.nullable(z.string()),
  label_source: z.enum(labelSources),
  ocr_confidence: z.nullable(z.number()),
  connection_type: z.nullable(z.literal(connectionType.values)),
  power_dbm: power,
  /** Class of the CTO's OLT: decides the power limits. */
  optic_class: z.enum(opticClasses),
  replaced_label: z.nullable(z.string()),
  /** From the position of the reading to the CTO. */
  distance_m: z.nullable(z.int()),
  pictures: z.array(
    z.strictObject({
      id,
      file_id: id,
      label_kind: z.nullable(z.literal(labelKind.values)),
      flags: z.array(z.enum(pictureFlags)),
    }),
  ),
  verification_state: z.enum(verificationStates),
  /** Why manual verification is needed; empty when it is not. */
  verification_reasons: z.array(z.enum(verificationReasons)),
  /** Null when verified automatically. */
  verified_by: z.nullable(nameRef),
  verified_at: z.nullable(time),
  reject_reason: z.nullable(z.string()),
  repeat_asked_at: z.nullable(time),
  /** Of a removed drop: whether its port went dark. */
  light_check: z.nullable(z.enum(lightChecks)),
  light_checked_at: z.nullable(time),
})
export type Enrollment = z.infer<typeof enrollment>

const shared = {
  scope: 'vno' as const,
  record: enrollment,
  filters: {
    id: { kind: 'id' },
    kind: { kind: 'status', values: enrollmentKind.values },
    action: { kind: 'choice', values: enrollmentActions },
    verification_state: { kind: 'choice', values: verificationStates },
    event_id: { kind: 'id' },
    vno_id: { kind: 'id' },
    technical_id: { kind: 'id' },
    cto_id: { kind: 'id' },
    port_id: { kind: 'id' },
    label_read: { kind: 'code' },
    label_source: { kind: 'choice', values: labelSources },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'id'],
  defaultSort: [['created_at', 'desc']],
  search: true,
  // Both lists have the same columns and the same texts.
  name: 'enrollments',
  columns: {
    kind: 'status:enrollment_kind',
    action: 'choice:action',
    label_read: 'text',
    label_expected: 'text',
    'cto.code': 'code',
    port_number: 'integer',
    verification_state: 'choice:verification_state',
    'technical.name': 'text',
    'event.code': 'code',
    label_source: 'choice:label_source',
    replaced_label: 'text',
    power_dbm: 'power',
    distance_m: 'integer',
    reject_reason: 'text',
    verified_at: 'time',
    light_check: 'choice:light_check',
    origin: 'status:origin',
    created_at: 'time',
    'vno.name': 'text',
    id: 'id',
  },
} as const

const get = list({
  ...shared,
  summary: 'Matriculaciones',
  privilege: ['enrollments_view', 'enrollments-verification_view'],
})
const removals = list({
  ...shared,
  summary: 'Bajas de matrícula',
  privilege: ['unenrollments_view', 'enrollments-verification_view'],
})

export const enrollments = {
  'admin_vno/enrollments/get': get,
  'admin_vno/enrollments/download': download(get, 'Descarga de matriculaciones'),
  'admin_vno/unenrollments/get': removals,
  'admin_vno/unenrollments/download': download(removals, 'Descarga de bajas de matrícula', true),
  ...apiRequests,
  'admin_vno/enrollments/pictures/upload': call({
    method: 'POST',
    privilege: ['enrollments_create', 'enrollments_edit'],
    parts: ['event.pictures_create', 'enrollments.pictures_create'],
    scope: 'vno',
    summary: 'Sube una fotografía de una intervención',
    extension: true,
    mutates: true,
    problems: [
      'NOT_FOUND',
      'EVENT_BAD_STATE',
      'EVIDENCE_REJECTED',
      'STORAGE_FULL',
      'PRIVILEGE_DENIED',
      'PARTS_MISSING',
    ],
    /** Without `picture`: the bytes uploaded with `pictures/part` under `sha256`. */
    files: { picture: { maxBytes: maxPicture, optional: true, named: 'sha256' } },
    input: z.strictObject({
      event_id: id,
      step: z.enum(fieldSteps),
      label_kind: z.optional(z.nullable(z.literal(labelKind.values))),
      sha256: z.optional(sha256),
      taken_at: z.optional(z.iso.datetime({ offset: true })),
      position: z.optional(z.nullable(position)),
      camera: z.optional(z.boolean()),
      /**
       * The customer's signature, signed on the device: in the last step only, exempt from picture checks, and no proof
       * of anything else.
       */
      signature: z.optional(z.boolean()),
      ocr: z.optional(
        z.strictObject({
          text: z.string().check(z.maxLength(2000)),
          confidence: z.number().check(z.minimum(0), z.maximum(1)),
          value: z.nullable(z.string().check(z.maxLength(100))),
        }),
      ),
      power_dbm_read: z.optional(power),
      /**
       * The typed figure when the picture was taken, and its port. An omitted field takes the step's value; null means
       * not typed yet, and becomes the step's value once the step is done.
       */
      bound: z.optional(
        z.strictObject({
          figure: z.optional(z.nullable(z.enum(boundFigures))),
          value: z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(64))]))),
          port: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(32)))),
        }),
      ),
    }),
    output: z.strictObject({ record: picture }),
  }),
  'admin_vno/enrollments/pictures/part': call({
    method: 'POST',
    privilege: ['enrollments_create', 'enrollments_edit'],
    parts: ['event.pictures_create', 'enrollments.pictures_create'],
    scope: 'self',
    summary: 'Sube una parte de una fotografía, o pregunta cuánto hay de ella',
    extension: true,
    mutates: true,
    problems: ['PARTS_MISSING', 'STORAGE_FULL'],
    files: { part: { maxBytes: 512 << 10, optional: true } },
    /** `bytes`: size of the whole picture; `offset`: start of the part, at most the number of bytes received so far. */
    input: z.strictObject({
      sha256,
      bytes: z.int().check(z.minimum(1), z.maximum(maxPicture)),
      offset: z.int().check(z.minimum(0), z.maximum(maxPicture)),
    }),
    /** Number of bytes received from the start. An incomplete picture is kept for a day. */
    output: z.strictObject({ received: z.int() }),
  }),
  'admin_vno/enrollments/pictures/get': shortList({
    method: 'POST',
    privilege: ['enrollments_view', 'event_view'],
    scope: 'vno',
    summary: 'Fotografías de una intervención o matriculación',
    problems: ['NOT_FOUND'],
    by: { event_id: z.optional(id), enrollment_id: z.optional(id) },
    record: picture,
  }),
}
