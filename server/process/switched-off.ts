/**
 * A light that went without a word and came back. Some customers' ONTs are too old to say that their power goes, and look
 * like somebody whose fibre was pulled. Two things together tell them apart: the OLT never saw a loss of signal, and the ONT has
 * started anew. A restart alone says nothing, since whoever is cut off switches his ONT off and on.
 */
import { switchedOff } from '@hilo/domain/switched-off.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Tx } from '../db/scope.ts'
import { caseChanged } from './cases.ts'
import { auditProcess } from './event-row.ts'
import { observeBoxes } from './observe.ts'
import type { Process } from './process.ts'
import { inProcess } from './tx.ts'

interface Closed {
  id: number
  event_id: number
  event_vno_id: number
  cto_id: number
  port_id: number
  detected_at: Date
  restored_at: Date
}

const selectClosed = `
  select k.id, k.event_id, e.vno_id as event_vno_id, k.cto_id, k.port_id, k.detected_at, k.restored_at
  from neighbour_case k join event e on e.id = k.event_id
  where k.id = $1 and k.class = 'desconectado' and k.restored_at is not null`
const acquitCase = `
  update neighbour_case set class = 'apagado', version = version + 1, updated_at = app_now()
  where id = $1 and class = 'desconectado' returning id, version, owner_vno_id, worker_vno_id, technical_id`

async function wasSwitchedOff({ reader }: Process, found: Closed): Promise<boolean> {
  const { cto_id, port_id, detected_at, restored_at } = found
  const { box, detail } = await reader.readLine(cto_id, port_id, 'process')
  const seen = box.readings.find(({ portId }) => portId === port_id)
  if (seen?.state !== 'online' || seen.lastDownAt === null || detail.uptimeS === null) return false
  return switchedOff({
    downAt: detected_at.getTime(),
    upAt: restored_at.getTime(),
    lastDownAt: seen.lastDownAt.getTime(),
    lastDownCause: seen.lastDownCause,
    startedAt: seen.readAt.getTime() - detail.uptimeS * 1000,
  })
}

/** Whoever still watches the box counts it as what it was. Interventions are locked before their cases, as everywhere. */
async function acquit(sql: Tx, found: Closed): Promise<void> {
  const [from, to] = [found.detected_at.getTime(), found.restored_at.getTime()]
  await observeBoxes(sql, [found.cto_id], (before) => {
    if (before.port_id !== found.port_id) return before
    const its = (cut: (typeof before.cuts)[number]) => cut.down_at >= from && cut.up_at !== null && cut.up_at <= to
    return { ...before, cuts: before.cuts.map((cut) => (its(cut) ? { ...cut, gasp: true } : cut)) }
  })
  const [changed] = await sql.rows<Parameters<typeof caseChanged>[1]>(acquitCase, [found.id])
  if (!changed) return
  await caseChanged(sql, changed)
  const event = { id: found.event_id, vno_id: found.event_vno_id }
  await auditProcess(sql, event, 'case/switched_off', { case_id: found.id, class: 'apagado' })
}

/** The job: once the light is back, the line is read for what made it go. */
export async function switchedOffJob(process: Process, payload: unknown): Promise<void> {
  const { case_id: id } = payload as { case_id?: unknown }
  if (typeof id !== 'number') throw new Error('a look at a line names no case')
  const closed = async (sql: Tx) => (await sql.rows<Closed>(selectClosed, [id]))[0]
  const found = await inProcess(process.db, closed)
  if (!found) return
  // An OLT that does not answer leaves the case as it is: what cannot be known excuses nobody.
  const off = await wasSwitchedOff(process, found).catch((error: unknown) => {
    if (error instanceof Problem) return false
    throw error
  })
  if (off) await inProcess(process.db, (sql) => acquit(sql, found))
}
