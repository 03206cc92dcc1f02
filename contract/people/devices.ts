import { platforms } from '@hilo/domain/device.ts'
import * as z from 'zod/mini'
import { call, shortList } from '../call.ts'
import { id, nameRef, oneLine, time, version } from '../wire.ts'

const device = z.strictObject({
  id,
  version: z.int(),
  created_at: time,
  updated_at: time,
  technical_id: z.nullable(id),
  technical: z.nullable(nameRef),
  install_id: z.string(),
  platform: z.enum(platforms),
  model: z.nullable(z.string()),
  os: z.nullable(z.string()),
  app_version: z.nullable(z.string()),
  /** Has a push token for notices. */
  push: z.boolean(),
  last_seen: time,
  revoked_at: z.nullable(time),
})
const short = z.string().check(oneLine, z.minLength(1), z.maxLength(80))

export const devices = {
  'admin_vno/devices/get': shortList({
    summary: 'Dispositivos propios, o de un técnico',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    /** `technical_id` requires the privilege to see technicians. */
    by: { technical_id: z.optional(id) },
    record: device,
    problems: ['NOT_FOUND'],
  }),
  'admin_vno/devices/register': call({
    summary: 'Apunta este dispositivo y dónde recibe avisos',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    mutates: true,
    input: z.strictObject({
      /** By default the installation of the `apiaf` header. */
      install_id: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
      /** Push token for notices; null removes it. A browser's is its Web Push subscription as JSON: {endpoint, keys}. */
      push_token: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(4096)))),
      platform: z.optional(z.enum(platforms)),
      model: z.optional(short),
      os: z.optional(short),
      app_version: z.optional(z.string().check(z.regex(/^[\w.-]{1,32}$/))),
    }),
    output: z.strictObject({ record: device }),
  }),
  'admin_vno/devices/key': call({
    summary: 'Clave con la que un dispositivo guarda el trabajo de quien ha salido',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    input: z.strictObject({}),
    /** 32 bytes in base64; always the same for a user. */
    output: z.strictObject({ key: z.string().check(z.length(44)) }),
    problems: ['RATE_LIMITED'],
  }),
  'admin_vno/devices/revoke': call({
    summary: 'Retira un dispositivo y cierra sus sesiones',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    mutates: true,
    input: z.strictObject({ id, version: z.optional(version) }),
    output: z.strictObject({ record: device }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
