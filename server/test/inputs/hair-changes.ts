/** Calls of hair changes, catalogues of reasons and settings. */
import { insert, type Vno } from '../factories.ts'
import { makeField } from '../field.ts'
import { makeHairChange } from '../hair-changes.ts'
import type { TestServer } from '../harness.ts'
import { makeEvent, makePort } from '../plant-factories.ts'
import type { AreaInputs, Made } from './area.ts'

const budgets: AreaInputs['budgets'] = {
  'admin_vno/events/fiber/change/port_availability/get': { trips: 2 },
  'admin_vno/events/fiber/change/async': { trips: 11 },
  'admin_vno/hair_changes/answer': { trips: 40 },
  'admin_vno/hair_changes/withdraw': { trips: 15 },
  'admin_vno/ports/verify': { trips: 12 },
  'admin_vno/reasons/edit': { trips: 7 },
  'admin_vno/settings/edit': { trips: 7 },
}

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const { db } = server
  const { cto, free } = await makeField(server, vno)
  const [from, to] = free
  const work = (await makeEvent(db, { vno, cto })).id
  const waiting = await makeHairChange(db, {
    vno,
    cto,
    work: (await makeEvent(db, { vno, cto })).id,
    port_from_id: from.id,
    port_to_id: to.id,
    condition_code: 996,
    waiting: true,
  })
  const denied = await makeHairChange(db, { vno, cto, process_state: 4, decision: 'denegado', deny_code: 'CTO_COPADA' })
  const review = await makePort(db, { cto, state: 6, state_before: 1, inventory_status: 1 })
  await insert(db, 'port_problem', { port_id: review.id, vno_id: vno.id, reason: 2, reported_at: new Date() })
  const inputs: Made['inputs'] = {
    'admin_vno/events/fiber/change/port_availability/get': { event_id: work },
    'admin_vno/events/fiber/change/async': { event_id: work, port_from: from.id, reason: 3, condition_code: 801 },
    'admin_vno/hair_changes/answer': { request_id: waiting, decision: 'concedido', reason: 'La caja aguanta' },
    'admin_vno/hair_changes/withdraw': { request_id: denied },
    'admin_vno/ports/verify': { port_id: review.id, outcome: 'healthy', reason: 'Medido: en margen' },
    'admin_vno/reasons/edit': { catalogue: 'order_cancel', code: 'sin_acceso', name: 'Sin acceso al edificio' },
    'admin_vno/settings/edit': { values: { open_events: 2 } },
  }
  return { inputs }
}

export const hairChangesInputs: AreaInputs = {
  budgets,
  neutralOnly: ['admin_vno/hair_changes/answer', 'admin_vno/ports/verify'],
  make,
}
