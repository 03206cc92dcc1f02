/** An input that each call accepts, where `{}` is not one. */
import type { Path } from '@hilo/contract/index.ts'
import { eventInputs } from './event-inputs.ts'
import { insert, type Vno } from './factories.ts'
import type { TestServer } from './harness.ts'
import { drawing, makeFile } from './pictures.ts'
import { makeCto, makeEvent } from './plant-factories.ts'
import { makeNeighbours } from './watched-box.ts'

export interface CallInputs {
  inputs: Partial<Record<Path, object>>
  files: Partial<Record<Path, Record<string, Buffer>>>
}

const plain: Partial<Record<Path, object>> = {
  'admin_vno/search/get': { text: 'A' },
  'admin_vno/uiconfig/save': { list: 'admin_vno/ports/get', config: null },
  'admin_vno/ports/download': { format: 'csv' },
  'admin_vno/ctos/download': { format: 'csv' },
  'admin_vno/events/download': { format: 'xlsx' },
  'admin_vno/events/cev/download': { format: 'csv' },
  'admin_vno/reports/get': { report: 'day', period: 'day' },
  'demo/plant/clock': { advance_s: 1 },
}

/** Makes the rows that some inputs name; they belong to `vno`. */
export async function callInputs(server: TestServer, vno: Vno): Promise<CallInputs> {
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
  const inputs: CallInputs['inputs'] = {
    ...plain,
    ...(await eventInputs(server, vno)),
    'demo/plant/act': { action: 'plug', cto_code: (await makeCto(server.db)).code },
    'files/view': file,
    'files/download': file,
    'admin_vno/enrollments/pictures/get': { event_id: event.id },
    'admin_vno/enrollments/pictures/upload': { event_id: event.id, step: 'report' },
    'admin_vno/neighbors/qualityReport': { event_id: event.id },
    'admin_vno/neighbors/persistedqualityreport': { event_id: event.id },
    'admin_vno/neighbors/queryState': { cto_id: box.cto.id },
    'admin_vno/neighbors/queryStateVNO': { access_id: box.accesses[0]?.id },
  }
  const picture = await drawing().jpeg().toBuffer()
  return { inputs, files: { 'admin_vno/enrollments/pictures/upload': { picture } } }
}
