/** Boxes, ports, assignments and interventions for tests. */
import { assignmentStatus, ctoState, eventType, inventoryStatus, portState, processState } from '@hilo/domain/status.ts'
import type { Database } from '../db/open.ts'
import { insert, makeVno, unique, type Account, type Vno } from './factories.ts'

type Db = Pick<Database, 'owner'>
type Over = Partial<Record<string, unknown>>

export interface Cto {
  id: number
  code: string
}

export interface Port {
  id: number
  cto_id: number
  number: number
  label: string
}

/** An OLT without PONs. */
export async function makeOlt(db: Db, over: Over = {}): Promise<{ id: number; code: string }> {
  const key = unique()
  const code = `OLT-${key}`
  const id = await insert(db, 'olt', {
    code,
    exchange_code: key,
    name: `Central ${key}`,
    vendor: 'simulated',
    model: 'S1',
    optic_class: 'C+',
    ...over,
  })
  return { id, code: typeof over['code'] === 'string' ? over['code'] : code }
}

/** A box with its OLT and PON, without ports. */
export async function makeCto(db: Db, over: Over = {}): Promise<Cto> {
  const key = unique()
  const { id: olt_id } = await makeOlt(db, { code: `OLT-${key}` })
  const pon_id = await insert(db, 'pon', { olt_id, slot: 1, port: 1, code: `OLT-${key}/1/1/1`, tx_dbm: 5 })
  const code = `CTO-${key}`
  const id = await insert(db, 'cto', {
    code,
    label: code,
    type: 'fachada',
    connection_type: 1,
    ports_total: 16,
    ports_free: 16,
    state: ctoState.is.disponible,
    street: 'Calle Mayor',
    street_number: '1',
    postal_code: '46001',
    municipality: 'Valencia',
    ine_code: '46250',
    province: 'Valencia',
    lat: 39.47,
    lon: -0.376,
    pon_id,
    splitter1_code: `S1-${key}`,
    splitter_ratio: '1:8',
    feeder_m: 1200,
    ...over,
  })
  return { id, code: typeof over['code'] === 'string' ? over['code'] : code }
}

/** A free port; `over.cto` places it, otherwise in its own box. */
export async function makePort(db: Db, { cto, ...over }: Over & { cto?: Cto } = {}): Promise<Port> {
  const box = cto ?? (await makeCto(db))
  const taken = await db.owner.query<{ next: number }>(
    'select coalesce(max(number), 0)::int + 1 as next from port where cto_id = $1',
    [box.id],
  )
  const number = Number(over['number'] ?? taken.rows[0]?.next ?? 1)
  const label = String(over['label'] ?? `${box.code}/${String(number).padStart(2, '0')}`)
  const id = await insert(db, 'port', {
    cto_id: box.id,
    number,
    label,
    state: portState.is.disponible,
    inventory_status: inventoryStatus.is.available,
    assignment_status: assignmentStatus.is.available,
    splitter_leg: number,
    ...over,
  })
  return { id, cto_id: box.id, number, label }
}

interface Assignment {
  id: number
  port: Port
  vno_id: number
}

/** Assigns a port to an operator, as occupied. */
export async function makeAssignment(
  db: Db,
  { vno, port, ...over }: Over & { vno?: Pick<Vno, 'id'>; port?: Port } = {},
): Promise<Assignment> {
  const owner = vno ?? (await makeVno(db))
  const held =
    port ?? (await makePort(db, { state: portState.is.ocupado, assignment_status: assignmentStatus.is.occupied }))
  const id = await insert(db, 'port_assignment', {
    port_id: held.id,
    vno_id: owner.id,
    cto_id: held.cto_id,
    label: held.label,
    state: portState.is.ocupado,
    assignment_status: assignmentStatus.is.occupied,
    ont_state: 'online',
    rx_dbm: -19.5,
    ...over,
  })
  return { id, port: held, vno_id: owner.id }
}

export interface TestEvent {
  id: number
  code: string
  vno_id: number
}

/** A created intervention; the operator is the `technician`'s. */
export async function makeEvent(
  db: Db,
  { vno, technician, cto, ...over }: Over & { vno?: Pick<Vno, 'id'>; technician?: Account; cto?: Cto } = {},
): Promise<TestEvent> {
  const vno_id = technician?.vno_id ?? vno?.id ?? (await makeVno(db)).id
  const code = `INT-${unique()}`
  const id = await insert(db, 'event', {
    code,
    vno_id,
    technical_id: technician?.id ?? null,
    type: eventType.is.createListener,
    process_state: processState.is.created,
    origin: 2,
    cto_id: (cto ?? (await makeCto(db))).id,
    work_kind: 'alta',
    ...over,
  })
  return { id, code: typeof over['code'] === 'string' ? over['code'] : code, vno_id }
}

/** A case: a neighbour of `owner` left without light by an intervention of `worker`. */
export async function makeCase(
  db: Db,
  { owner, worker, ...over }: Over & { owner: Pick<Vno, 'id'>; worker: Pick<Vno, 'id'> },
): Promise<number> {
  const port = await makePort(db)
  const event = await makeEvent(db, { vno: worker })
  return await insert(db, 'neighbour_case', {
    event_id: event.id,
    event_code: event.code,
    cto_id: port.cto_id,
    port_id: port.id,
    port: port.number,
    owner_vno_id: owner.id,
    worker_vno_id: worker.id,
    class: 'desconectado',
    state: 'abierto',
    detected_at: new Date(),
    restore_deadline_at: new Date(),
    ...over,
  })
}
