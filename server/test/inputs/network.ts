/** Calls of the network, its lists and the protected intervention. */
import type { Path } from '@hilo/contract/index.ts'
import { makeLabelPhoto } from '../box-photos.ts'
import { eventInputs } from '../event-inputs.ts'
import { insert, makeTechnician, type Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import { drawing, makeFile } from '../pictures.ts'
import { makeCto, makeEvent } from '../plant-factories.ts'
import { makeNeighbours } from '../watched-box.ts'
import type { AreaInputs, Made } from './area.ts'

const budgets: AreaInputs['budgets'] = {
  'admin_vno/ctos/map': { trips: 1, query: { search: 'VAL01', filter: { state: [1, 2] } } },
  // Reads the box: an OLT session, the reading, and what it stores.
  'admin_vno/neighbors/queryState': { trips: 36 },
  'admin_vno/neighbors/prepare': { trips: 12 },
  'admin_vno/search/get': { trips: 1, query: { text: 'VAL' } },
  'admin_vno/uiconfig/save': { trips: 3, query: { list: 'admin_vno/ports/get', config: null } },
  'admin_vno/sessions/revoke': { trips: 3 },
  'admin_vno/neighbors/qualityReport': { trips: 32 },
  'admin_vno/enrollments/pictures/upload': { trips: 11 },
  'admin_vno/enrollments/pictures/part': { trips: 4 },
  'admin_vno/reports/get': { trips: 2 },
  'demo/plant/act': { trips: 18 },
  'demo/plant/clock': { trips: 9 },
  'admin_vno/events/create': { trips: 5 },
  'admin_vno/events/step/save': { trips: 11 },
  'admin_vno/events/finalize': { trips: 10 },
  'admin_vno/events/cancel': { trips: 19 },
  'admin_vno/events/retry': { trips: 6 },
  'admin_vno/events/reopen': { trips: 7 },
  'admin_vno/events/reprocess': { trips: 6 },
  'admin_vno/events/override': { trips: 29 },
  'admin_vno/events/override/request': { trips: 12 },
}

const plain: Partial<Record<Path, object>> = {
  'admin_vno/search/get': { text: 'A' },
  'admin_vno/uiconfig/save': { list: 'admin_vno/ports/get', config: null },
  'admin_vno/uncovered_cuts/report': { from: '2026-11-01', to: '2026-11-20' },
  'admin_vno/reports/get': { report: 'day', period: 'day' },
  'admin_vno/reports/indicators/get': { from: '2026-11-01', to: '2026-11-20' },
  'admin_vno/reports/indicators/download': { from: '2026-11-01', to: '2026-11-20', format: 'csv' },
  'demo/plant/clock': { advance_s: 1 },
}

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const event = await makeEvent(server.db, { vno })
  await insert(server.db, 'quality_report', {
    event_id: event.id,
    vno_id: vno.id,
    diff: [],
    counters: {},
    verdict: 'limpia',
    frozen_at: new Date(),
    sha256: Buffer.alloc(32),
  })
  const file = { file_id: await makeFile(server, { vno_id: vno.id }) }
  const box = await makeNeighbours(server.db, { count: 1, owner: vno })
  const inputs: Made['inputs'] = {
    ...plain,
    ...(await eventInputs(server, vno)),
    'demo/plant/act': { action: 'plug', cto_code: (await makeCto(server.db)).code },
    'admin_vno/ctos/photo': { cto_id: box.cto.id, file_id: await makeLabelPhoto(server, { vno, cto: box.cto }) },
    'files/view': file,
    'files/download': file,
    'admin_vno/enrollments/pictures/get': { event_id: event.id },
    'admin_vno/enrollments/pictures/upload': { event_id: event.id, step: 'report' },
    'admin_vno/enrollments/pictures/part': { sha256: 'a1'.repeat(32), bytes: 1000, offset: 0 },
    'admin_vno/neighbors/qualityReport': { event_id: event.id },
    'admin_vno/neighbors/persistedqualityreport': { event_id: event.id },
    'admin_vno/neighbors/queryState': { cto_id: box.cto.id },
    'admin_vno/neighbors/prepare': { cto_id: box.cto.id, technical_id: (await makeTechnician(server.db, { vno })).id },
  }
  const picture = await drawing().jpeg().toBuffer()
  const files = {
    'admin_vno/enrollments/pictures/upload': { picture },
    'admin_vno/enrollments/pictures/part': { part: Buffer.alloc(500, 7) },
  }
  return { inputs, files }
}

export const networkInputs: AreaInputs = {
  budgets,
  neutralOnly: ['admin_vno/events/reprocess', 'admin_vno/olts/get', 'admin_vno/olts/download'],
  make,
}
