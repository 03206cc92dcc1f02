import { still, type PlantProfile } from '../plant/simulated/profile.ts'

/** The simulated plant for tests that cannot wait. */
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
