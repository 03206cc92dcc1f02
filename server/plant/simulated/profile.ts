import { mix } from '../../seed/rng.ts'

type Range = readonly [least: number, most: number]

/** How quick the simulated plant is, in ms, how well its ONTs say goodbye, and how often it fails by itself. */
export interface PlantProfile {
  /** From light to service. A real ONT takes 10 to 60 s; the demonstration's is quicker, yet slow enough to be seen. */
  rangingMs: Range
  /** Share of those that take longer, and how long. */
  slow: number
  slowMs: Range
  /** From darkness to the OLT's noticing it, and from there to whoever listens; most are nearer to the least. */
  losMs: Range
  trapMs: Range
  /** Of reading states, and of asking ONTs for their powers. */
  readMs: Range
  powerMs: Range
  /** Until an OLT that does not answer is given up. */
  timeoutMs: number
  /** Between two looks at the alarms. */
  pollMs: number
  /** Share of ONTs whose last words arrive when their power goes. */
  gasps: number
  /** Share of questions that are never answered. */
  silent: number
  /** Share of readings in which something stands that cannot be. */
  garbled: number
  /** Share of the time in which an OLT is lost: once a day. */
  lost: number
}

/** Nothing fails by itself. */
const sound = { slow: 0, slowMs: [0, 0], losMs: [0, 0], silent: 0, garbled: 0, lost: 0 } as const

/** For whoever has to know beforehand what the plant does. */
export const still: PlantProfile = {
  ...sound,
  rangingMs: [3000, 8000],
  trapMs: [200, 2000],
  readMs: [80, 200],
  powerMs: [60, 200],
  timeoutMs: 3000,
  pollMs: 200,
  gasps: 0.9,
}

/** As to be seen in a short time: quicker than a real one, and it fails less often. */
const mild: PlantProfile = {
  ...still,
  slow: 0.02,
  slowMs: [8000, 20_000],
  silent: 0.002,
  garbled: 0.002,
}

/** As slow and as unreliable as a real one. */
export const lifelike: PlantProfile = {
  ...still,
  rangingMs: [10_000, 60_000],
  slow: 0.05,
  slowMs: [60_000, 180_000],
  losMs: [100, 3000],
  trapMs: [200, 5000],
  readMs: [400, 1500],
  powerMs: [800, 6000],
  silent: 0.02,
  garbled: 0.005,
  lost: 0.001,
}

export const plantLives = { still, mild, real: lifelike } as const

const dayMs = 86_400_000

/** Whether an OLT is lost at an instant: for one stretch of each day, at an hour of its own. */
export function isLost({ lost }: PlantProfile, oltId: number, at: Date): boolean {
  const day = Math.floor(at.getTime() / dayMs)
  const since = at.getTime() - day * dayMs - share(91, oltId, day) * (1 - lost) * dayMs
  return since >= 0 && since < lost * dayMs
}

/** From light to service. */
export function rangingOf({ slow, slowMs, rangingMs }: PlantProfile, ...thing: number[]): number {
  return share(92, ...thing) < slow ? within(slowMs, 43, ...thing) : within(rangingMs, 43, ...thing)
}

/** From what happens at a position to whoever listens. */
export function tellingMs({ losMs, trapMs }: PlantProfile, los: boolean, portId: number): number {
  return (los ? skewed(losMs, 93, portId) : 0) + skewed(trapMs, 53, portId)
}

/** A value of the range, most of them near the least: seldom is anything as slow as it may be. */
function skewed([least, most]: Range, ...thing: number[]): number {
  return least + Math.round(share(...thing) ** 3 * (most - least))
}

/** A value of the range that is always the same for the same thing. */
export function within([least, most]: Range, ...thing: number[]): number {
  return least + Math.floor(share(...thing) * (most - least + 1))
}

/** A number from 0 to 1, without 1, that is always the same for the same thing. */
export function share(...thing: number[]): number {
  return mix(...thing) / 4_294_967_296
}
