/** Accesses: found, diagnosed, restarted, given another ONT, ceased, inquired about. */
import { insert, unique, type Vno } from '../factories.ts'
import { makeCustomer } from '../field.ts'
import type { TestServer } from '../harness.ts'
import { makeAssignment, makeCto, makePort, type Cto } from '../plant-factories.ts'
import type { AreaInputs, Made } from './area.ts'

const budgets: AreaInputs['budgets'] = {
  'admin_vno/ont/retrieveAccessVNO': { trips: 2 },
  // Reads the line: an OLT session, the reading of the whole tree, and what it stores.
  'admin_vno/ont/retrieveData': { trips: 40 },
  'admin_vno/ont/powerHistory': { trips: 14 },
  // Progress is stored, and the plant is read in two queries.
  'admin_vno/ont/diagnosticoAcceso': { trips: 45 },
  'admin_vno/ont/diagnosisProgress': { trips: 2 },
  'admin_vno/ont/resetONT': { trips: 44 },
  'admin_vno/ont/deviceModification': { trips: 10 },
  'admin_vno/unsubscriptions/create': { trips: 10 },
  'admin_vno/feasibility/check': { trips: 16 },
  'admin_vno/feasibility/release': { trips: 14 },
}

/** A port reserved by an inquiry. */
async function makeKept({ db }: TestServer, cto: Cto, vno: Vno): Promise<number> {
  const kept = { state: 2, assignment_status: 8 }
  const port = await makePort(db, { cto, ...kept })
  const assignment = await makeAssignment(db, { vno, port, ...kept })
  const until = new Date(Date.now() + 3_600_000)
  const asked = { asked: '{}', result: 'factible', ctos: '[]', products: '[]', valid_until: until }
  return await insert(db, 'feasibility', {
    vno_id: vno.id,
    ...asked,
    port_id: port.id,
    assignment_id: assignment.id,
    reserved_until: until,
  })
}

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const { db } = server
  const cto = await makeCto(db, { lat: 43.36, lon: -8.41 })
  await makePort(db, { cto })
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await makeCustomer(db, cto, vno)).access)
  const [found, restarted, changed, ceased] = ids
  const inputs: Made['inputs'] = {
    'admin_vno/ont/retrieveAccessVNO': { access_id: found },
    'admin_vno/ont/retrieveData': { access_id: found },
    'admin_vno/ont/powerHistory': { access_id: found },
    'admin_vno/ont/diagnosticoAcceso': { access_id: found },
    'admin_vno/ont/diagnosisProgress': { access_id: found ?? 0 },
    'admin_vno/ont/resetONT': { access_id: restarted, reason: 'Navega lento', confirm: true },
    'admin_vno/ont/deviceModification': {
      access_id: changed,
      new_serial: `HWTC${unique().slice(0, 8)}`,
      reason: 'averia',
      old_returned: true,
    },
    'admin_vno/unsubscriptions/create': { access_id: ceased, reason: 'El cliente se va', retire_drop: false },
    'admin_vno/feasibility/check': { position: { lat: 43.3601, lon: -8.41 }, reserve: true },
    'admin_vno/feasibility/release': { feasibility_id: await makeKept(server, cto, vno) },
  }
  return { inputs }
}

export const linesInputs: AreaInputs = { budgets, neutralOnly: ['admin_vno/ont/retrieveData'], make }
