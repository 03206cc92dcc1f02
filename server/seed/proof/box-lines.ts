import type { OpticalState } from '@hilo/domain/status.ts'
import { madeUpSerial } from '../../plant/simulated/make.ts'
import { opticsOf, planBox } from '../box.ts'
import type { PortOptics, PortPlan } from '../box.ts'
import { accessCode, ontOf } from '../codes.ts'
import type { World } from '../draft.ts'
import { at } from '../rng.ts'
import { hasAccess, isHeld } from '../survey.ts'

/** A position of a box with its customer, as in inventory and plant. */
export interface BoxLine {
  plan: PortPlan
  portId: number
  vnoId: number | null
  accessId: number | null
  accessCode: string | null
  /** Of the ONT in the plant; null if there is none. */
  serial: string | null
  state: OpticalState
  /** Its power while lit. */
  light: PortOptics
  baseline: { p50: number; stddev: number } | null
}

export function boxLines({ network, survey }: World, box: number): BoxLine[] {
  let access = at(survey.accessBefore, box)
  const first = at(network.firstPort, box)
  const province = at(network.pons, at(network.pon, box)).olt.place.ine.slice(0, 2)
  return planBox(network, box).map((plan) => {
    const own = hasAccess(plan) ? ++access : null
    const mine = isHeld(plan)
    const portId = first + plan.number - 1
    const light = opticsOf(network, box, plan.number, 'online')
    const hangs = plan.optical !== 'unknown'
    return {
      plan,
      portId,
      vnoId: mine ? plan.tenant + 1 : null,
      accessId: mine ? own : null,
      accessCode: mine && own !== null ? accessCode(province, own) : null,
      serial: hangs ? (mine && own !== null ? ontOf(own).serial : madeUpSerial(portId)) : null,
      state: plan.optical,
      light,
      baseline: mine && plan.drop ? { p50: light.median, stddev: light.deviation } : null,
    }
  })
}
