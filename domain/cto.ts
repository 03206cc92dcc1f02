/** The state of a box follows from its ports; nobody sets it by hand. */
import type { PortState } from './port.ts'
import { ctoState, portState } from './status.ts'

export type CtoState = (typeof ctoState.is)[keyof typeof ctoState.is]

export interface CtoFacts {
  /** False until the box hangs in its place and is taken into service. */
  commissioned: boolean
  /** Condition 996 (box damaged) stands confirmed. */
  damaged: boolean
  ports: readonly PortState[]
}

const count = (ports: readonly PortState[], state: PortState) => ports.filter((one) => one === state).length

/** Ports that a new customer could take. */
export function freePorts(ports: readonly PortState[]): number {
  return count(ports, portState.is.disponible)
}

/** The box's state, to be written in the same transaction as any change of its ports. */
export function ctoStateOf({ commissioned, damaged, ports }: CtoFacts): CtoState {
  if (!commissioned) return ctoState.is.no_instalada
  const broken = count(ports, portState.is.defectuoso)
  if (damaged || (broken > 0 && broken * 2 >= ports.length)) return ctoState.is.defectuosa
  if (freePorts(ports) > 0) return ctoState.is.disponible
  return count(ports, portState.is.pendiente_revision) > 0 ? ctoState.is.pendiente_revision : ctoState.is.copada
}
