import type { Config } from '../config.ts'
import type { ProcessDb } from '../db/in-process.ts'
import type { Plant } from './plant.ts'
import { SimulatedPlant } from './simulated/simulated-plant.ts'

/** The plant that the configuration names. */
export function openPlant({ plant }: Pick<Config, 'plant'>, db: ProcessDb): Plant {
  switch (plant) {
    case 'simulated':
      return new SimulatedPlant(db)
  }
}
