/** The life of a service order: every legal move between its six states, and what TM Forum calls them. */
export const orderKinds = ['alta', 'baja', 'cambio_domicilio', 'cambio_ont', 'averia', 'migracion'] as const
export type OrderKind = (typeof orderKinds)[number]
export const orderStates = ['recibida', 'asignada', 'en_curso', 'completada', 'cancelada', 'rechazada'] as const
export type OrderState = (typeof orderStates)[number]
/** Names of TMF641 for the state of an order. */
export const tmfStates = [
  'acknowledged',
  'pending',
  'inProgress',
  'completed',
  'cancelled',
  'rejected',
  'held',
] as const
export type TmfState = (typeof tmfStates)[number]

export const firstOrderState: OrderState = 'recibida'

/** Everything that may move an order. */
export const orderMoves = {
  /** Somebody goes; an order that has somebody may be given to another. */
  assign: { from: ['recibida', 'asignada'], to: 'asignada' },
  /** Nobody goes any more. */
  unassign: { from: ['asignada'], to: 'recibida' },
  /** An intervention is opened for it. */
  start: { from: ['recibida', 'asignada'], to: 'en_curso' },
  /** Its intervention was cancelled: whoever had it has it again. */
  give_back: { from: ['en_curso'], to: 'asignada' },
  /** The same, and nobody had it. */
  give_back_unassigned: { from: ['en_curso'], to: 'recibida' },
  /** Its intervention was finalized. An order given back while the end was decided is done all the same. */
  complete: { from: ['recibida', 'asignada', 'en_curso'], to: 'completada' },
  /** The operator that ordered it no longer wants it. */
  cancel: { from: ['recibida', 'asignada'], to: 'cancelada' },
  /** It cannot be done as it was ordered. */
  reject: { from: ['recibida', 'asignada'], to: 'rechazada' },
} as const satisfies Record<string, { from: readonly OrderState[]; to: OrderState }>
export type OrderMove = keyof typeof orderMoves

/** State after a move, or null when the move is not legal from `from`. */
export function orderAfter(from: OrderState, move: OrderMove): OrderState | null {
  const { from: origins, to } = orderMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

const closed: readonly OrderState[] = ['completada', 'cancelada', 'rechazada']
/** Nothing moves it any more, and nobody is visited for it. */
export const isOrderClosed = (of: OrderState): boolean => closed.includes(of)

/** An open order that waits for something outside of it is `held`, whatever this says. */
export const tmfOf: Readonly<Record<OrderState, TmfState>> = {
  recibida: 'acknowledged',
  asignada: 'pending',
  en_curso: 'inProgress',
  completada: 'completed',
  cancelada: 'cancelled',
  rechazada: 'rejected',
}

/** What is agreed with an operator, as far as orders have a time in which they are done. */
export interface OrderTerms {
  install_days?: number | null
  repair_hours?: number | null
}
/** Which of the agreed times an order has; the other kinds have none. */
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
/** Of one day or hour, ms. */
export const termMs: Readonly<Record<keyof OrderTerms, number>> = { install_days: 24 * hourMs, repair_hours: hourMs }

/** Until when an order is to be done that came in at `created`, both ms; null where nothing is agreed for its kind. */
export function orderDeadline(kind: OrderKind, created: number, terms: OrderTerms): number | null {
  const term = orderTerm[kind]
  if (term === null) return null
  const agreed = terms[term]
  return agreed == null ? null : created + agreed * termMs[term]
}
