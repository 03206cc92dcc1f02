import { mix } from '../../seed/rng.ts'

type Range = readonly [least: number, most: number]

/** How quick the simulated plant is, in ms, and how well its ONTs say goodbye. */
export interface PlantProfile {
  /** From light to service. A real ONT takes 10 to 60 s; the demonstration's is quicker, yet slow enough to be seen. */
  rangingMs: Range
  /** From an event at the OLT to whoever listens. */
  trapMs: Range
  /** Of reading one box. */
  readMs: Range
  /** Until an OLT that does not answer is given up. */
  timeoutMs: number
  /** Between two looks at the alarms. */
  pollMs: number
  /** Share of ONTs whose last words arrive when their power goes. */
  gasps: number
}

export const demonstration: PlantProfile = {
  rangingMs: [3000, 8000],
  trapMs: [200, 2000],
  readMs: [80, 200],
  timeoutMs: 3000,
  pollMs: 200,
  gasps: 0.9,
}

/** A value of the range that is always the same for the same thing. */
export function within([least, most]: Range, ...thing: number[]): number {
  return least + Math.floor(share(...thing) * (most - least + 1))
}

/** A number from 0 to 1, without 1, that is always the same for the same thing. */
export function share(...thing: number[]): number {
  return mix(...thing) / 4_294_967_296
}
