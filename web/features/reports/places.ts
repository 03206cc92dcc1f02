/** Links from indicators to the list of their rows; none if the list cannot be filtered like the indicator. */
import type { IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { kindsOf, type OrderTerms } from '@hilo/domain/order.ts'
import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import type { Place } from '../../ui/plots/StackPlot.tsx'
import type { Narrow } from './report-query.ts'

interface Days {
  from: string
  to: string
}
type Filter = Record<string, string>

const state = processState.is
export const outcomes = {
  finalized: [state.finalized, state.finalizedSync].join(),
  cancelled: [state.cancelled, state.canceledSync].join(),
  failed: [state.error, state.wronglyCreated, state.wronglyFinalized, state.wronglyCancelled].join(),
}

interface Where {
  to: string
  filter: Filter
  /** Additional filter for one of the two operators of a case; not for the neutral operator. */
  side?: Filter
  /** Name of the time filter; none for a current value. */
  at?: string
  /** The list's filter names for the report's filters; a filter without one means no link. */
  by: { readonly [N in keyof Narrow]: string }
}

const events = (filter: Filter): Where => ({
  to: '/vno/intervenciones',
  filter,
  at: 'created_at',
  by: { contrata: 'contractor_id', tecnico: 'technical_id', operador: 'vno_id' },
})
const cuts: Where = {
  to: '/vno/vecinos/desconectados',
  filter: { state: 'restaurado' },
  side: { role: 'trabajador' },
  at: 'detected_at',
  by: { operador: 'vno_worker_id' },
}
/** Orders due in the period, done or not. */
const due = (term: keyof OrderTerms): Where => ({
  to: '/vno/ordenes',
  filter: { kind: kindsOf(term).join(), state: 'recibida,asignada,en_curso,completada' },
  at: 'deadline_at',
  by: { tecnico: 'assigned_technical_id', operador: 'vno_id' },
})
const ports = (filter: Filter): Where => ({ to: '/vno/puertos', filter, by: { operador: 'vno_id' } })
/** The queue is shared by all who may see it. */
const queue: Where = { to: '/vno/verificacion', filter: {}, by: {} }

const done = events({ process_state: outcomes.finalized })
const places: { readonly [K in IndicatorKey]?: Where } = {
  opened: events({}),
  finalized: done,
  cancelled: events({ process_state: outcomes.cancelled }),
  failed: events({ process_state: outcomes.failed }),
  first_time_right: events({ process_state: `${outcomes.finalized},${state.wronglyFinalized}` }),
  median_minutes: done,
  harmed_rate: events({ verdict: 'con_desconectados' }),
  degraded_rate: events({ verdict: 'degradada' }),
  inconclusive_rate: events({ verdict: 'no_concluyente' }),
  restore_median_s: cuts,
  restore_p90_s: cuts,
  install_on_time: due('install_days'),
  repair_on_time: due('repair_hours'),
  hair_per_100: {
    to: '/vno/cambios-pelo',
    filter: {},
    at: 'created_at',
    by: { tecnico: 'technical_id', operador: 'vno_id' },
  },
  full_boxes: { to: '/vno/ctos', filter: { state: String(ctoState.is.copada) }, by: { zona: 'ine_code' } },
  review_old: ports({ state: String(portState.is.pendiente_revision), review: 'atrasada' }),
  ceased_lit: ports({ state: String(portState.is.cesado), light: 'con_luz' }),
  free_lit: ports({ state: String(portState.is.disponible), light: 'con_luz' }),
  to_verify: queue,
  to_verify_age_h: queue,
  manual_labels: {
    to: '/vno/matriculaciones',
    filter: { label_source: 'manual' },
    at: 'created_at',
    by: { tecnico: 'technical_id', operador: 'vno_id' },
  },
  api_errors: { to: '/vno/peticiones-api', filter: { http_status: '400..' }, at: 'at', by: { operador: 'vno_id' } },
}
const people = ['contrata', 'tecnico'] as const
/** Report filters that do not affect an indicator. */
const whatever: { readonly [K in IndicatorKey]?: readonly (keyof Narrow)[] } = {
  full_boxes: [...people, 'operador'],
  free_lit: [...people, 'operador'],
  review_old: people,
  ceased_lit: people,
  api_errors: people,
}

function placeOf({ to, filter, at, by }: Where, { from, to: last }: Days, narrow: Narrow): Place | null {
  const names = Object.keys(narrow) as (keyof Narrow)[]
  if (names.some((name) => narrow[name] !== undefined && by[name] === undefined)) return null
  const more = names.flatMap((name) => {
    const [field, value] = [by[name], narrow[name]]
    return field !== undefined && value !== undefined ? [[field, value] as const] : []
  })
  const search = {
    ...(at !== undefined && { [at]: `${from}..${last}` }),
    ...Object.fromEntries(more),
    ...filter,
  }
  // A URL without filters would open the list's default view.
  return { to, search: Object.keys(search).length === 0 ? { vista: '-' } : search }
}

/** `neutral`: for the neutral operator. */
export function rowsOf(key: IndicatorKey, days: Days, narrow: Narrow, neutral: boolean): Place | null {
  const where = places[key]
  if (!where) return null
  const without = Object.fromEntries((whatever[key] ?? []).map((name) => [name, undefined]))
  const filter = { ...where.filter, ...(!neutral && where.side) }
  return placeOf({ ...where, filter }, days, known({ ...narrow, ...without }))
}

/** Interventions in a range of days, with additional filters. */
export const eventsOf = (days: Days, narrow: Narrow, filter: Filter): Place | null =>
  placeOf(events(filter), days, known(narrow))

const known = (narrow: { [N in keyof Narrow]?: string | undefined }): Narrow =>
  Object.fromEntries(Object.entries(narrow).filter(([, value]) => value !== undefined))
