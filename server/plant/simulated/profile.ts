import { mix } from '../../seed/rng.ts'

type Range = readonly [least: number, most: number]

/** Timing of the simulated plant in ms, share of dying gasps, and rate of spontaneous faults. */
export interface PlantProfile {
  /** From light to service, ms. A real ONT takes 10 to 60 s; the demonstration's is quicker, yet slow enough to be seen. */
  rangingMs: Range
  /** Share of slow ones, and their time. */
  slow: number
  slowMs: Range
  /** From darkness to the OLT's detection, and from there to the listener; mostly near the minimum. */
  losMs: Range
  trapMs: Range
  /** Reading of states, and of powers. */
  readMs: Range
  powerMs: Range
  /** Timeout for an OLT that does not answer. */
  timeoutMs: number
  /** Between two polls of the alarms. */
  pollMs: number
  /** Share of ONTs whose dying gasp arrives. */
  gasps: number
  /** Share of queries that are never answered. */
  silent: number
  /** Share of readings with an invalid value. */
  garbled: number
  /** Share of time in which an OLT is lost, once a day. */
  lost: number
}

/** No spontaneous faults. */
const sound = { slow: 0, slowMs: [0, 0], losMs: [0, 0], silent: 0, garbled: 0, lost: 0 } as const

/** For tests that need exact behaviour. */
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

/** For demonstrations: quicker than real, and with fewer faults. */
const mild: PlantProfile = {
  ...still,
  slow: 0.02,
  slowMs: [8000, 20_000],
  silent: 0.002,
  garbled: 0.002,
}

/** As slow and unreliable as a real one. */
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

/** True if an OLT is lost at a time: one period per day, at its own hour. */
export function isLost({ lost }: PlantProfile, oltId: number, at: Date): boolean {
  const day = Math.floor(at.getTime() / dayMs)
  const since = at.getTime() - day * dayMs - share(91, oltId, day) * (1 - lost) * dayMs
  return since >= 0 && since < lost * dayMs
}

/** From light to service, ms. */
export function rangingOf({ slow, slowMs, rangingMs }: PlantProfile, ...thing: number[]): number {
  return share(92, ...thing) < slow ? within(slowMs, 43, ...thing) : within(rangingMs, 43, ...thing)
}

/** From an event at a position to the listener, ms. */
export function tellingMs({ losMs, trapMs }: PlantProfile, los: boolean, portId: number): number {
  return (los ? skewed(losMs, 93, portId) : 0) + skewed(trapMs, 53, portId)
}

/** A value of the range, mostly near the minimum. */
function skewed([least, most]: Range, ...thing: number[]): number {
  return least + Math.round(share(...thing) ** 3 * (most - least))
}

/** A value of the range, deterministic by seed. */
export function within([least, most]: Range, ...thing: number[]): number {
  return least + Math.floor(share(...thing) * (most - least + 1))
}

/** A number in [0, 1), deterministic by seed. */
export function share(...thing: number[]): number {
  return mix(...thing) / 4_294_967_296
}
