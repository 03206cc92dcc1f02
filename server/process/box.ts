/** State and number of free ports of boxes, derived from their ports. */
import { ctoStateOf, freePorts } from '@hilo/domain/cto.ts'
import type { PortState } from '@hilo/domain/port.ts'
import { condition, ctoState } from '@hilo/domain/status.ts'
import type { Tx } from '../kernel/sql/scope.ts'

// Locks in id order, so that two transactions cannot deadlock.
const lockBoxes = `select id, state <> ${ctoState.is.no_instalada} as installed,
    exists (select from jsonb_array_elements(conditions) one where (one->>'code')::int = ${condition.is.cto_damaged}) as damaged
  from cto where id = any($1) order by id for no key update`
// Read after the lock is granted, so it includes the ports committed by the previous holder.
const portsOfBoxes = 'select cto_id, array_agg(state::int) as ports from port where cto_id = any($1) group by cto_id'
const writeBoxes = `update cto c set state = r.state, ports_free = r.free, version = c.version + 1, updated_at = app_now()
  from json_to_recordset($1) as r(id bigint, state int, free int)
  where c.id = r.id and (c.state <> r.state or c.ports_free <> r.free)`

/** Call once per transaction that changes ports, after the last change. */
export async function recountBoxes(sql: Tx, ctoIds: readonly number[]): Promise<void> {
  if (ctoIds.length === 0) return
  const boxes = await sql.rows<{ id: number; installed: boolean; damaged: boolean }>(lockBoxes, [ctoIds])
  const found = await sql.rows<{ cto_id: number; ports: PortState[] }>(portsOfBoxes, [ctoIds])
  const portsOf = new Map(found.map(({ cto_id, ports }) => [cto_id, ports]))
  const counted = boxes.map(({ id, installed, damaged }) => {
    const ports = portsOf.get(id) ?? []
    return { id, state: ctoStateOf({ commissioned: installed, damaged, ports }), free: freePorts(ports) }
  })
  await sql.rows(writeBoxes, [JSON.stringify(counted)])
}

/** The same for one box. */
export async function recountBox(sql: Tx, ctoId: number): Promise<void> {
  await recountBoxes(sql, [ctoId])
}
