import { mailKinds, mailStates } from '@hilo/domain/mail.ts'
import * as z from 'zod/mini'
import { call, list, shortList } from './call.ts'
import { codeRef, empty, id, oneLine, recordBase, time } from './wire.ts'

export const platforms = ['web', 'android', 'ios'] as const
export const contactCategories = ['incidencia', 'duda', 'mejora'] as const

/** What has to be read and, where it is mandatory, accepted before anything else. */
export const agreement = z.strictObject({
  id,
  kind: z.enum(['terms', 'privacy', 'prl']),
  /** Of its text. */
  version: z.int(),
  title: z.string(),
  html_sanitised: z.string(),
  mandatory: z.boolean(),
  published_at: time,
  /** By the person who asks; null without a session too. */
  accepted_at: z.nullable(time),
})

const feature = z.strictObject({
  key: z.string(),
  enabled: z.boolean(),
  min_app_version: z.nullable(z.string()),
  params: z.looseObject({}),
})

const message = z.strictObject({
  id,
  version: z.int(),
  created_at: time,
  updated_at: time,
  recipient: z.string(),
  kind: z.enum(mailKinds),
  subject: z.string(),
  /** Null where it opened something and has been sent, or may be read by its recipient alone. */
  body: z.nullable(z.string()),
  state: z.enum(mailStates),
  attempts: z.int(),
  error: z.nullable(z.string()),
  sent_at: z.nullable(time),
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
    waiting: true,
    input: z.strictObject({
      platform: z.enum(platforms),
      version: z.string().check(z.regex(/^\d{1,4}(\.\d{1,4}){0,3}$/)),
    }),
    output: z.strictObject({
      /** Nothing newer has been published. */
      valid: z.boolean(),
      latest: z.string(),
      /** The update cannot be put off. */
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
    waiting: true,
    by: {},
    record: agreement,
  }),
  'product/features/get': call({
    summary: 'Funciones del producto que están activas',
    method: 'GET',
    privilege: 'none',
    scope: 'public',
    waiting: true,
    input: empty,
    output: many(feature),
  }),
  'client_contact/send_request': call({
    summary: 'Escribe a quien atiende a la persona: su operador o el neutro',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    mutates: true,
    waiting: true,
    input: z.strictObject({
      subject: z.string().check(oneLine, z.minLength(3), z.maxLength(120)),
      message: z.string().check(z.trim(), z.minLength(10), z.maxLength(4000)),
      category: z.enum(contactCategories),
      event_id: z.optional(id),
      /** What the application noted, when the person wants to send it. */
      diagnostics: z.optional(z.string().check(z.maxLength(32_000))),
    }),
    output: z.strictObject({ result_flag: z.literal([1, 2, 3]), record: contactRequest }),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  }),
  'client_contact/get': shortList({
    summary: 'Lo que la propia persona ha escrito, de lo más nuevo a lo más viejo',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    waiting: true,
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
    summary: 'Mensajes por correo, del más nuevo al más viejo; solo para el operador neutro',
    privilege: 'admin_view',
    scope: 'vno',
    extension: true,
    record: message,
    filters: {
      id: { kind: 'id' },
      recipient: { kind: 'code' },
      kind: { kind: 'choice', values: mailKinds },
      state: { kind: 'choice', values: mailStates },
      created_at: { kind: 'time' },
    },
    sorts: ['created_at'],
    defaultSort: [['created_at', 'desc']],
    columns: {
      recipient: 'text',
      subject: 'text',
      kind: 'choice:mail_kind',
      state: 'choice:mail_state',
      attempts: 'integer',
      error: 'text',
      sent_at: 'time',
      created_at: 'time',
      id: 'id',
    },
  }),
}
