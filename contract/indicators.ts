import { scheduleFormats } from '@hilo/domain/schedule.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { blob, call } from './call.ts'
import { id, nameRef } from './wire.ts'

/** What is measured, and in what it is told. */
export const indicatorUnits = {
  opened: 'count',
  finalized: 'count',
  cancelled: 'count',
  failed: 'count',
  first_time_right: 'pct',
  median_minutes: 'min',
  harmed_rate: 'pct',
  degraded_rate: 'pct',
  inconclusive_rate: 'pct',
  restore_median_s: 's',
  restore_p90_s: 's',
  install_on_time: 'pct',
  repair_on_time: 'pct',
  restore_on_time: 'pct',
  hair_per_100: 'pct',
  hair_unfounded: 'pct',
  install_rx: 'dbm',
  rx_drift: 'db',
  full_boxes: 'pct',
  review_old: 'count',
  ceased_lit: 'count',
  free_lit: 'count',
  to_verify: 'count',
  to_verify_age_h: 'h',
  manual_labels: 'pct',
  duplicate_pictures: 'count',
  api_errors: 'pct',
  offline_max_h: 'h',
} as const
export type IndicatorKey = keyof typeof indicatorUnits
/** Which part of the reports each figure belongs to. */
export const indicatorParts = {
  productivity: [
    'opened',
    'finalized',
    'cancelled',
    'failed',
    'median_minutes',
    'install_on_time',
    'repair_on_time',
    'hair_per_100',
    'api_errors',
    'offline_max_h',
  ],
  quality: [
    'first_time_right',
    'harmed_rate',
    'degraded_rate',
    'inconclusive_rate',
    'restore_median_s',
    'restore_p90_s',
    'restore_on_time',
    'hair_unfounded',
    'install_rx',
    'rx_drift',
    'to_verify',
    'to_verify_age_h',
    'manual_labels',
    'duplicate_pictures',
  ],
  network: ['full_boxes', 'review_old', 'ceased_lit', 'free_lit'],
} as const satisfies Record<string, readonly IndicatorKey[]>
export const indicatorKeys = Object.keys(indicatorUnits) as IndicatorKey[]

const indicator = z.strictObject({
  key: z.enum(indicatorKeys as [IndicatorKey, ...IndicatorKey[]]),
  unit: z.enum(['count', 'pct', 'min', 's', 'h', 'dbm', 'db']),
  /** Null where nothing was there to measure. */
  value: z.nullable(z.number()),
  /** The same for the period before; null for what is only known of now. */
  previous: z.nullable(z.number()),
  /** How many it counts, and of how many. */
  part: z.nullable(z.int()),
  whole: z.nullable(z.int()),
})
export type Indicator = z.infer<typeof indicator>

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
const outcomes = { finalized: z.int(), warned: z.int(), cancelled: z.int(), failed: z.int(), doing: z.int() }
const span = z.strictObject({ from: day, to: day, ...outcomes })
export type OutcomeSpan = z.infer<typeof span>

const step = z.strictObject({
  step: z.enum(fieldSteps),
  works: z.int(),
  median_minutes: z.nullable(z.number()),
  previous: z.nullable(z.number()),
})
export type StepTime = z.infer<typeof step>

const contractor = z.strictObject({
  contractor: nameRef,
  opened: z.int(),
  finalized: z.int(),
  first_time_right: z.nullable(z.number()),
  median_minutes: z.nullable(z.number()),
  harmed: z.int(),
  harmed_rate: z.nullable(z.number()),
  harmed_before: z.nullable(z.number()),
})
export type ContractorRow = z.infer<typeof contractor>

const zone = z.strictObject({
  ine_code: z.string(),
  municipality: z.string(),
  boxes: z.int(),
  full_boxes: z.int(),
  free_ports: z.int(),
  /** Additions finished there per week, of the last eight. */
  weekly: z.number(),
  /** At that pace; null where nothing is added. */
  weeks_left: z.nullable(z.number()),
})
export type ZoneForecast = z.infer<typeof zone>

const kept = z.strictObject({
  /** What is agreed now: days, hours or minutes; null where nothing is. */
  agreed: z.nullable(z.int()),
  part: z.int(),
  whole: z.int(),
})
const terms = z.strictObject({ vno: nameRef, install: kept, repair: kept, restore: kept })
export type OperatorTerms = z.infer<typeof terms>

const asked = {
  /** Days of Madrid, both counted. */
  from: day,
  to: day,
  contractor_id: z.optional(id),
  technical_id: z.optional(id),
  /** Municipality of the box. */
  ine_code: z.optional(z.string().check(z.regex(/^\d{5}$/))),
  /** By the neutral operator: one operator instead of all. */
  vno_id: z.optional(id),
}
/** The whole of what is measured in a period. */
export const indicatorReport = z.strictObject({
  from: day,
  to: day,
  previous_from: day,
  previous_to: day,
  indicators: z.array(indicator),
  /** What a bar of `spans` stands for. */
  every: z.enum(['day', 'week', 'month']),
  spans: z.array(span),
  steps: z.array(step),
  contractors: z.array(contractor),
  /** What was done in the time that is agreed with each operator, of what was due in the period. */
  operators: z.array(terms),
  /** Ports by state, as the list of ports counts them. */
  ports: z.array(z.strictObject({ state: z.int(), count: z.int() })),
  /** The soonest full first. */
  zones: z.array(zone),
})
export type IndicatorReport = z.infer<typeof indicatorReport>

const shared = { method: 'POST', privilege: 'dashboardReports_view', scope: 'vno', extension: true } as const

/** The work of a period in figures, each with what it counts and of how many. */
export const indicators = {
  'admin_vno/reports/indicators/get': call({
    ...shared,
    summary: 'Indicadores de un periodo, comparados con el anterior',
    input: z.strictObject(asked),
    output: z.strictObject({ record: indicatorReport }),
  }),
  'admin_vno/reports/indicators/download': blob({
    ...shared,
    summary: 'Los mismos indicadores como CSV, XLSX o PDF',
    disposition: 'attachment',
    input: z.strictObject({ ...asked, format: z.enum(scheduleFormats) }),
  }),
}
