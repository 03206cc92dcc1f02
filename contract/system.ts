import { resultFlag } from '@hilo/domain/status.ts'
import { agreementKinds } from '@hilo/domain/account.ts'
import { platforms } from '@hilo/domain/device.ts'
import { mailKinds, mailStates } from '@hilo/domain/mail.ts'
import * as z from 'zod/mini'
import { call, list, shortList } from './call.ts'
import { choice, entity, integer, moment, recordFields, shape, text } from './fields.ts'
import { codeRef, empty, id, oneLine, recordBase, time } from './wire.ts'

const contactCategories = ['incidencia', 'duda', 'mejora'] as const

/** An agreement to read and, if mandatory, to accept before anything else. */
export const agreement = z.strictObject({
  id,
  kind: z.enum(agreementKinds),
  /** Version of its text. */
  version: z.int(),
  title: z.string(),
  html_sanitised: z.string(),
  mandatory: z.boolean(),
  published_at: time,
  /** Acceptance by the requesting user; null without a session too. */
  accepted_at: z.nullable(time),
})

const feature = z.strictObject({
  key: z.string(),
  enabled: z.boolean(),
  min_app_version: z.nullable(z.string()),
  params: z.looseObject({}),
})

const message = entity({
  recipient: text({ max: 254, filter: true }),
  subject: text({ max: 200 }),
  kind: choice('mail_kind', mailKinds, { filter: true }),
  state: choice('mail_state', mailStates, { filter: true }),
  attempts: integer({}),
  error: text({ max: 1000, nullable: true }),
  sent_at: moment({ nullable: true }),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
  updated_at: moment({ column: false }),
  /** Null for a sent message with a credential, and where only the recipient may read it. */
  body: shape(z.nullable(z.string())),
})

const contactRequest = z.strictObject({
  ...recordBase,
  subject: z.string(),
  message: z.string(),
  category: z.enum(contactCategories),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
})

const many = <R extends z.core.$ZodType>(record: R) =>
  z.strictObject({ records: z.array(record), next_cursor: z.nullable(z.string()), server_time: time })

export const system = {
  'version/is_valid': call({
    summary: 'Si una versión de la aplicación es la última, y si hay que cambiarla ya',
    method: 'POST',
    privilege: 'none',
    scope: 'public',
    allowedWhilePending: true,
    input: z.strictObject({
      platform: z.enum(platforms),
      version: z.string().check(z.regex(/^\d{1,4}(\.\d{1,4}){0,3}$/)),
    }),
    output: z.strictObject({
      /** No newer version has been published. */
      valid: z.boolean(),
      latest: z.string(),
      /** The update is required. */
      mandatory: z.boolean(),
      store_url: z.nullable(z.string()),
      notes: z.nullable(z.string()),
    }),
  }),
  'agreements/get': shortList({
    summary: 'Acuerdos en vigor y cuándo se aceptaron',
    method: 'POST',
    privilege: 'none',
    scope: 'public',
    allowedWhilePending: true,
    by: {},
    record: agreement,
  }),
  'product/features/get': call({
    summary: 'Funciones del producto que están activas',
    method: 'GET',
    privilege: 'none',
    scope: 'public',
    allowedWhilePending: true,
    input: empty,
    output: many(feature),
  }),
  'client_contact/send_request': call({
    summary: 'Escribe a quien atiende a la persona: su operador o el neutro',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    mutates: true,
    allowedWhilePending: true,
    input: z.strictObject({
      subject: z.string().check(oneLine, z.minLength(3), z.maxLength(120)),
      message: z.string().check(z.trim(), z.minLength(10), z.maxLength(4000)),
      category: z.enum(contactCategories),
      event_id: z.optional(id),
      /** Diagnostics recorded by the application, if the user agrees to send them. */
      diagnostics: z.optional(z.string().check(z.maxLength(32_000))),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: contactRequest }),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  }),
  'client_contact/get': shortList({
    summary: 'Lo que la propia persona ha escrito, de lo más nuevo a lo más viejo',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    allowedWhilePending: true,
    extension: true,
    by: {},
    record: contactRequest,
  }),
  'client_contact/received': shortList({
    summary: 'Lo que ha escrito la gente de un operador, de lo más nuevo a lo más viejo, para quien la administra',
    method: 'POST',
    privilege: ['adminVNO_view', 'admin_view'],
    scope: 'vno',
    extension: true,
    by: {},
    record: contactRequest,
  }),
  'admin_vno/mail/get': list({
    ...message,
    record: z.omit(message.record, { created_by: true }),
    summary: 'Mensajes por correo, del más nuevo al más viejo; solo para el operador neutro',
    privilege: 'admin_view',
    scope: 'vno',
    extension: true,
    sorts: ['created_at'],
    defaultSort: [['created_at', 'desc']],
  }),
}
