/** Light at the port of a ceased customer: service in use without a contract. */
import { lineTimes } from '@hilo/domain/line-work.ts'
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { inventoryStatus, portState, processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { recountBox } from '../box.ts'
import { writePort } from '../port-row.ts'
import { auditProcess, lockEvent, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { eventIdOf, type Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { isSilent } from './job.ts'
import { notifyLine } from './line-notices.ts'

const { finalized, finalizedSync } = processState.is
const tryAgain = lineTimes.olt[lineTimes.olt.length - 1] ?? 0

// The port is still the ceased customer's: neither withdrawn nor reassigned.
const left = `select p.id, p.state from port p join port_assignment a on a.port_id = p.id and a.ended_at is null and a.access_id = $2
  where p.id = $1 and p.state = ${portState.is.cesado} for no key update of p`
const setLightAt = 'update unsubscription set light_at = app_now() where event_id = $1'

async function due(sql: Tx, id: number): Promise<{ event: EventRow; portId: number; state: PortState } | null> {
  const event = await lockEvent(sql, id)
  if (!event || (event.process_state !== finalized && event.process_state !== finalizedSync)) return null
  const [port] = await sql.rows<{ id: number; state: PortState }>(left, [event.port_id, event.access_id])
  return port ? { event, portId: port.id, state: port.state } : null
}

async function alert(sql: Tx, id: number): Promise<void> {
  const found = await due(sql, id)
  if (!found) return
  const { event, portId, state } = found
  const to = portAfter(state, 'report')
  if (to === null) return
  const review = { state: to, inventory_status: inventoryStatus.is.inventory_review, state_before: state }
  await writePort(sql, portId, review, { cause: 'report', event_id: id })
  await sql.rows(setLightAt, [id])
  await recountBox(sql, event.cto_id)
  await auditProcess(sql, event, 'cease_light', { port_id: event.port_id, state: to }, { state })
  await sql.rows(`select changed('events', $1, $2, $3)`, [event.id, event.version, event.vno_id])
  await notifyLine(sql, event, 'light_after_cease')
}

export async function ceaseLightJob({ db, reader }: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const found = await inProcess(db, (sql) => due(sql, id))
  if (!found) return
  const { cto_id: ctoId, port_id: portId } = found.event
  const reading = await reader.readBox(ctoId, { purpose: 'process' }).catch((error: unknown) => {
    isSilent(error)
    return null
  })
  const lit = reading?.readings.some((one) => one.portId === portId && one.state === 'online')
  await inProcess(db, async (sql) => {
    if (lit) return await alert(sql, id)
    if (!reading)
      await schedule(sql, 'process.cease_light', id, {}, { at: { afterMs: tryAgain }, key: `cease_light:${id}` })
  })
}
