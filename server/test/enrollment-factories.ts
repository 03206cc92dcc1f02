/** Lines for enrolments, enrolments, and API calls of keys. */
import { assignmentStatus, labelKind, portState } from '@hilo/domain/status.ts'
import { randomBytes } from 'node:crypto'
import type { Database } from '../db/open.ts'
import { insert, makeTechnician, unique, type Account, type Vno } from './factories.ts'
import { makeAssignment, makeCto, makeEvent, makePort, type Cto, type Port, type TestEvent } from './plant-factories.ts'

type Db = Pick<Database, 'owner'>
type Over = Partial<Record<string, unknown>>

export interface Line {
  box: Cto
  port: Port
  technician: Account
  event: TestEvent
  /** Label of the drop at the port; null if there is none. */
  label: string | null
  dropId: number | null
  /** A picture of the intervention, of a label kind; its file has no bytes unless `over` names one with bytes. */
  picture(kind: number | null, over?: Over): Promise<number>
  /** Takes a picture of a label kind, by default of a drop, and returns the input that it proves. */
  proven(kind?: number | null): Promise<{ event_id: number; port_id: number }>
  /** The drop assigned to the port; undefined without an assignment. */
  hanging(): Promise<number | null | undefined>
}

/** A port promised to an operator, in a box where the operator's technician is working. */
export async function makeLine(
  db: Db,
  vno: Pick<Vno, 'id' | 'name' | 'external_id'>,
  { state = portState.is.asignado, drop = false, box }: { state?: number; drop?: boolean; box?: Cto } = {},
): Promise<Line> {
  const cto = box ?? (await makeCto(db))
  const { assigned, occupied, to_be_withdrawn } = assignmentStatus.is
  const assignment_status =
    state === portState.is.cesado ? to_be_withdrawn : state === portState.is.ocupado ? occupied : assigned
  const port = await makePort(db, { cto, state, assignment_status })
  const label = drop ? `D46-${unique()}-1` : null
  const cable = { type: 'interior', connection_type: 1, state: 'instalada', vno_id: vno.id, port_id: port.id }
  const dropId = label === null ? null : await insert(db, 'drop_cable', { ...cable, label })
  await makeAssignment(db, { vno, port, state, assignment_status, drop_id: dropId, ont_state: 'unknown', rx_dbm: null })
  const technician = await makeTechnician(db, { vno })
  const event = await makeEvent(db, { technician, cto, port_id: port.id })
  const picture = async (kind: number | null, over: Over = {}) => {
    const sha256 = randomBytes(32)
    const key = `${vno.id}/${sha256.toString('hex').slice(0, 2)}/${sha256.toString('hex')}`
    const file = { name: 'f.webp', mime: 'image/webp', sha256, key, bytes: 1 }
    const file_id = over['file_id'] ?? (await insert(db, 'file', { ...file, vno_id: vno.id, event_id: event.id }))
    const shown = { phash: 1, width: 1, height: 1, received_at: new Date(), camera: true, step: 'drop_enrollment' }
    const of = { vno_id: vno.id, event_id: event.id, label_kind: kind, file_id, sha256 }
    return await insert(db, 'picture', { ...shown, ...of, ...over })
  }
  const proven = async (kind: number | null = labelKind.is.dropLabel) => {
    await picture(kind)
    return { event_id: event.id, port_id: port.id }
  }
  const hanging = async () => {
    const text = 'select drop_id from port_assignment where port_id = $1 and ended_at is null'
    return (await db.owner.query<{ drop_id: number | null }>(text, [port.id])).rows[0]?.drop_id
  }
  return { box: cto, port, technician, event, label, dropId, picture, proven, hanging }
}

/** A pending enrolment. */
export async function makeEnrollment(
  db: Db,
  { vno, cto, ...over }: Over & { vno: Pick<Vno, 'id'>; cto?: Cto },
): Promise<{ id: number }> {
  const row = { kind: 2, action: 'A', origin: 2, label_read: `D46-${unique()}-1`, label_source: 'manual' }
  const cto_id = (cto ?? (await makeCto(db))).id
  const verification = { verification_state: 'pendiente' }
  return { id: await insert(db, 'enrollment', { ...row, ...verification, vno_id: vno.id, cto_id, ...over }) }
}

/** An API call of a key, as logged. */
export async function makeApiRequest(db: Db, { vno, ...over }: Over & { vno: Pick<Vno, 'id'> }): Promise<number> {
  const call = { request_id: unique(), call: 'admin_vno/enrollments/create', duration_ms: 10, http_status: 200 }
  return await insert(db, 'api_request', { ...call, payload: {}, vno_id: vno.id, ...over })
}

/** Some own rows of everything, and foreign ones that must stay invisible. */
export async function makeEnrollmentRows(db: Db, vno: Pick<Vno, 'id'>, theirs: Pick<Vno, 'id'>): Promise<void> {
  for (let i = 0; i < 7; i++) {
    const created_at = new Date(Date.UTC(2026, 9, 1 + (i >> 1)))
    await makeEnrollment(db, { vno, created_at, verification_state: i % 2 ? 'verificada' : 'pendiente' })
    await makeEnrollment(db, { vno, created_at, kind: 4, action: 'B' })
    await makeApiRequest(db, { vno, at: created_at, ...(i % 2 && { http_status: 409, error: 'LABEL_DUPLICATE' }) })
  }
  for (const kind of [2, 4])
    await makeEnrollment(db, { vno: theirs, kind, label_read: 'CANARIO-ETIQUETA', reject_reason: 'CANARIO-MOTIVO' })
  await makeApiRequest(db, { vno: theirs, request_id: 'CANARIO-PETICION', payload: { label_read: 'CANARIO' } })
}
