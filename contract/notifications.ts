import { noticeKinds, noticeChannels } from '@hilo/domain/notice.ts'
import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { codeRef, id, recordBase, time, version } from './wire.ts'

const notice = z.strictObject({
  ...recordBase,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  at: time,
  /** Read by the requesting user. */
  read: z.boolean(),
  read_at: z.nullable(time),
  event_id: z.nullable(id),
  event: z.nullable(codeRef),
  case_id: z.nullable(id),
  /** `code` is the intervention's. */
  case: z.nullable(codeRef),
  /** Its subject, if the user can open it. */
  link: z.nullable(
    z.strictObject({
      entity: z.enum([
        'event',
        'case',
        'hair_change',
        'enrollment',
        'admin',
        'technical',
        'order',
        'file',
        'cto',
        'contact',
      ]),
      id,
    }),
  ),
})
export type Notification = z.infer<typeof notice>

const ways = z.strictObject({ email: z.boolean(), push: z.boolean(), sms: z.boolean() })
const preferences = z.strictObject({ version: z.int(), notifications: ways })
const shared = { method: 'POST', privilege: 'any', scope: 'vno', extension: true } as const

/** Notices to an operator's administrators, a technician, or the neutral operator. */
export const notifications = {
  'admin_vno/notifications/get': list({
    summary: 'Avisos de quien pregunta',
    privilege: 'any',
    scope: 'vno',
    extension: true,
    record: notice,
    filters: {
      id: { kind: 'id' },
      kind: { kind: 'choice', values: noticeKinds },
      read: { kind: 'boolean' },
      event_id: { kind: 'id' },
      case_id: { kind: 'id' },
      at: { kind: 'time' },
      created_at: { kind: 'time' },
    },
    sorts: ['at', 'created_at'],
    defaultSort: [['at', 'desc']],
    columns: {},
  }),
  'admin_vno/notifications/ack': call({
    ...shared,
    mutates: true,
    summary: 'Marca avisos como leídos por quien lo pide',
    problems: ['NOT_FOUND'],
    input: z.strictObject({
      ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(200))),
      all: z.optional(z.literal(true)),
    }),
    output: z.strictObject({
      result_flag: z.literal(1),
      record: z.strictObject({
        /** Number of unread notices of the last thirty days. */
        unread: z.int(),
      }),
    }),
  }),
  'admin_vno/notifications/preferences/get': call({
    ...shared,
    summary: 'Cómo quiere enterarse quien pregunta, y cuántos avisos tiene sin leer',
    input: z.strictObject({}),
    output: z.strictObject({
      record: z.strictObject({ ...preferences.shape, unread: z.int() }),
      /** This server's public key for Web Push (RFC 8292), base64url; a browser subscribes with it. */
      web_push_key: z.nullable(z.string()),
    }),
  }),
  'admin_vno/notifications/preferences/edit': call({
    ...shared,
    mutates: true,
    summary: 'Cambia cómo quiere enterarse quien pregunta',
    problems: ['VERSION_CONFLICT'],
    input: z.strictObject({
      version: z.optional(version),
      notifications: z
        .partial(ways)
        .check(z.refine((given) => noticeChannels.some((way) => given[way] !== undefined), { error: 'required' })),
    }),
    output: z.strictObject({ record: preferences }),
  }),
}
