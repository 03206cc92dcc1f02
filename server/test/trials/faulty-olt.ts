/** Common parts of trials with faulty OLTs. */
import type { Manner } from '../../plant/simulated/manner.ts'
import { SimulatedPlant } from '../../plant/simulated/simulated-plant.ts'
import type { Door } from './api-access.ts'
import type { Fate } from './expect.ts'
import type { Stage } from './stage.ts'

/** Row number after those of the table. */
export const oddRow = 17
export const blocked = { verdict: ['con_desconectados'], code: false, closed: false } as const
export const everybody = ({ box }: Stage, fate: Fate): Record<number, Fate> =>
  Object.fromEntries(box.ports.map(({ number }) => [number, fate]))

/** Sets the faults of the box's OLT. */
export const behave = (door: Door, { box }: Stage, manner: Manner) =>
  new SimulatedPlant(door.db).behave(box.oltId, manner)
