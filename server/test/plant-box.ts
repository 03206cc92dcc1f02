import assert from 'node:assert/strict'
import type { Database } from '../db/open.ts'
import { insert, makeVno, unique } from './factories.ts'
import { makeAssignment, makeCto, makePort, type Cto, type Port } from './plant-factories.ts'

interface Place {
  cto: Cto
  oltId: number
  ponId: number
  ports: number[]
  /** Of the customers' ONTs, by position. */
  serials: string[]
}

/** A customer at a port, whose ONT is in the inventory. */
export async function makeServed(db: Pick<Database, 'owner'>, port: Port): Promise<{ access: number; serial: string }> {
  const vno = await makeVno(db)
  const serial = `HWTC${unique().slice(0, 8)}`
  const access = await insert(db, 'access', {
    code: `AC-${unique()}`,
    vno_id: vno.id,
    cto_id: port.cto_id,
    port_id: port.id,
    state: 'activo',
    ont_serial: serial,
  })
  await makeAssignment(db, { vno, port, access_id: access })
  return { access, serial }
}

/** A box with so many customers online, followed by so many free positions. */
export async function makeBox(
  db: Database,
  customers: number,
  free: number,
  over: Record<string, unknown> = {},
): Promise<Place> {
  const cto = await makeCto(db, over)
  const ports: number[] = []
  const serials: string[] = []
  for (let number = 0; number < customers + free; number++) {
    const taken = number < customers
    const port = await makePort(db, { cto, ...(taken && { state: 3, assignment_status: 3 }) })
    ports.push(port.id)
    if (taken) serials.push((await makeServed(db, port)).serial)
  }
  const { rows } = await db.owner.query<{ oltId: number; ponId: number }>(
    `select n.olt_id as "oltId", n.id as "ponId" from pon n join cto c on c.pon_id = n.id where c.id = $1`,
    [cto.id],
  )
  const [place] = rows
  assert.ok(place)
  return { cto, ports, serials, ...place }
}
