/** A port kept for whoever asked whether a home can be served: nobody ordered it in time, so it is free again. */
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { recountBox } from '../box.ts'
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

// Whatever became of it meanwhile (ordered, worked on, given back) has another assignment, or the same for another purpose.
const kept = `select f.vno_id, p.id as port_id, p.cto_id, p.state,
    extract(epoch from f.reserved_until - app_now()) * 1000 as left_ms
  from feasibility f join port_assignment a on a.id = f.assignment_id and a.ended_at is null
  join port p on p.id = a.port_id and p.assignment_status = ${assignmentStatus.is.reserve_for_inquiry}
  where f.id = $1 and f.released_at is null for no key update of p`
const endAssignment = 'update port_assignment set ended_at = app_now() where port_id = $1 and ended_at is null'
const freePort = `update port set state = $2, assignment_status = ${assignmentStatus.is.available}, last_change_at = app_now(),
    updated_at = app_now(), version = version + 1 where id = $1`
const release = `
  with released as (
    update feasibility set released_at = app_now(), version = version + 1, updated_at = app_now() where id = $1
    returning id, version, vno_id)
  select changed('feasibility', id, version, vno_id) from released`

export async function scheduleInquiry(sql: Tx, id: number, afterMs: number): Promise<void> {
  await scheduleLine(sql, 'process.inquiry', `feasibility:${id}`, { id }, afterMs)
}

/** The port is anybody's again; null where it is kept no longer, or serves already. */
async function giveBack(
  sql: Tx,
  id: number,
  found: Kept | undefined,
): Promise<{ port_id: number; state: PortState } | null> {
  const state = found ? portAfter(found.state, 'release') : null
  if (!found || state === null) return null
  await sql.rows(endAssignment, [found.port_id])
  await sql.rows(freePort, [found.port_id, state])
  await recountBox(sql, found.cto_id)
  await sql.rows(release, [id])
  return { port_id: found.port_id, state }
}

/** Before its time, by whoever asked for it; null where nothing is kept. */
export async function releaseInquiry(sql: Tx, id: number): Promise<{ port_id: number; state: PortState } | null> {
  const [found] = await sql.rows<Kept>(kept, [id])
  return await giveBack(sql, id, found)
}

export async function inquiryJob({ db }: Process, payload: unknown): Promise<void> {
  const id = idOf(payload)
  await inProcess(db, async (sql) => {
    const [found] = await sql.rows<Kept>(kept, [id])
    if (found && found.left_ms > 0) return await scheduleInquiry(sql, id, found.left_ms)
    const after = await giveBack(sql, id, found)
    if (after) await auditLine(sql, { entity: 'feasibility', id, vnoId: found?.vno_id ?? 0, act: 'inquiry', after })
  })
}
