/** Uncovered cuts for tests. */
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import type { Database } from '../db/open.ts'
import { insert, makeTechnician, unique, type Vno } from './factories.ts'
import { makeAssignment, makePort } from './plant-factories.ts'
import { makeContractor } from './rights-factories.ts'

let alarm = 9_000_000

export async function makeCut(
  db: Pick<Database, 'owner'>,
  { vno, mark = '', ...over }: { vno: Pick<Vno, 'id'>; mark?: string } & Record<string, unknown>,
): Promise<number> {
  const taken = { state: portState.is.ocupado, assignment_status: assignmentStatus.is.occupied }
  const port = await makePort(db, taken)
  const place = { cto_id: port.cto_id, port_id: port.id }
  const code = `AC-${mark}${unique()}`
  const access_id = await insert(db, 'access', { code, vno_id: vno.id, ...place, state: 'activo' })
  await makeAssignment(db, { vno, port, access_id })
  alarm += 1
  const cut = { alarm_id: alarm, ...place, port: port.number, owner_vno_id: vno.id, access_id, at: new Date() }
  return await insert(db, 'uncovered_cut', { ...cut, ...over })
}

/** Several cuts, some with equal times, some restored, some with a technician of the operator nearby. */
export async function makeCuts(db: Pick<Database, 'owner'>, vno: Vno, count: number): Promise<void> {
  const technician = await makeTechnician(db, { vno })
  const near = {
    link: 'orden',
    technical_id: technician.id,
    contractor_id: await makeContractor(db, vno),
    worker_vno_id: vno.id,
  }
  for (let i = 0; i < count; i++) {
    const at = new Date(Date.UTC(2026, 9, 1 + (i >> 1)))
    const back = i % 2 === 1 ? { restored_at: new Date(at.getTime() + 90_000) } : {}
    await makeCut(db, { vno, at, created_at: at, ...back, ...(i % 3 === 0 && near) })
  }
}
