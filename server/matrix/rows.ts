/** Rows of an operator in every list and in every table with an owner. */
import { randomBytes } from 'node:crypto'
import type { TestDatabase } from '../test/database.ts'
import { makeCut } from '../test/cut-factories.ts'
import { makeDropRows } from '../test/drop-factories.ts'
import { makeApiRequest, makeEnrollment, makeLine } from '../test/enrollment-factories.ts'
import { insert, makeTechnician, unique, type Account, type Vno } from '../test/factories.ts'
import { makeHairChange } from '../test/hair-changes.ts'
import { makeLineRows } from '../test/line-factories.ts'
import { makeOrder, makePromise, makeVisits } from '../test/order-factories.ts'
import { makeInvitation } from '../test/people-factories.ts'
import { makeCase, makeEvent } from '../test/plant-factories.ts'
import { makeContractor, makeKey, makeRole, systemRole } from '../test/rights-factories.ts'

type Db = TestDatabase
type Row = Record<string, unknown>

/** Common references of one operator's rows. */
interface Stem {
  db: Db
  vno: Vno
  technician: Account
  /** In every text: unique to the operator. */
  mark: string
}

async function put({ db }: Stem, table: string, row: Row): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await db.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
    Object.values(row),
  )
}

async function makeLists({ db, vno, technician, mark }: Stem): Promise<void> {
  for (const odd of [true, false]) await makeLineRows(db, vno, { at: new Date(), mark: `${mark}-`, odd })
  await makeDropRows(db, vno, mark)
  await makeCut(db, { vno, mark, link: 'orden', technical_id: technician.id, worker_vno_id: vno.id })
  await makeVisits(db, { vno, technician, text: mark })
  const author = { id: technician.user_id, name: technician.name, account_type: 'te', origin: 2 }
  await db.owner.query('update note set created_by = $2 where vno_id = $1', [vno.id, JSON.stringify(author)])
  for (const kind of [2, 4]) await makeEnrollment(db, { vno, kind, label_read: `${mark}-${kind}`, reject_reason: mark })
  const key = await makeKey(db, vno, { name: mark })
  await makeApiRequest(db, { vno, request_id: mark, payload: { text: mark }, api_key_id: key.id })
  await makeHairChange(db, { vno, technician, comment: mark })
  await makeInvitation(db, { vno, role_id: await systemRole(db, 'vno'), name: mark })
  await makeContractor(db, vno, { name: mark, cif: `B${mark.slice(-8)}` })
  await makeTechnician(db, { vno, name: mark }).then(({ id }) =>
    db.owner.query('update technical_account set employee_code = $2, zones = array[$2] where id = $1', [id, mark]),
  )
  await makeRole(db, vno, {}, { name: mark, description: mark })
  await makePromise(db, { vno })
}

/** A line with all its data. */
async function makeLineTables(stem: Stem): Promise<void> {
  const { db, vno, technician, mark } = stem
  const { port, box, event, dropId } = await makeLine(db, vno, { drop: true })
  const at = new Date()
  const of = { port_id: port.id, vno_id: vno.id }
  const access = { code: `AC-${mark}-1`, cto_id: box.id, ...of, state: 'activo', customer_ref: `${mark}-CLIENTE` }
  const access_id = await insert(db, 'access', access)
  await put(stem, 'access_diagnosis', { access_id, vno_id: vno.id, asked_at: at, result: { text: mark } })
  await put(stem, 'drop_history', { drop_id: dropId, vno_id: vno.id, changes: { text: mark }, event_id: event.id, at })
  const moved = { cto_id: box.id, from_state: 1, to_state: 2, event_id: event.id, at }
  await put(stem, 'port_history', { ...of, ...moved, technical_id: technician.id, cause: mark })
  const seen = { before_state: 'online', preexisting: false, state: 'online', serial: `${mark}-ONT` }
  await put(stem, 'event_neighbour', { event_id: event.id, ...of, port: 1, access_id, ...seen })
  const before = { technical_id: technician.id, cto_id: box.id, taken_at: at, source: 'simulated', complete_pct: 100 }
  await put(stem, 'prepared_reading', {
    vno_id: vno.id,
    ...before,
    readings: JSON.stringify([{ serial: `${mark}-ONT` }]),
  })
  const told = { received_at: at, at, kind: 'los', serial: `${mark}-ONT`, cto_id: box.id, access_id, ...of }
  await put(stem, 'olt_alarm', { olt_id: 1, cursor: access_id, ...told })
  const held = { port_id: port.id, vno_id: vno.id, reason: 2, reported_at: at, note: mark }
  await put(stem, 'port_problem', held)
  const asked = { vno_id: vno.id, payload: { text: mark }, user_id: technician.user_id }
  await put(stem, 'enrollment_request', { event_id: event.id, ...asked })
  const job_id = await insert(db, 'neighbour_job', { vno_id: vno.id, total: 1, expires_at: at })
  await put(stem, 'neighbour_job_row', { job_id, vno_id: vno.id, line: 1, code: access.code, access_id, message: mark })
}

async function makeWords(stem: Stem): Promise<void> {
  const { db, vno, technician, mark } = stem
  const of = { vno_id: vno.id }
  const event = await makeEvent(db, { technician })
  const { id: order_id } = await makeOrder(db, { vno, assigned_technical_id: technician.id, state: 'asignada' })
  await put(stem, 'service_order_contact', { order_id, ...of, name: mark, phone: '+34600111222' })
  const case_id = await makeCase(db, { owner: vno, worker: vno, event_id: event.id })
  const told = { kind: 'case_opened', event_id: event.id, case_id, payload: { text: mark }, at: new Date() }
  const notification_id = await insert(db, 'notification', { ...of, ...told })
  await put(stem, 'notice_delivery', { notification_id, ...of, channel: 'mail', recipient: `${mark}@prueba.test` })
  const asked = { token_hash: randomBytes(32), account_type: 'te', expires_at: new Date() }
  await put(stem, 'signup_request', { ...of, ...asked, email: `${mark.toLowerCase()}@prueba.test` })
  await put(stem, 'mail', { ...of, recipient: `${mark}@prueba.test`, kind: 'invitation', subject: mark, body: mark })
  const by = { user_id: technician.user_id, subject: mark, message: mark, category: 'duda', diagnostics: mark }
  await put(stem, 'contact_request', { ...of, ...by, event_id: event.id })
  await put(stem, 'reason', { ...of, catalogue: 'order_cancel', code: mark, name: mark })
  await put(stem, 'setting', { ...of, chosen: { open_events: 3 } })
  const sent = { period: 'day', hour: 7, format: 'csv', recipients: [`${mark}@prueba.test`] }
  await put(stem, 'report_schedule', { ...of, name: mark, ...sent })
  await put(stem, 'change_log', { ...of, area: 'events', record_id: event.id, version: 1 })
  const what = { call: 'admin_vno/notes/create', entity: 'note', entity_id: mark, after: { text: mark } }
  await put(stem, 'audit', { ...of, actor_id: technician.user_id, account_type: 'te', ...what, request_id: mark })
}

/** @returns the mark contained in every text */
export async function makeRows(db: Db, vno: Vno, technician: Account): Promise<string> {
  const stem = { db, vno, technician, mark: `CANARIO${unique()}${randomBytes(2).toString('hex').toUpperCase()}` }
  await makeLists(stem)
  await makeLineTables(stem)
  await makeWords(stem)
  return stem.mark
}
