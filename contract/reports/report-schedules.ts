import { scheduleFormats, schedulePeriods, scheduleReports } from '@hilo/domain/schedule.ts'
import * as z from 'zod/mini'
import { call, list } from '../call.ts'
import {
  choice,
  entity,
  identifier,
  integer,
  moment,
  optional,
  recordFields,
  reference,
  shape,
  text,
} from '../fields.ts'
import { edited } from '../wire.ts'

const fields = {
  name: text({ min: 2, max: 120 }),
  report: choice('schedule_report', scheduleReports, {}),
  /** Period covered: the day, week or month that ended before the report is generated. */
  period: choice('schedule_period', schedulePeriods, { filter: true }),
  /** Hour in the Madrid time zone: daily, on Mondays, or on the first of the month. */
  hour: integer({ min: 0, max: 23 }),
  format: choice('schedule_format', scheduleFormats, {}),
  enabled: shape(z.boolean()),
  next_at: moment({ nullable: true }),
  last_at: moment({ nullable: true }),
  last_file_id: identifier({ nullable: true, column: false }),
  vno: reference('name', { nullable: true }),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
  /** Empty: a notice with the file instead of mail. */
  recipients: shape(z.array(z.string())),
}
const schedule = entity(fields)
export type ReportSchedule = z.infer<typeof schedule.record>

/** Scheduled reports. */
export const reportSchedules = {
  'admin_vno/reports/schedules/get': list({
    ...schedule,
    columns: {},
    name: 'reportSchedules',
    summary: 'Informes programados',
    privilege: 'dashboardReports_view',
    scope: 'vno',
    extension: true,
    defaultSort: [['created_at', 'desc']],
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
      ...z.partial(z.strictObject(edited)).shape,
      delete: z.optional(z.literal(true)),
      /** Defaults to `day` for a new schedule. */
      ...optional(fields, 'report', 'name', 'period', 'hour', 'format', 'enabled'),
      /** Users of the operator, or the address of its control room. */
      recipients: z.optional(z.array(z.email().check(z.maxLength(254))).check(z.maxLength(20))),
    }),
    output: z.strictObject({ result_flag: z.literal(1), record: schedule.record }),
  }),
}
