import { trafficLight } from '@hilo/domain/optics.ts'
import { processState } from '@hilo/domain/status.ts'
import { opticsOf, planBox } from './box.ts'
import type { Draft, World } from './draft.ts'
import { at } from './rng.ts'
import { held } from './survey.ts'
import { stamp } from './time.ts'

const unread: readonly number[] = [processState.is.iddle, processState.is.creating, processState.is.wronglyCreated]

/** The box's faceplate as the intervention left it: figures only for its own operator's ports. Null when nobody read it. */
export function neighboursOf(world: World, draft: Draft): string | null {
  if (draft.type !== 1 || draft.started === null || unread.includes(draft.state)) return null
  const box = at(world.survey.box, draft.line)
  const touched = at(world.survey.port, draft.line) - at(world.network.firstPort, box) + 1
  const plans = planBox(world.network, box)
  const lit = plans.filter((plan) => plan.number !== touched && plan.optical === 'online')
  const victims = new Set(lit.slice(-(draft.harmed ?? 0) || lit.length).map((plan) => plan.number))
  const dark = draft.harmed && draft.verdict !== 'degradada' ? victims : new Set<number>()
  const read = stamp(draft.finished ?? draft.updated)
  const items = plans.map((plan) => {
    const state = dark.has(plan.number) ? 'los' : plan.optical
    const own = held(plan) && plan.tenant === draft.tenant
    const { rx, oltRx } = opticsOf(world.network, box, plan.number, state)
    return {
      port: plan.number,
      port_state: plan.state,
      state,
      own,
      rx_dbm: own ? rx : null,
      olt_rx_dbm: own ? oltRx : null,
      light: trafficLight(state, rx),
      read_at: read,
    }
  })
  return JSON.stringify(items)
}
