/** Which ports of a box an intervention is offered, by its kind. Pure. */
import { portState, type WorkKind } from '@hilo/domain/status.ts'

interface Known {
  state: number
  access: object | null
}

const { disponible, asignado, ocupado, cesado } = portState.is
/** States in which the own operator may work at a port. */
const usable: readonly number[] = [disponible, asignado, ocupado, cesado]

const offers: Readonly<Record<WorkKind, readonly number[]>> = {
  alta: [disponible],
  baja: [ocupado, cesado],
  averia: [ocupado],
  cambio_pelo: [ocupado],
  mantenimiento: usable,
}

export const isUsable = ({ state }: Pick<Known, 'state'>): boolean => usable.includes(state)

/** True if the port fits the kind of work; before the kind is chosen, every usable port does. */
export const isOffered = ({ state }: Pick<Known, 'state'>, kind: WorkKind | undefined): boolean =>
  (kind === undefined ? usable : offers[kind]).includes(state)

/** True if the server refuses the port: another customer's port cannot become that of an installation. */
export const isTakenFor = ({ state, access }: Known, kind: WorkKind | undefined): boolean =>
  kind === 'alta' && state === ocupado && access !== null
