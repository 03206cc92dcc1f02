/** The state and the free ports of a box, which follow from its ports. */
import { ctoStateOf, freePorts } from '@hilo/domain/cto.ts'
import type { PortState } from '@hilo/domain/port.ts'
import { condition, ctoState } from '@hilo/domain/status.ts'
import type { Tx } from '../db/scope.ts'

const lockBox = `select state <> ${ctoState.is.no_instalada} as installed,
    exists (select from jsonb_array_elements(conditions) one where (one->>'code')::int = ${condition.is.cto_damaged}) as damaged
  from cto where id = $1 for no key update`
// After the lock: whoever held it before has committed his ports.
const portsOfBox = 'select array_agg(state::int) as ports from port where cto_id = $1'
const writeBox = `update cto set state = $2, ports_free = $3, version = version + 1, updated_at = app_now()
  where id = $1 and (state <> $2 or ports_free <> $3)`

/** To be called in the transaction of any change of a box's ports, after all of them. */
export async function recountBox(sql: Tx, ctoId: number): Promise<void> {
  const [box] = await sql.rows<{ installed: boolean; damaged: boolean }>(lockBox, [ctoId])
  const [row] = await sql.rows<{ ports: PortState[] | null }>(portsOfBox, [ctoId])
  const ports = row?.ports ?? []
  if (!box) return
  const state = ctoStateOf({ commissioned: box.installed, damaged: box.damaged, ports })
  await sql.rows(writeBox, [ctoId, state, freePorts(ports)])
}
