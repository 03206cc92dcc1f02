import type { World } from './draft.ts'
import { makeNetwork } from './network.ts'
import { makePeople } from './people.ts'
import { surveyLines } from './survey.ts'
import { makeContractors } from './tenants.ts'
import type { Contractor } from './tenants.ts'

export type SeedSize = 'small' | 'standard' | 'stress'

type Plan = Pick<World, 'events' | 'recent' | 'requestDays' | 'detailed' | 'detailDays' | 'proofs' | 'clumsy'> & {
  ports: number
  contractors: number
  technicians: number
}
const wide = { recent: 0, requestDays: 90, detailed: Infinity, detailDays: 30 }
const plans: Readonly<Record<Exclude<SeedSize, 'stress'>, Plan>> = {
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
}
function stress(ports: number): Plan {
  const newest = {
    requestDays: 30,
    detailed: 10_000,
    detailDays: 3,
    proofs: { days: 1, oneIn: 10, harm: false },
    clumsy: 1,
  }
  return { ...newest, ports, events: 2 * ports, recent: 0, contractors: 60, technicians: 1600 }
}

/** Inputs of the demonstration of a size at `now` (UTC ms). */
export function makeWorld(size: SeedSize, now: number, ports = 1_000_000): { world: World; contractors: Contractor[] } {
  const plan = size === 'stress' ? stress(ports) : plans[size]
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
