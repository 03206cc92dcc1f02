/** Labels: enrolled, removed, verified, requested by API keys. */
import { type Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import { makeEnrollment, makeLine } from '../enrollment-factories.ts'
import { makeFile } from '../pictures.ts'
import type { AreaInputs, Made } from './area.ts'

const budgets: AreaInputs['budgets'] = {
  'admin_vno/enrollments/create': { trips: 19 },
  'admin_vno/enrollments/verify': { trips: 8 },
  'admin_vno/enrollments/upload': { trips: 14 },
}

async function make(server: TestServer, vno: Vno): Promise<Made> {
  const line = await makeLine(server.db, vno)
  const kept = { vno_id: vno.id, event_id: line.event.id, mime: 'image/webp', bytes: Buffer.from(line.port.label) }
  const picture = await line.picture(3, { file_id: await makeFile(server, kept) })
  const { id: enrollment_id } = await makeEnrollment(server.db, { vno })
  const { box } = line
  return {
    inputs: {
      'admin_vno/enrollments/create': {
        kind: 2,
        action: 'A',
        port_id: line.port.id,
        label_read: `D46-${String(line.port.id).padStart(7, '0')}-0`,
        label_source: 'qr',
        event_id: line.event.id,
        pictures: [picture],
      },
      'admin_vno/enrollments/verify': { enrollment_id, decision: 'verificada', reason: 'Comprobada por teléfono' },
    },
    files: {
      'admin_vno/enrollments/upload': {
        file: Buffer.from(`kind,action,cto_code,label_read\n1,M,${box.code},${box.code}\n`),
      },
    },
  }
}

export const enrollmentsInputs: AreaInputs = { budgets, make }
