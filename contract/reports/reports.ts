import { schedulePeriods } from '@hilo/domain/schedule.ts'
import { reportPrivileges } from '@hilo/domain/day-report.ts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { indicatorReport } from './indicators.ts'
import { codeRef, id, nameRef, time } from '../wire.ts'

const figureKeys = [
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
  /** Null if there was nothing to measure. */
  value: z.nullable(z.number()),
  /** Value at the same point of the previous period; null for figures of the current state only. */
  previous: z.nullable(z.number()),
  unit: z.enum(['count', 'pct', 'min', 's']),
  /** The last fourteen days, oldest first; empty for figures of the current state only. */
  series: z.array(z.nullable(z.number())),
})
export type Figure = z.infer<typeof figure>

/** Current state of the interventions opened on a day. */
const day = z.strictObject({
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  finalized: z.int(),
  /** Finalized with a warning about a neighbour. */
  warned: z.int(),
  cancelled: z.int(),
  failed: z.int(),
  doing: z.int(),
})
export type ReportDay = z.infer<typeof day>

const toDoKinds = [
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
  /** An intervention of the operator's own technician. */
  event: z.nullable(codeRef),
  cto: z.nullable(codeRef),
  case_id: z.nullable(id),
  /** Numbers of the ports without light. */
  ports: z.array(z.int()),
  /** Number of neighbours, orders or ports concerned. */
  count: z.int(),
  /** The operator's own customer lost the light through another operator's work. */
  victim: z.boolean(),
  process_state: z.nullable(z.int()),
  technical: z.nullable(nameRef),
  contractor: z.nullable(nameRef),
  /** Start time; for orders, when the oldest became overdue. */
  at: z.nullable(time),
})
export type ToDo = z.infer<typeof toDo>

const contractorRate = z.strictObject({
  contractor: nameRef,
  interventions: z.int(),
  /** Percentage of concluded interventions that left a neighbour without light. */
  harmed_rate: z.number(),
  previous: z.nullable(z.number()),
})
export type ContractorRate = z.infer<typeof contractorRate>

const report = z.strictObject({
  period: z.enum(schedulePeriods),
  from: time,
  to: time,
  previous_from: time,
  previous_to: time,
  figures: z.array(figure),
  /** Fourteen days, oldest first, in the Madrid time zone. */
  by_day: z.array(day),
  /** The last seven days against the seven before; thirty for a month. */
  by_contractor: z.array(contractorRate),
  /** Pending tasks, most urgent first. */
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
      period: z._default(z.enum(schedulePeriods), 'day'),
      /** Only accepted from the neutral operator: one operator instead of all. */
      vno_id: z.optional(id),
      /** False skips the indicators, which scan the whole plant; the day's figures are fast. */
      indicators: z._default(z.boolean(), true),
    }),
    /** Figures are empty without `dashboardReports_view`; `indicators` is null then, and when skipped. */
    output: z.strictObject({ record: z.extend(report, { indicators: z.nullable(indicatorReport) }) }),
  }),
}
