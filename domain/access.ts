/** State machine of an access: every legal transition between its five states. */
export const accessStates = ['reservado', 'en_alta', 'activo', 'en_baja', 'baja'] as const
export type AccessState = (typeof accessStates)[number]

/** Every transition of an access. */
export const accessMoves = {
  /** Its installation has begun. */
  install: { from: ['reservado'], to: 'en_alta' },
  /** Its ONT is online and the work was accepted. */
  activate: { from: ['reservado', 'en_alta'], to: 'activo' },
  /** Its order was cancelled before it was in service. */
  cancel: { from: ['reservado', 'en_alta'], to: 'baja' },
  /** Its operator takes it out of service. */
  unsubscribe: { from: ['activo'], to: 'en_baja' },
  /** Taking it out of service was cancelled. */
  keep: { from: ['en_baja'], to: 'activo' },
  /** The OLT no longer serves it, or a technician has withdrawn it. */
  cease: { from: ['activo', 'en_baja'], to: 'baja' },
} as const satisfies Record<string, { from: readonly AccessState[]; to: AccessState }>
export type AccessMove = keyof typeof accessMoves

/** State after a transition, or null if it is not legal from `from`. */
export function accessAfter(from: AccessState, move: AccessMove): AccessState | null {
  const { from: origins, to } = accessMoves[move]
  return origins.some((origin) => origin === from) ? to : null
}

/** In service, possibly for the last days: has a port and an ONT of its own. */
export const inService = (of: AccessState): boolean => of === 'activo' || of === 'en_baja'
