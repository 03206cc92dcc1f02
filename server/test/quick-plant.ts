import { usual, type Timing } from '../plant/gate.ts'
import { still, type PlantProfile } from '../plant/simulated/profile.ts'

/** The simulated plant with short delays, for tests. */
export const quickPlant: PlantProfile = {
  ...still,
  rangingMs: [60, 90],
  trapMs: [1, 5],
  readMs: [2, 6],
  powerMs: [1, 4],
  timeoutMs: 250,
  pollMs: 15,
  gasps: 0.9,
}

/**
 * Read budget for tests of other rules: an OLT that is down says so by itself, and one that answers is never given up, even if the
 * machine stands still for seconds in the middle of a reading.
 */
export const patientReads: Timing = { ...usual, askMs: 60_000, powersMs: 60_000, leaseMs: 180_000 }
