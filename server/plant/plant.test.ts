import { startTestDatabase } from '../test/database.ts'
import { insert } from '../test/factories.ts'
import { makeBox } from '../test/plant-box.ts'
import { plantSuite } from '../test/plant-suite.ts'
import { untilTrue } from '../test/poll.ts'
import { quickPlant } from '../test/quick-plant.ts'
import type { Deed } from './simulated/act.ts'
import { SimulatedPlant } from './simulated/simulated-plant.ts'

plantSuite('simulated', async () => {
  const db = await startTestDatabase()
  const plant = new SimulatedPlant(db, quickPlant)
  const { cto, oltId, ponId, serials } = await makeBox(db, 4, 1)
  const otherPonId = await insert(db, 'pon', { olt_id: oltId, slot: 1, port: 2, code: `OLT-${oltId}/1/1/2`, tx_dbm: 5 })
  const other = await makeBox(db, 1, 0, { pon_id: otherPonId })
  const act = (deed: Deed) => plant.act(cto.id, deed)
  const [first = '', second = '', third = '', fourth = ''] = serials
  return {
    plant,
    oltId,
    ponId,
    otherPonId,
    serials: [first, second, third, fourth],
    hand: {
      unplug: (port) => act({ action: 'unplug', port }),
      plug: (port) => act({ action: 'plug', port }),
      powerOff: (port) => act({ action: 'power_off', port }),
      powerOn: (port) => act({ action: 'power_on', port }),
      bend: (port, db) => act({ action: 'degrade', port, db }),
      appear: (port, serial) => act({ action: 'register_ont', port, serial }),
      exchange: (port, port_to) => act({ action: 'swap', port, port_to }),
      carryOver: (port) => act({ action: 'swap', port, port_to: 1, cto_to: other.cto.id }),
      restartOlt: () => act({ action: 'olt_restart' }),
      restartCard: () => act({ action: 'card_restart' }),
      cutFeeder: () => act({ action: 'unplug' }),
      mendFeeder: () => act({ action: 'plug' }),
      silence: () => act({ action: 'olt_down' }),
      answer: () => act({ action: 'olt_up' }),
    },
    behave: (oddity) => plant.behave(oltId, oddity),
    listened: async () => {
      const due = new Date(Date.now() - 1000)
      const id = await insert(db, 'plant_alarm', { olt_id: oltId, kind: 'registered', at: due, due_at: due })
      const isSent = 'select 1 from plant_alarm where id = $1 and sent is not null'
      await untilTrue(async () => (await db.owner.query(isSent, [id])).rowCount === 1)
    },
    close: () => db.close(),
  }
})
