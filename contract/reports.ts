import { reportPrivileges } from '@hilo/domain/day-report.ts'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { indicatorReport } from './indicators.ts'
import { codeRef, id, nameRef, time } from './wire.ts'

export const reportPeriods = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export const figureKeys = [
  'opened',
  'first_time_right',
  'median_minutes',
  'harmed_rate',
  'restore_median_s',
  'open_now',
  'to_verify',
] as const
export type FigureKey = (typeof figureKeys)[number]

const figure = z.strictObject({
  key: z.enum(figureKeys),
  /** Null where nothing was there to measure. */
  value: z.nullable(z.number()),
  /** The same, as far into the period before; null for what is only known of now. */
  previous: z.nullable(z.number()),
  unit: z.enum(['count', 'pct', 'min', 's']),
  /** The last fourteen days, the oldest first; empty for what is only known of now. */
  series: z.array(z.nullable(z.number())),
})
export type Figure = z.infer<typeof figure>

/** How the interventions that were opened on a day stand now. */
const day = z.strictObject({
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  finalized: z.int(),
  /** Finalized, with something to say of a neighbour. */
  warned: z.int(),
  cancelled: z.int(),
  failed: z.int(),
  doing: z.int(),
})
export type ReportDay = z.infer<typeof day>

export const toDoKinds = [
  'alarm',
  'case',
  'override_request',
  'failed',
  'overdue_order',
  'full_box',
  'ceased_lit',
  'review_ports',
] as const

const toDo = z.strictObject({
  kind: z.enum(toDoKinds),
  level: z.enum(['danger', 'warning', 'medium']),
  /** Of one's own technician's work. */
  event: z.nullable(codeRef),
  cto: z.nullable(codeRef),
  case_id: z.nullable(id),
  /** Numbers of the ports without light. */
  ports: z.array(z.int()),
  /** Neighbours, orders or ports that it is about. */
  count: z.int(),
  /** One's own customer lost the light, by the work of another operator. */
  victim: z.boolean(),
  process_state: z.nullable(z.int()),
  technical: z.nullable(nameRef),
  contractor: z.nullable(nameRef),
  /** Since when; of orders, when the time of the oldest one was over. */
  at: z.nullable(time),
})
export type ToDo = z.infer<typeof toDo>

const contractorRate = z.strictObject({
  contractor: nameRef,
  interventions: z.int(),
  /** Interventions with a neighbour left without light, of those with a conclusion, in per cent. */
  harmed_rate: z.number(),
  previous: z.nullable(z.number()),
})
export type ContractorRate = z.infer<typeof contractorRate>

const report = z.strictObject({
  period: z.enum(reportPeriods),
  from: time,
  to: time,
  previous_from: time,
  previous_to: time,
  figures: z.array(figure),
  /** Fourteen days, the oldest first. Days are those of Madrid. */
  by_day: z.array(day),
  /** The last seven days against the seven before; thirty for a month. */
  by_contractor: z.array(contractorRate),
  /** What waits for somebody, the most urgent first. */
  to_do: z.array(toDo),
  to_do_total: z.strictObject({ urgent: z.int(), more: z.int() }),
})
export type DayReport = z.infer<typeof report>

export const reports = {
  'admin_vno/reports/get': call({
    method: 'POST',
    privilege: reportPrivileges,
    scope: 'vno',
    summary: 'Cifras del día, la semana o el mes, y lo que espera a alguien',
    extension: true,
    input: z.strictObject({
      report: z._default(z.literal('day'), 'day'),
      period: z._default(z.enum(reportPeriods), 'day'),
      /** By the neutral operator: one operator instead of all. */
      vno_id: z.optional(id),
      /** Left out by who shows the figures of the day alone: they are read in no time, the indicators look at the whole plant. */
      indicators: z._default(z.boolean(), true),
    }),
    /** Figures are empty without `dashboardReports_view`; `indicators`: null then, or where they were left out. */
    output: z.strictObject({ record: z.extend(report, { indicators: z.nullable(indicatorReport) }) }),
  }),
}
