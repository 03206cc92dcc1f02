/** Rows of the histories and of the audit, for tests. */
import type { Database } from '../db/open.ts'
import { insert, makeTechnician, type Vno } from './factories.ts'
import { makeAssignment, makeCto, makeEvent, makePort } from './plant-factories.ts'

type Db = Pick<Database, 'owner'>

/** Seven of each, some with equal times and in different states. `mark` is in all that are not the plant's. */
export async function makeRecords(db: Db, vno: Pick<Vno, 'id'>, mark = ''): Promise<void> {
  const of = { id: vno.id, name: '', external_id: '' }
  const technician = await makeTechnician(db, { vno: of, name: `${mark} Persona` })
  const cto = await makeCto(db)
  const port = await makePort(db, { cto, state: 3, assignment_status: 3 })
  await makeAssignment(db, { vno: of, port })
  const { id: event_id } = await makeEvent(db, { technician, cto })
  const by = { cto_id: cto.id, technical_id: technician.id, event_id, actor_id: technician.user_id, actor_type: 'te' }
  await db.owner.query(`select audit_partition('2026-11-01')`)
  for (let i = 0; i < 7; i++) {
    const at = new Date(Date.UTC(2026, 10, 2 + (i >> 1)))
    const row = { ...by, from_state: 2, to_state: 1 + (i % 2) * 2, cause: mark || 'move', at }
    const compared = { before: { mark }, after: { mark, i } }
    await insert(db, 'event_history', { ...row, ...compared, vno_id: vno.id })
    await insert(db, 'cto_history', { ...row, before: {}, after: { i }, cause: 'edit' })
    await insert(db, 'port_history', { ...row, vno_id: vno.id, port_id: port.id })
    const who = { actor_id: technician.user_id, account_type: 'te', vno_id: vno.id, at }
    const what = { call: `admin_vno/events/${i % 2}`, entity: 'event', entity_id: `${mark}${event_id}`, ...compared }
    await insert(db, 'audit', { ...who, ...what, channel: 'android', request_id: `${mark}r${i}` })
  }
}
