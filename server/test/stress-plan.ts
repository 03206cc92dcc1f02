import type { Plan } from '../seed/world.ts'

/** A network of the given number of ports with two interventions for each, most of them without details. */
export const stressPlan = (ports: number): Plan => ({
  ports,
  events: 2 * ports,
  recent: 0,
  requestDays: 30,
  detailed: 10_000,
  detailDays: 3,
  proofs: { days: 1, oneIn: 10, harm: false },
  clumsy: 1,
  contractors: 60,
  technicians: 1600,
})
