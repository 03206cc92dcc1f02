/** The state of a CTO is derived from its ports; it is never set by hand. */
import type { PortState } from './port.ts'
import { ctoState, portState } from './status.ts'

export type CtoState = (typeof ctoState.is)[keyof typeof ctoState.is]

interface CtoFacts {
  /** False until the CTO is installed and in service. */
  commissioned: boolean
  /** Condition 996 (CTO damaged) is confirmed. */
  damaged: boolean
  ports: readonly PortState[]
}

const count = (ports: readonly PortState[], state: PortState) => ports.filter((one) => one === state).length

/** Number of ports available to a new customer. */
export function freePorts(ports: readonly PortState[]): number {
  return count(ports, portState.is.disponible)
}

/** State of the CTO, to be stored in the same transaction as any change of its ports. */
export function ctoStateOf({ commissioned, damaged, ports }: CtoFacts): CtoState {
  if (!commissioned) return ctoState.is.no_instalada
  const broken = count(ports, portState.is.defectuoso)
  if (damaged || (broken > 0 && broken * 2 >= ports.length)) return ctoState.is.defectuosa
  if (freePorts(ports) > 0) return ctoState.is.disponible
  return count(ports, portState.is.pendiente_revision) > 0 ? ctoState.is.pendiente_revision : ctoState.is.copada
}
