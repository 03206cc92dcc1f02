import { ctoStateOf, freePorts } from '@hilo/domain/cto.ts'
import type { CtoState } from '@hilo/domain/cto.ts'
import { portState } from '@hilo/domain/status.ts'
import { planBox } from './box.ts'
import type { PortPlan } from './box.ts'
import { boxRoles } from './network.ts'
import type { BoxRole, Network } from './network.ts'
import { at } from './rng.ts'

/** Kind of a line, for the work possible on it. */
export const lineKind = { active: 0, pending: 1, ceased: 2 } as const

/**
 * All lines, numbered once so that independently written tables agree. Index 0 of a line is access 1; a box's accesses, drops
 * and assignments follow those of the box before it.
 */
export interface Survey {
  lines: number
  /** By line: box, port id, operator index, kind. */
  box: Int32Array
  port: Int32Array
  tenant: Uint8Array
  kind: Uint8Array
  /** By line: activation, UTC ms; 0 if unknown. */
  activated: Float64Array
  /** By box: count of each in the boxes before it. */
  accessBefore: Int32Array
  dropBefore: Int32Array
  assignmentBefore: Int32Array
}

/** True if the position has a holder. */
export function isHeld(plan: PortPlan): boolean {
  return plan.tenant >= 0 && !plan.past
}
export function hasAccess(plan: PortPlan): boolean {
  return plan.access || plan.past
}
export function hasDrop(plan: PortPlan): boolean {
  return plan.drop || plan.past
}

function kindOf(plan: PortPlan): number {
  if (plan.past || plan.state === portState.is.cesado) return lineKind.ceased
  return plan.state === portState.is.asignado ? lineKind.pending : lineKind.active
}

/** Visits every box once and numbers its lines. */
export function surveyLines(network: Network): Survey {
  const survey: Survey = {
    lines: 0,
    box: new Int32Array(network.ports),
    port: new Int32Array(network.ports),
    tenant: new Uint8Array(network.ports),
    kind: new Uint8Array(network.ports),
    activated: new Float64Array(network.ports),
    accessBefore: new Int32Array(network.boxes),
    dropBefore: new Int32Array(network.boxes),
    assignmentBefore: new Int32Array(network.boxes),
  }
  let drops = 0
  let assignments = 0
  for (let box = 0; box < network.boxes; box++) {
    survey.accessBefore[box] = survey.lines
    survey.dropBefore[box] = drops
    survey.assignmentBefore[box] = assignments
    for (const plan of planBox(network, box)) {
      if (hasDrop(plan)) drops += 1
      if (plan.tenant >= 0) assignments += 1
      if (!hasAccess(plan)) continue
      survey.box[survey.lines] = box
      survey.port[survey.lines] = at(network.firstPort, box) + plan.number - 1
      survey.tenant[survey.lines] = plan.tenant
      survey.kind[survey.lines] = kindOf(plan)
      survey.lines += 1
    }
  }
  return survey
}

/** State and free ports of a box, by the domain's rule. */
export function boxState(role: BoxRole, plans: readonly PortPlan[]): { state: CtoState; free: number } {
  const ports = plans.map((plan) => plan.state)
  const state = ctoStateOf({ commissioned: role !== 'planned', damaged: role === 'damaged', ports })
  return { state, free: freePorts(ports) }
}

export function roleOf(network: Network, box: number): BoxRole {
  return at(boxRoles, at(network.role, box))
}

/** Id of the drop at a position, or the id that it would get. */
export function dropAt(network: Network, survey: Survey, box: number, number: number): number {
  const before = planBox(network, box).filter((plan) => plan.number < number && hasDrop(plan))
  return at(survey.dropBefore, box) + before.length + 1
}
