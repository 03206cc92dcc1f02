/** Calls of service orders, notes and papers. */
import { randomUUID } from 'node:crypto'
import type { Vno } from '../factories.ts'
import { makeTechnician, unique } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import { makeOrder } from '../order-factories.ts'
import { makeAssignment, makeEvent, makePort } from '../plant-factories.ts'
import type { AreaInputs, Made } from './area.ts'

const budgets: AreaInputs['budgets'] = {
  'admin_vno/orders/create': { trips: 5 },
  'admin_vno/orders/edit': { trips: 5 },
  'admin_vno/orders/assign': { trips: 12 },
  'admin_vno/assigments/cancel_service_order': { trips: 7 },
  'admin_vno/orders/load': { trips: 30 },
  'admin_vno/accesses/load': { trips: 30 },
  'admin_vno/notes/create': { trips: 7 },
  'admin_vno/sync/push': { trips: 6 },
}

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const { db } = server
  const order = async () => (await makeOrder(db, { vno })).id
  const technician = await makeTechnician(db, { vno })
  const event = await makeEvent(db, { technician })
  const port = await makePort(db, { state: 2, assignment_status: 1, label: `P-${unique()}/01` })
  await makeAssignment(db, { vno, port, state: 2, assignment_status: 1, access_id: null })
  const files = {
    'admin_vno/orders/load': { file: Buffer.from(`external_order_id,kind\nL-${unique()},alta\n`) },
    'admin_vno/accesses/load': { file: Buffer.from(`port_label,drop_label\n${port.label},D-${unique()}\n`) },
  }
  return {
    files,
    inputs: {
      'admin_vno/orders/create': { kind: 'alta', contact: { name: 'Ana', phone: '+34600111222' } },
      'admin_vno/orders/edit': { order_id: await order(), requested_date: '2026-12-01' },
      'admin_vno/orders/assign': { order_id: await order(), technical_id: technician.id },
      'admin_vno/assigments/cancel_service_order': { service_order_id: await order(), reason_code: 'otra' },
      'admin_vno/sync/push': {
        operations: [
          {
            path: 'admin_vno/orders/edit',
            query: { order_id: await order(), requested_date: '2026-12-01' },
            client_request_id: randomUUID(),
          },
        ],
      },
      'admin_vno/events/workorder': { event_id: event.id },
      'admin_vno/reports/shift': { technical_id: technician.id, date: '2026-11-20' },
    },
  }
}

export const ordersInputs: AreaInputs = { budgets, make }
