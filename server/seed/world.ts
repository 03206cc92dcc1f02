import type { World } from './draft.ts'
import { makeNetwork } from './network.ts'
import { makePeople } from './people.ts'
import { surveyLines } from './survey.ts'
import { makeContractors } from './tenants.ts'
import type { Contractor } from './tenants.ts'

/** How much of everything a demonstration has. `ports` is rounded up to whole PONs of 64. */
export type Plan = Pick<
  World,
  'events' | 'recent' | 'requestDays' | 'detailed' | 'detailDays' | 'proofs' | 'clumsy'
> & {
  ports: number
  contractors: number
  technicians: number
}
const wide = { recent: 0, requestDays: 90, detailed: Infinity, detailDays: 30 }
export const plans = {
  small: {
    ...wide,
    proofs: { days: 30, oneIn: 1, harm: true },
    clumsy: 4,
    ports: 1024,
    events: 2048,
    recent: 7,
    contractors: 14,
    technicians: 66,
  },
  standard: {
    ...wide,
    proofs: { days: 14, oneIn: 1, harm: true },
    clumsy: 1,
    ports: 98_304,
    events: 430_000,
    contractors: 25,
    technicians: 400,
  },
} as const satisfies Record<string, Plan>

/** Inputs of the demonstration at `now` (UTC ms). */
export function makeWorld(plan: Plan, now: number): { world: World; contractors: Contractor[] } {
  const { events, recent, requestDays, detailed, detailDays, proofs, clumsy } = plan
  const network = makeNetwork(plan.ports)
  const contractors = makeContractors(plan.contractors)
  const people = makePeople(plan.technicians, contractors)
  const survey = surveyLines(network)
  return {
    contractors,
    world: { now, network, survey, people, events, recent, requestDays, detailed, detailDays, proofs, clumsy },
  }
}
