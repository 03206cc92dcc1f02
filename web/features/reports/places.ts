/** Where the rows behind a figure are: a list with the same filters, or nowhere when it cannot be narrowed like the figure. */
import type { IndicatorKey } from '@hilo/contract/indicators.ts'
import { ctoState, portState, processState } from '@hilo/domain/status.ts'
import type { Place } from '../../ui/plots/StackPlot.tsx'
import type { Narrow } from './asked.ts'

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
  /** Name of its time filter; none: it stands as it is now. */
  at?: string
  /** The list's own names of what narrows the figures; what it has no name for leads nowhere. */
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
  filter: { role: 'trabajador' },
  at: 'detected_at',
  by: { operador: 'vno_worker_id' },
}
const ports = (filter: Filter): Where => ({ to: '/vno/puertos', filter, by: { operador: 'vno_id' } })
const enrolled = (to: string, filter: Filter, at?: string): Where => ({
  to,
  filter,
  ...(at !== undefined && { at }),
  by: { tecnico: 'technical_id', operador: 'vno_id' },
})

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
  hair_per_100: {
    to: '/vno/cambios-pelo',
    filter: {},
    at: 'created_at',
    by: { tecnico: 'technical_id', operador: 'vno_id' },
  },
  install_rx: events({ process_state: outcomes.finalized, work_kind: 'alta' }),
  full_boxes: { to: '/vno/ctos', filter: { state: String(ctoState.is.copada) }, by: { zona: 'ine_code' } },
  review_old: ports({ state: String(portState.is.pendiente_revision) }),
  ceased_lit: ports({ state: String(portState.is.cesado) }),
  free_lit: ports({ state: String(portState.is.disponible) }),
  to_verify: enrolled('/vno/verificacion', { verification_state: 'pendiente' }),
  to_verify_age_h: enrolled('/vno/verificacion', { verification_state: 'pendiente' }),
  manual_labels: enrolled('/vno/matriculaciones', {}, 'created_at'),
  api_errors: { to: '/vno/peticiones-api', filter: {}, at: 'at', by: { operador: 'vno_id' } },
}
/** Nothing of people narrows how the network stands. */
const ofNetwork: readonly string[] = ['full_boxes', 'review_old', 'ceased_lit', 'free_lit', 'api_errors']

function placeOf({ to, filter, at, by }: Where, { from, to: last }: Days, narrow: Narrow): Place | null {
  const names = Object.keys(narrow) as (keyof Narrow)[]
  if (names.some((name) => narrow[name] !== undefined && by[name] === undefined)) return null
  const more = names.flatMap((name) => {
    const [field, value] = [by[name], narrow[name]]
    return field !== undefined && value !== undefined ? [[field, value] as const] : []
  })
  const search = { ...(at !== undefined && { [at]: `${from}..${last}` }), ...Object.fromEntries(more), ...filter }
  // An address without any filter would be that of the list's first view.
  return { to, search: Object.keys(search).length === 0 ? { vista: '-' } : search }
}

export function rowsOf(key: IndicatorKey, days: Days, narrow: Narrow): Place | null {
  const where = places[key]
  if (!where) return null
  const people = ofNetwork.includes(key) ? { contrata: undefined, tecnico: undefined } : {}
  return placeOf(where, days, known({ ...narrow, ...people }))
}

/** Interventions of some days, with whatever else they have in common. */
export const eventsOf = (days: Days, narrow: Narrow, filter: Filter): Place | null =>
  placeOf(events(filter), days, known(narrow))

const known = (narrow: { [N in keyof Narrow]?: string | undefined }): Narrow =>
  Object.fromEntries(Object.entries(narrow).filter(([, value]) => value !== undefined))
