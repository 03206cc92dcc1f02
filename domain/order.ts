/** State machine of a service order: every legal transition between its six states, and their names in TM Forum. */
export const orderKinds = ['alta', 'baja', 'cambio_domicilio', 'cambio_ont', 'averia', 'migracion'] as const
export type OrderKind = (typeof orderKinds)[number]
export const orderStates = ['recibida', 'asignada', 'en_curso', 'completada', 'cancelada', 'rechazada'] as const
export type OrderState = (typeof orderStates)[number]
/** State names of TMF641. */
export const tmfStates = [
  'acknowledged',
  'pending',
  'inProgress',
  'completed',
  'cancelled',
  'rejected',
  'held',
] as const
type TmfState = (typeof tmfStates)[number]

export const firstOrderState: OrderState = 'recibida'

/** Every transition of an order. */
export const orderMoves = {
  /** Assigned to a technician; an assigned order may be reassigned. */
  assign: { from: ['recibida', 'asignada'], to: 'asignada' },
  /** The assignment is removed. */
  unassign: { from: ['asignada'], to: 'recibida' },
  /** An intervention is opened for it. */
  start: { from: ['recibida', 'asignada'], to: 'en_curso' },
  /** Its intervention was cancelled: back to its technician. */
  give_back: { from: ['en_curso'], to: 'asignada' },
  /** The same, for an order without a technician. */
  give_back_unassigned: { from: ['en_curso'], to: 'recibida' },
  /** Its intervention was finalized. Also completes an order that was given back during the finalization. */
  complete: { from: ['recibida', 'asignada', 'en_curso'], to: 'completada' },
  /** Cancelled by the ordering operator. */
  cancel: { from: ['recibida', 'asignada'], to: 'cancelada' },
  /** Cannot be done as ordered. */
  reject: { from: ['recibida', 'asignada'], to: 'rechazada' },
} as const satisfies Record<string, { from: readonly OrderState[]; to: OrderState }>
export type OrderMove = keyof typeof orderMoves

/** State after a transition, or null if it is not legal from `from`. */
export function orderAfter(from: OrderState, move: OrderMove): OrderState | null {
  const { from: origins, to } = orderMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

const closed: readonly OrderState[] = ['completada', 'cancelada', 'rechazada']
/** No further transition or visit. */
export const isOrderClosed = (of: OrderState): boolean => closed.includes(of)

/** Hours of a visit, as instants of any kind that Date reads. */
interface VisitHours {
  from: string | Date
  to: string | Date
}

/**
 * Why a visit cannot be planned at `now` (ms): `over` has ended, `begun` is moved to a start that has gone by. Null if it
 * can: a visit that is under way keeps its hours when only its technician changes.
 */
export function pastVisit(
  { from, to }: VisitHours,
  before: Pick<VisitHours, 'from'> | null,
  now: number,
): 'over' | 'begun' | null {
  const start = new Date(from).getTime()
  if (new Date(to).getTime() <= now) return 'over'
  const unchanged = before !== null && new Date(before.from).getTime() === start
  return start < now && !unchanged ? 'begun' : null
}

/** An open order that waits for an external reason is `held`, regardless of this table. */
export const tmfOf: Readonly<Record<OrderState, TmfState>> = {
  recibida: 'acknowledged',
  asignada: 'pending',
  en_curso: 'inProgress',
  completada: 'completed',
  cancelada: 'cancelled',
  rechazada: 'rejected',
}

/** Agreed terms of an operator that set due times of orders. */
export interface OrderTerms {
  install_days?: number | null
  repair_hours?: number | null
}
/** The term that applies to each kind; the other kinds have none. */
export const orderTerm: Readonly<Record<OrderKind, keyof OrderTerms | null>> = {
  alta: 'install_days',
  migracion: 'install_days',
  cambio_domicilio: 'install_days',
  averia: 'repair_hours',
  cambio_ont: null,
  baja: null,
}
export const kindsOf = (term: keyof OrderTerms): OrderKind[] => orderKinds.filter((kind) => orderTerm[kind] === term)

const hourMs = 3_600_000
/** Length of a term's unit, ms. */
export const termMs: Readonly<Record<keyof OrderTerms, number>> = { install_days: 24 * hourMs, repair_hours: hourMs }

/** Due time of an order received at `created`, both ms; null if nothing is agreed for its kind. */
export function orderDeadline(kind: OrderKind, created: number, terms: OrderTerms): number | null {
  const term = orderTerm[kind]
  if (term === null) return null
  const agreed = terms[term]
  return agreed == null ? null : created + agreed * termMs[term]
}
