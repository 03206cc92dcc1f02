import { scheduleFormats, schedulePeriods, scheduleReports } from '@hilo/domain/schedule.ts'
import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { id, nameRef, oneLine, recordBase, time, version } from './wire.ts'

const schedule = z.strictObject({
  ...recordBase,
  vno_id: z.nullable(id),
  vno: z.nullable(nameRef),
  name: z.string(),
  report: z.enum(scheduleReports),
  /** The day, the week or the month that was over when it is made. */
  period: z.enum(schedulePeriods),
  /** Of Madrid: every day, on Mondays, or on the first of the month. */
  hour: z.int(),
  format: z.enum(scheduleFormats),
  /** None: it becomes a notice with its file. */
  recipients: z.array(z.string()),
  enabled: z.boolean(),
  next_at: z.nullable(time),
  last_at: z.nullable(time),
  last_file_id: z.nullable(id),
})
export type ReportSchedule = z.infer<typeof schedule>

/** Reports that come by themselves. */
export const reportSchedules = {
  'admin_vno/reports/schedules/get': list({
    name: 'reportSchedules',
    summary: 'Informes programados',
    privilege: 'dashboardReports_view',
    scope: 'vno',
    extension: true,
    record: schedule,
    filters: {
      id: { kind: 'id' },
      period: { kind: 'choice', values: schedulePeriods },
      created_at: { kind: 'time' },
    },
    sorts: ['created_at', 'id'],
    defaultSort: [['created_at', 'desc']],
    columns: {},
  }),
  'admin_vno/reports/schedule': call({
    method: 'POST',
    privilege: ['dashboardReports_create', 'dashboardReports_delete'],
    parts: ['dashboardReports.schedule_create'],
    scope: 'vno',
    extension: true,
    mutates: true,
    summary: 'Programa un informe, lo cambia o lo quita',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
    input: z.strictObject({
      id: z.optional(id),
      version: z.optional(version),
      delete: z.optional(z.literal(true)),
      /** Of a new one, `day` where nothing is said. */
      report: z.optional(z.enum(scheduleReports)),
      name: z.optional(z.string().check(oneLine, z.minLength(2), z.maxLength(120))),
      period: z.optional(z.enum(schedulePeriods)),
      hour: z.optional(z.int().check(z.minimum(0), z.maximum(23))),
      format: z.optional(z.enum(scheduleFormats)),
      /** Of one's own people, or the address of one's own control room. */
      recipients: z.optional(z.array(z.email().check(z.maxLength(254))).check(z.maxLength(20))),
      enabled: z.optional(z.boolean()),
    }),
    output: z.strictObject({ result_flag: z.literal(1), record: schedule }),
  }),
}
