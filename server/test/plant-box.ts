import assert from 'node:assert/strict'
import type { Database } from '../db/open.ts'
import { makeAssignment, makeCto, makePort, type Cto } from './plant-factories.ts'

export interface Place {
  cto: Cto
  oltId: number
  ponId: number
  ports: number[]
}

/** A box with so many customers online and so many free positions after them. */
export async function makeBox(
  db: Database,
  customers: number,
  free: number,
  over: Record<string, unknown> = {},
): Promise<Place> {
  const cto = await makeCto(db, over)
  const ports: number[] = []
  for (let number = 0; number < customers + free; number++) {
    const taken = number < customers
    const port = await makePort(db, { cto, ...(taken && { state: 3, assignment_status: 3 }) })
    ports.push(port.id)
    if (taken) await makeAssignment(db, { port })
  }
  const { rows } = await db.owner.query<{ oltId: number; ponId: number }>(
    `select n.olt_id as "oltId", n.id as "ponId" from pon n join cto c on c.pon_id = n.id where c.id = $1`,
    [cto.id],
  )
  const [place] = rows
  assert.ok(place)
  return { cto, ports, ...place }
}
