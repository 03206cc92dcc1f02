/** A port reserved by a feasibility inquiry: without an order in time it is free again. */
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { recountBox } from '../box.ts'
import { endAssignment, writePort } from '../port-row.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { auditLine, idOf, scheduleLine } from './job.ts'

interface Kept {
  vno_id: number
  port_id: number
  cto_id: number
  state: PortState
  left_ms: number
}

// If it was ordered, worked on or released meanwhile, it has another assignment or another purpose.
const selectReserved = `select f.vno_id, p.id as port_id, p.cto_id, p.state,
    extract(epoch from f.reserved_until - app_now()) * 1000 as left_ms
  from feasibility f join port_assignment a on a.id = f.assignment_id and a.ended_at is null
  join port p on p.id = a.port_id and p.assignment_status = ${assignmentStatus.is.reserve_for_inquiry}
  where f.id = $1 and f.released_at is null for no key update of p`
const release = `
  with released as (
    update feasibility set released_at = app_now(), version = version + 1, updated_at = app_now() where id = $1
    returning id, version, vno_id)
  select changed('feasibility', id, version, vno_id) from released`

export async function scheduleInquiry(sql: Tx, id: number, afterMs: number): Promise<void> {
  await scheduleLine(sql, 'process.inquiry', `feasibility:${id}`, { id }, afterMs)
}

/** Frees the port; null if it is no longer reserved or is in service. */
async function giveBack(
  sql: Tx,
  id: number,
  found: Kept | undefined,
): Promise<{ port_id: number; state: PortState } | null> {
  const state = found ? portAfter(found.state, 'release') : null
  if (!found || state === null) return null
  await endAssignment(sql, found.port_id)
  await writePort(sql, found.port_id, { state, assignment_status: assignmentStatus.is.available })
  await recountBox(sql, found.cto_id)
  await sql.rows(release, [id])
  return { port_id: found.port_id, state }
}

/** Releases the reservation early on its requester's demand; null if there is none. */
export async function releaseInquiry(sql: Tx, id: number): Promise<{ port_id: number; state: PortState } | null> {
  const [found] = await sql.rows<Kept>(selectReserved, [id])
  return await giveBack(sql, id, found)
}

export async function inquiryJob({ db }: Process, payload: unknown): Promise<void> {
  const id = idOf(payload)
  await inProcess(db, async (sql) => {
    const [found] = await sql.rows<Kept>(selectReserved, [id])
    if (found && found.left_ms > 0) return await scheduleInquiry(sql, id, found.left_ms)
    const after = await giveBack(sql, id, found)
    if (after) await auditLine(sql, { entity: 'feasibility', id, vnoId: found?.vno_id ?? 0, act: 'inquiry', after })
  })
}
