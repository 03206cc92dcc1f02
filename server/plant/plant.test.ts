import { startTestDatabase } from '../test/database.ts'
import { makeBox } from '../test/plant-box.ts'
import { plantSuite } from '../test/plant-suite.ts'
import { quickPlant } from '../test/quick-plant.ts'
import type { Deed } from './simulated/act.ts'
import { SimulatedPlant } from './simulated/simulated-plant.ts'

plantSuite('simulated', async () => {
  const db = await startTestDatabase()
  const plant = new SimulatedPlant(db, quickPlant)
  const { cto, oltId, ponId, ports } = await makeBox(db, 4, 1)
  const act = (deed: Deed) => plant.act(cto.id, deed)
  return {
    plant,
    oltId,
    ponId,
    ctoId: cto.id,
    ports,
    hand: {
      unplug: (port) => act({ action: 'unplug', port }),
      plug: (port) => act({ action: 'plug', port }),
      powerOff: (port) => act({ action: 'power_off', port }),
      powerOn: (port) => act({ action: 'power_on', port }),
      bend: (port, db) => act({ action: 'degrade', port, db }),
      appear: (port, serial) => act({ action: 'register_ont', port, serial }),
      silence: () => act({ action: 'olt_down' }),
      answer: () => act({ action: 'olt_up' }),
    },
    close: () => db.close(),
  }
})
