import { settingGroups, settingKeys, settingSources, settingRules } from '@hilo/domain/settings.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, shortList } from '../call.ts'
import { id } from '../wire.ts'

const number = z.number().check(z.minimum(-1e9), z.maximum(1e9))
const limits = z.strictObject({ high: number, good: number, low: number })
const names = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))
const value = z.union([z.boolean(), number, names, limits])
const bounds = z.strictObject({ min: z.optional(number), max: z.optional(number) })
const setting = z.strictObject({
  key: z.enum(settingKeys as [string, ...string[]]),
  group: z.enum(settingGroups),
  kind: z.enum(['boolean', 'integer', 'set', 'limits']),
  label: z.string(),
  /** The effective value. */
  value,
  /** The default value. */
  default: value,
  source: z.enum(settingSources),
  /** How an operator may change the default. */
  rule: z.enum(settingRules),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  options: z.nullable(z.array(z.string())),
})
export type SettingRecord = z.infer<typeof setting>
const shown = { version: z.int(), vno_id: z.nullable(id) }
const privilege = (action: 'view' | 'edit') =>
  [`eventConfi_${action}`, `eventFinalizationConfi_${action}`, `reportConfi_${action}`, `admin_${action}`] as const

/** Settings by operator. Each group requires the privilege of its own area. */
export const settings = {
  'admin_vno/settings/get': shortList({
    summary: 'Ajustes de intervenciones, finalización e informes',
    method: 'POST',
    privilege: privilege('view'),
    scope: 'vno',
    extension: true,
    by: {
      group: z.optional(z.enum(settingGroups)),
      /** Only accepted from the neutral operator; without it the values for all operators. */
      vno_id: z.optional(id),
    },
    record: setting,
    beside: { version: shown.version, vno_id: shown.vno_id },
    problems: ['NOT_FOUND', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/settings/edit': call({
    summary: 'Cambia ajustes dentro de lo que el operador neutro permite',
    method: 'POST',
    privilege: privilege('edit'),
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({
      /** By key; null restores the default. */
      values: z.partialRecord(z.enum(settingKeys as [string, ...string[]]), z.nullable(value)),
      /** Only accepted from the neutral operator, for numeric defaults. */
      bounds: z.optional(z.partialRecord(z.enum(settingKeys as [string, ...string[]]), z.nullable(bounds))),
      version: z.optional(z.int()),
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), ...shown, records: z.array(setting) }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'PRIVILEGE_DENIED'],
  }),
}
