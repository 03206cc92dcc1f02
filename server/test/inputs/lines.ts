/** Customers' lines: found, judged, restarted, given another ONT, taken out of service, asked for. */
import { unique, type Vno } from '../factories.ts'
import { makeCustomer } from '../field.ts'
import type { TestServer } from '../harness.ts'
import { makeCto, makePort } from '../plant-factories.ts'
import type { AreaInputs, Made } from './area.ts'

const csv = { format: 'csv' }
const lists = {
  'admin_vno/accesses/get': { trips: 1, query: { search: 'AC28', count: true } },
  'admin_vno/accesses/download': { trips: 3, query: csv },
  'admin_vno/ont/resets/get': { trips: 1, query: { filter: { state: 'en_curso' }, count: true } },
  'admin_vno/ont/resets/download': { trips: 3, query: csv },
  'admin_vno/ont/deviceModifications/get': { trips: 1, query: { filter: { state: 'hecho' }, count: true } },
  'admin_vno/ont/deviceModifications/download': { trips: 3, query: csv },
  'admin_vno/unsubscriptions/get': { trips: 1, query: { filter: { process_state: 5 }, count: true } },
  'admin_vno/unsubscriptions/download': { trips: 3, query: csv },
  'admin_vno/feasibility/get': { trips: 1, query: { filter: { result: 'factible' }, count: true } },
  'admin_vno/feasibility/download': { trips: 3, query: csv },
} satisfies AreaInputs['budgets']

const budgets: AreaInputs['budgets'] = {
  ...lists,
  'admin_vno/ont/retrieveAccessVNO': { trips: 2 },
  // The line is asked: a session with the OLT, the reading of the whole tree, and what it leaves behind.
  'admin_vno/ont/retrieveData': { trips: 40 },
  'admin_vno/ont/diagnosticoAcceso': { trips: 30 },
  'admin_vno/ont/resetONT': { trips: 40 },
  'admin_vno/ont/deviceModification': { trips: 10 },
  'admin_vno/unsubscriptions/create': { trips: 10 },
  'admin_vno/feasibility/check': { trips: 16 },
}

async function make({ db }: TestServer, vno: Vno): Promise<Made> {
  const cto = await makeCto(db, { lat: 43.36, lon: -8.41 })
  await makePort(db, { cto })
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await makeCustomer(db, cto, vno)).access)
  const [found, restarted, changed, ceased] = ids
  const downloads = Object.keys(lists).filter((path) => path.endsWith('/download'))
  const inputs: Made['inputs'] = {
    ...Object.fromEntries(downloads.map((path) => [path, csv])),
    'admin_vno/ont/retrieveAccessVNO': { access_id: found },
    'admin_vno/ont/retrieveData': { access_id: found },
    'admin_vno/ont/diagnosticoAcceso': { access_id: found },
    'admin_vno/ont/resetONT': { access_id: restarted, reason: 'Navega lento', confirm: true },
    'admin_vno/ont/deviceModification': {
      access_id: changed,
      new_serial: `HWTC${unique().slice(0, 8)}`,
      reason: 'averia',
      old_returned: true,
    },
    'admin_vno/unsubscriptions/create': { access_id: ceased, reason: 'El cliente se va', retire_drop: false },
    'admin_vno/feasibility/check': { position: { lat: 43.3601, lon: -8.41 }, reserve: true },
  }
  return { inputs }
}

export const linesInputs: AreaInputs = { budgets, neutralOnly: ['admin_vno/ont/retrieveData'], make }
