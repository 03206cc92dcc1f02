import type { AccessState } from '@hilo/domain/access.ts'
import type { Tx } from '../../kernel/sql/scope.ts'

export interface LockedAccess {
  id: number
  code: string
  vno_id: number
  version: number
  state: AccessState
  cto_id: number
  port_id: number
  ont_serial: string | null
  ont_model: string | null
  /** The position is still assigned to this customer. */
  held: boolean
}

const lock = `select x.id, x.code, x.vno_id, x.version, x.state, x.cto_id, x.port_id, x.ont_serial, x.ont_model,
    exists (select from port_assignment a where a.port_id = x.port_id and a.access_id = x.id and a.ended_at is null) as held
  from access x where x.id = $1 for no key update of x`

/** The access, locked until the transaction ends; null if the session's operator has no such access. */
export async function lockAccess(sql: Tx, id: number): Promise<LockedAccess | null> {
  const [row] = await sql.rows<LockedAccess>(lock, [id])
  return row ?? null
}
