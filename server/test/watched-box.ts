/** A box with open work and watched neighbours, on the simulated plant. */
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { askInProcess, inProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import type { AlarmKind, PlantAlarm } from '../plant/plant.ts'
import type { Reader } from '../plant/reader.ts'
import { lockEvent, patchEvent } from '../process/event-row.ts'
import { faceplateItems, saveSnapshot, startWatching } from '../process/opening/snapshot.ts'
import { takeLease, type Lease } from '../process/watching/lease.ts'
import type { TestDatabase } from './database.ts'
import { insert, makeTechnician, makeVno, unique, type Account, type Vno } from './factories.ts'
import { makeAssignment, makeCto, makeEvent, makePort, type Cto, type Port, type TestEvent } from './plant-factories.ts'

export interface NeighbourBox {
  cto: Cto
  oltId: number
  ponId: number
  /** Positions with a customer's light, by number. */
  ports: Port[]
  /** Operator of the customers. */
  owner: Vno
  /** Codes of their accesses. */
  accesses: { id: number; code: string; serial: string }[]
}

/** A box with customers of one operator. */
export async function makeNeighbours(
  db: Pick<TestDatabase, 'owner'> & ProcessDb,
  { count = 4, owner, ponId }: { count?: number; owner?: Vno; ponId?: number } = {},
): Promise<NeighbourBox> {
  const cto = await makeCto(db, ponId === undefined ? {} : { pon_id: ponId })
  const vno = owner ?? (await makeVno(db))
  const ports: Port[] = []
  const accesses: NeighbourBox['accesses'] = []
  for (let number = 1; number <= count; number++) {
    const state = { state: portState.is.ocupado, assignment_status: assignmentStatus.is.occupied }
    const port = await makePort(db, { cto, number, ...state, optical_state: 'online' })
    const code = `CANARIO-${unique()}`
    const serial = `HWTC${unique().slice(0, 8)}`
    const where = { vno_id: vno.id, cto_id: cto.id, port_id: port.id }
    const access_id = await insert(db, 'access', { code, ...where, state: 'activo', ont_serial: serial })
    await makeAssignment(db, { vno, port, access_id, rx_dbm: -19.5, olt_rx_dbm: -21 })
    ports.push(port)
    accesses.push({ id: access_id, code, serial })
  }
  const text = await askInProcess(
    db,
    'select json_build_array(n.olt_id, n.id)::text from cto c join pon n on n.id = c.pon_id where c.id = $1',
    [cto.id],
  )
  const [oltId, pon] = JSON.parse(text ?? '[]') as [number, number]
  return { cto, oltId, ponId: pon, ports, owner: vno, accesses }
}

/** An open intervention in the box, whose neighbours were read and are watched from now on. */
export async function makeWatching(
  db: TestDatabase,
  reader: Reader,
  box: NeighbourBox,
  { technician, ...over }: { technician?: Account } & Record<string, unknown> = {},
): Promise<TestEvent & { technician: Account }> {
  const worker = technician ?? (await makeTechnician(db))
  const event = await makeEvent(db, { technician: worker, cto: box.cto, started_at: new Date(), ...over })
  const reading = await reader.readBox(box.cto.id, { purpose: 'process', maxAgeS: 0 })
  await inProcess(db, async (sql) => {
    const row = await lockEvent(sql, event.id)
    if (!row) throw new Error('no event')
    const saved = await saveSnapshot(sql, { eventId: event.id, ctoId: box.cto.id, phase: 'before' }, reading)
    await startWatching(sql, row, saved)
    await patchEvent(sql, row, {
      before_snapshot_id: saved.id,
      neighbour_items: faceplateItems(saved.items, row.vno_id),
    })
  })
  return { ...event, technician: worker }
}

/** A box whose OLT is listened to for a minute, and a time at which its alarms may have come, ms. */
export async function makeLeased(
  db: TestDatabase,
  count = 2,
): Promise<{ box: NeighbourBox; lease: Lease; at: number }> {
  const box = await makeNeighbours(db, { count })
  const lease = await takeLease(db, box.oltId, 'test')
  if (!lease) throw new Error('no lease')
  const renew = `update olt_lease set expires_at = clock_timestamp() + interval '1 minute' where olt_id = $1`
  await db.owner.query(renew, [box.oltId])
  return { box, lease, at: Date.now() - 60_000 }
}

let cursor = 0

/** An alarm of a box as its OLT sends it; `at` in ms since 1970. */
export function makeAlarm(box: NeighbourBox, port: number, kind: AlarmKind, at: number): PlantAlarm {
  cursor += 1
  const { oltId, ponId, accesses } = box
  const when = new Date(at)
  const serial = accesses[port - 1]?.serial ?? null
  return { cursor, oltId, ponId, ontId: null, serial, kind, deviceAt: when, receivedAt: when }
}

/** Stores alarms in the inbox as if they had arrived at their own time, which may be in the future. */
export async function keepInInbox(db: TestDatabase, alarms: readonly PlantAlarm[]): Promise<void> {
  await db.owner.query(
    `insert into olt_alarm (olt_id, cursor, received_at, at, kind, pon_id, serial, cto_id, port_id)
     select a."oltId", a.cursor, a."receivedAt", a."receivedAt", a.kind, a."ponId", a.serial, x.cto_id, x.port_id
       from json_to_recordset($1::json) as a("oltId" int, cursor bigint, "receivedAt" timestamptz, kind text, "ponId" int, serial text)
       join access x on x.ont_serial = a.serial on conflict do nothing`,
    [JSON.stringify(alarms)],
  )
}
