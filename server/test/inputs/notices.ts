/** An operator's notices, bulk queries and scheduled reports. */
import { makeVno, type Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import { makeCase } from '../plant-factories.ts'
import { makeNeighbours } from '../watched-box.ts'
import type { AreaInputs, Made } from './area.ts'

const schedule = { name: 'Informe de la mañana', period: 'day', hour: 7, format: 'pdf' }

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const worker = await makeVno(server.db)
  const box = await makeNeighbours(server.db, { count: 1, owner: vno })
  return {
    inputs: {
      'admin_vno/neighbors/queryStateVNO': { access_id: box.accesses[0]?.id },
      'admin_vno/events/cev/ack': { case_id: await makeCase(server.db, { owner: vno, worker }), action: 'recibido' },
      'admin_vno/notifications/ack': { all: true },
      'admin_vno/notifications/preferences/edit': { notifications: { email: true } },
      'admin_vno/reports/schedule': schedule,
    },
  }
}

export const noticeInputs: AreaInputs = {
  budgets: {
    'admin_vno/neighbors/queryStateVNO': { trips: 4, query: { accesses: ['AC00-00000000-0'] } },
    'admin_vno/events/cev/ack': { trips: 14 },
    'admin_vno/notifications/ack': { trips: 6 },
    'admin_vno/notifications/preferences/get': { trips: 2 },
    'admin_vno/notifications/preferences/edit': { trips: 4 },
    'admin_vno/reports/schedule': { trips: 8 },
  },
  make,
}
