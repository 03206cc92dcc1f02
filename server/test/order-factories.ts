/** Service orders and their requirements, for tests. */
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import type { Database } from '../db/open.ts'
import { insert, makeVno, unique, type Vno } from './factories.ts'
import { makeAssignment, makeEvent, makePort, type Port } from './plant-factories.ts'

type Db = Pick<Database, 'owner'>
type Over = Partial<Record<string, unknown>>

interface TestOrder {
  id: number
  code: string
  external_order_id: string
  vno_id: number
}

/** An order as received. */
export async function makeOrder(db: Db, { vno, ...over }: Over & { vno?: Pick<Vno, 'id'> } = {}): Promise<TestOrder> {
  const vno_id = vno?.id ?? (await makeVno(db)).id
  const code = `OS-${unique()}`
  const external_order_id = `E-${unique()}`
  const base = { code, external_order_id, vno_id, kind: 'alta', state: 'recibida' }
  return { id: await insert(db, 'service_order', { ...base, ...over }), code, external_order_id, vno_id }
}

/** A feasibility inquiry that reserves a port of its own box. */
export async function makePromise(
  db: Db,
  { vno }: { vno: Pick<Vno, 'id'> },
): Promise<{ feasibility: number; port: Port }> {
  const { asignado: state } = portState.is
  const { reserve_for_inquiry: assignment_status } = assignmentStatus.is
  const port = await makePort(db, { state, assignment_status })
  const until = new Date(Date.now() + 72 * 3_600_000)
  const held = { port, state, assignment_status, rx_dbm: null, ont_state: 'unknown', reserved_until: until }
  const { id: assignment_id } = await makeAssignment(db, { vno, ...held })
  const feasibility = await insert(db, 'feasibility', {
    vno_id: vno.id,
    asked: {},
    result: 'factible',
    ctos: '[]',
    products: '[]',
    valid_until: until,
    port_id: port.id,
    assignment_id,
    reserved_until: until,
  })
  return { feasibility, port }
}

/** An internal note on an intervention. */
export async function makeNote(
  db: Db,
  { vno, event_id, ...over }: Over & { vno: Pick<Vno, 'id'>; event_id: number },
): Promise<number> {
  const created_by = { id: 1, name: 'Persona', account_type: 'va', origin: 2 }
  return await insert(db, 'note', { vno_id: vno.id, event_id, text: 'Llave en conserjería.', created_by, ...over })
}

/** Seven orders, half with an appointment, and as many notes, for the lists. `text`: contained in all of them. */
export async function makeVisits(
  db: Db,
  { vno, technician, text = 'texto' }: { vno: Pick<Vno, 'id'>; technician?: { id: number }; text?: string },
): Promise<void> {
  const event = await makeEvent(db, { vno, type: 3, process_state: 3 })
  const assigned_technical_id = technician?.id ?? null
  for (let i = 0; i < 7; i++) {
    const created_at = new Date(Date.UTC(2026, 9, 1 + (i >> 1)))
    const visit = { appointment_from: created_at, appointment_to: new Date(Date.UTC(2026, 9, 9)) }
    const given = i % 2 ? { state: 'asignada', assigned_technical_id } : {}
    const external_order_id = `${text}-${unique()}`
    await makeOrder(db, { vno, created_at, external_order_id, ...given, ...(i % 3 !== 0 && visit) })
    await makeNote(db, { vno, event_id: event.id, created_at, text })
  }
}
