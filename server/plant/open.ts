import type { Config } from '../config.ts'
import type { ProcessDb } from '../kernel/sql/in-process.ts'
import type { Plant } from './plant.ts'
import { plantLives } from './simulated/profile.ts'
import { SimulatedPlant } from './simulated/simulated-plant.ts'

/** Opens the configured plant. */
export function openPlant({ plant, plantLife }: Pick<Config, 'plant' | 'plantLife'>, db: ProcessDb): Plant {
  switch (plant) {
    case 'simulated':
      return new SimulatedPlant(db, plantLives[plantLife])
  }
}
