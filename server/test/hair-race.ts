import assert from 'node:assert/strict'
import type { Database } from '../db/open.ts'
import { decideHair } from '../process/hair-change/hair-change-rule.ts'
import { makeRivals } from './hair-changes.ts'

const outcome = `select h.decision, h.deny_code, h.port_assigned_id, e.process_state, w.port_id,
    (select count(*)::int from notification n where n.event_id = h.response_id and n.technical_id = h.technical_id) as told
  from hair_change h join event e on e.id = h.id join event w on w.id = h.event_id where h.id = any($1) order by h.decision`

/** One round: exactly one gets the port, the other is refused and keeps its old one. */
export async function raceForPort(db: Database): Promise<void> {
  const { wanted, each } = await makeRivals(db)
  await Promise.all(each.map(({ request }) => decideHair(db, request)))
  const { rows } = await db.owner.query<Record<string, unknown>>(outcome, [each.map(({ request }) => request)])
  const [won, lost] = rows
  assert.ok(won && lost)
  const won_ = { decision: 'concedido', deny_code: null, port_assigned_id: wanted.id, process_state: 5, told: 1 }
  assert.deepEqual({ ...won, port_id: null }, { ...won_, port_id: null })
  assert.equal(won['port_id'], wanted.id)
  const { port_id: kept, ...denied } = lost
  assert.deepEqual(denied, { decision: 'denegado', deny_code: 'PORT_NOT_AVAILABLE', port_assigned_id: null, process_state: 4, told: 1 }) // prettier-ignore
  const { rows: ports } = await db.owner.query<{ id: number; state: number; holders: number }>(
    `select p.id, p.state, (select count(*)::int from port_assignment a where a.port_id = p.id and a.ended_at is null) as holders
     from port p where p.id = any($1)`,
    [[wanted.id, ...each.map(({ from }) => from.id)]],
  )
  const of = (id: unknown) => ports.find((port) => port.id === id)
  const left = each.find(({ from }) => from.id !== kept)?.from.id
  assert.deepEqual(
    [of(wanted.id), of(kept), of(left)],
    [
      { id: wanted.id, state: 2, holders: 1 },
      { id: kept, state: 2, holders: 1 },
      { id: left, state: 6, holders: 0 },
    ],
  )
}
