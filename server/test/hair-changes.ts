/** Hair-change requests, and two technicians who want the same port. */
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Database } from '../db/open.ts'
import { insert, makeTechnician, type Account, type Vno } from './factories.ts'
import { makeCto, makeEvent, makePort, type Cto, type Port } from './plant-factories.ts'

type Over = Record<string, unknown>

/** A request with its event row; `work` is the intervention, created if missing. */
export async function makeHairChange(
  db: Pick<Database, 'owner'>,
  {
    vno,
    technician,
    cto,
    work,
    ...over
  }: Over & { vno?: Pick<Vno, 'id'>; technician?: Account; cto?: Cto; work?: number },
): Promise<number> {
  const box = cto ?? (await makeCto(db))
  const of = { cto: box, ...(technician ? { technician } : vno && { vno }) }
  const event_id = work ?? (await makeEvent(db, of)).id
  const { process_state = processState.is.created, created_at = new Date(), ...more } = over
  const event = { ...of, type: eventType.is.hairChangeRequest, parent_id: event_id, work_kind: null }
  const { id, code, vno_id } = await makeEvent(db, { ...event, process_state, created_at })
  const port_from_id = more['port_from_id'] ?? (await makePort(db, { cto: box })).id
  return await insert(db, 'hair_change', {
    id,
    event_id,
    code,
    process_state,
    vno_id,
    technical_id: technician?.id ?? null,
    cto_id: box.id,
    created_at,
    asked_at: created_at,
    reason: 3,
    condition_code: 801,
    ...more,
    port_from_id,
  })
}

interface Rivals {
  wanted: Port
  /** Request, intervention and old port of each. */
  each: { request: number; work: number; from: Port }[]
}

/** Two technicians of two operators in one box, each at an own port, both requesting the same free one. */
export async function makeRivals(db: Pick<Database, 'owner'>): Promise<Rivals> {
  const cto = await makeCto(db)
  const wanted = await makePort(db, { cto })
  await makePort(db, { cto })
  const each: Rivals['each'] = []
  for (let index = 0; index < 2; index++) {
    const technician = await makeTechnician(db)
    const from = await makePort(db, { cto, state: 2, assignment_status: 2 })
    const work = (await makeEvent(db, { technician, cto, port_id: from.id, started_at: new Date() })).id
    const reserved = new Date(Date.now() + 1_800_000)
    const { vno_id } = technician
    await insertClaim(db, from, work, vno_id, reserved)
    const states = { state: 2, assignment_status: 2, reserved_until: reserved }
    await insert(db, 'port_assignment', { port_id: from.id, vno_id, cto_id: cto.id, label: from.label, ...states })
    const asked = { port_from_id: from.id, port_to_id: wanted.id, process_state: processState.is.creating }
    const request = await makeHairChange(db, { technician, cto, work, ...asked })
    each.push({ request, work, from })
  }
  return { wanted, each }
}

async function insertClaim(db: Pick<Database, 'owner'>, port: Port, work: number, vno: number | null, until: Date) {
  await db.owner.query('insert into port_claim (port_id, event_id, vno_id, expires_at) values ($1, $2, $3, $4)', [
    port.id,
    work,
    vno,
    until,
  ])
}
