import { scheduleFormats, schedulePeriods } from '@hilo/domain/schedule.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { blob, call } from '../call.ts'
import { id, nameRef } from '../wire.ts'

/** The indicators and their units. */
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
/** Report section of each indicator. */
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
  /** Null if there was nothing to measure. */
  value: z.nullable(z.number()),
  /** Value of the previous period; null for indicators of the current state only. */
  previous: z.nullable(z.number()),
  /** Numerator and denominator. */
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
  /** Average of additions completed there per week, over the last eight weeks. */
  weekly: z.number(),
  /** At that rate; null if nothing is being added. */
  weeks_left: z.nullable(z.number()),
})
export type ZoneForecast = z.infer<typeof zone>

const keptShare = z.strictObject({
  /** Agreed limit: days, hours or minutes; null if nothing is agreed. */
  agreed: z.nullable(z.int()),
  part: z.int(),
  whole: z.int(),
})
const terms = z.strictObject({ vno: nameRef, install: keptShare, repair: keptShare, restore: keptShare })
export type OperatorTerms = z.infer<typeof terms>

const asked = {
  /** Days in the Madrid time zone, both inclusive. */
  from: day,
  to: day,
  contractor_id: z.optional(id),
  technical_id: z.optional(id),
  /** Municipality of the CTO. */
  ine_code: z.optional(z.string().check(z.regex(/^\d{5}$/))),
  /** Only accepted from the neutral operator: one operator instead of all. */
  vno_id: z.optional(id),
}
/** All indicators of a period. */
export const indicatorReport = z.strictObject({
  from: day,
  to: day,
  previous_from: day,
  previous_to: day,
  indicators: z.array(indicator),
  /** Length of one bar of `spans`. */
  every: z.enum(schedulePeriods),
  spans: z.array(span),
  steps: z.array(step),
  contractors: z.array(contractor),
  /** Share completed within the time agreed with each operator, of what was due in the period. */
  operators: z.array(terms),
  /** Ports by state, counted as in the list of ports. */
  ports: z.array(z.strictObject({ state: z.int(), count: z.int() })),
  /** Zones ordered by how soon they are full. */
  zones: z.array(zone),
})
export type IndicatorReport = z.infer<typeof indicatorReport>

const shared = { method: 'POST', privilege: 'dashboardReports_view', scope: 'vno', extension: true } as const

/** Indicators of a period's work, each with numerator and denominator. */
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
