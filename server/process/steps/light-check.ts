/** After the removal of a drop its port has to stay dark; light means another customer, or that it was not removed. */
import { darkAfterMs, darkPolls } from '@hilo/domain/enrollment.ts'
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import { auditStatement } from '../../kernel/sql/audit.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { recountBox } from '../box.ts'
import { endAssignment, writePort } from '../port-row.ts'
import { addJob } from '../schedule.ts'
import { writeNotice } from '../notices/notify.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'

interface Check {
  id: number
  vno_id: number
  technical_id: number | null
  event_id: number | null
  cto_id: number
  cto_code: string
  port_id: number
  port_number: number
  port_state: PortState
  label_read: string
}
type Seen = 'sin_luz' | 'con_luz' | null

/** Ten minutes of business time after the removal, and again if the OLT did not answer. */
export async function scheduleLightCheck(sql: Tx, enrollmentId: number, tries = 0): Promise<void> {
  const options = { at: { afterMs: darkAfterMs }, key: `light:${enrollmentId}` }
  await addJob(sql, 'process.light', `light:${enrollmentId}`, { enrollment_id: enrollmentId, tries }, options)
}

const selectDue = `select e.id, e.vno_id, e.technical_id, e.event_id, e.cto_id, c.code as cto_code, e.port_id, p.number as port_number,
    p.state as port_state, e.label_read
  from enrollment e join cto c on c.id = e.cto_id join port p on p.id = e.port_id
  where e.id = $1 and e.light_check = 'pendiente' for no key update of p, e`
const writeCheck = `
  with written as (
    update enrollment set light_check = $2, light_checked_at = app_now(), version = version + 1, updated_at = app_now()
     where id = $1 returning id, version, vno_id, technical_id)
  select changed('unenrollments', id, version, vno_id, technical_id) from written`

function payloadOf(payload: unknown): { id: number; tries: number } {
  const { enrollment_id: id, tries } = payload as { enrollment_id?: unknown; tries?: unknown }
  if (typeof id !== 'number' || typeof tries !== 'number') throw new Error('a check of light names no enrolment')
  return { id, tries }
}

async function look({ reader }: Process, { cto_id: ctoId, port_id: portId }: Check): Promise<Seen> {
  try {
    const { readings } = await reader.readBox(ctoId, { purpose: 'process', maxAgeS: 0 })
    const here = readings.find((one) => one.portId === portId)
    if (!here || (here.serial !== null && here.state === 'unknown')) return null
    return here.state === 'online' ? 'con_luz' : 'sin_luz'
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** A waiting port is free once it is dark; with light it is marked for review. */
async function settle(sql: Tx, check: Check, light: Seen): Promise<void> {
  const { cesado } = portState.is
  if (check.port_state !== cesado || light === null) return
  const dark = light === 'sin_luz'
  const to = portAfter(cesado, dark ? 'withdraw' : 'report')
  const { available, to_be_withdrawn } = assignmentStatus.is
  const inventory = dark ? inventoryStatus.is.available : inventoryStatus.is.inventory_review
  if (to === null) return
  if (dark) await endAssignment(sql, check.port_id)
  await writePort(sql, check.port_id, {
    state: to,
    assignment_status: dark ? available : to_be_withdrawn,
    inventory_status: inventory,
    state_before: dark ? null : cesado,
  })
  await recountBox(sql, check.cto_id)
}

async function alarm(sql: Tx, check: Check, kind: string): Promise<void> {
  const { cto_code, port_number: port, label_read: label, id: enrollment_id } = check
  const payload = { enrollment_id, cto_code, port, label }
  const notice = { kind, eventId: check.event_id, caseId: null, payload }
  await writeNotice(sql, { ...notice, vnoId: null, technicalId: null })
  await writeNotice(sql, { ...notice, vnoId: check.vno_id, technicalId: null })
  if (check.technical_id !== null)
    await writeNotice(sql, { ...notice, vnoId: check.vno_id, technicalId: check.technical_id })
}

/** Another customer is connected there by now, so light proves nothing about the removed drop. */
const inUse: readonly number[] = [portState.is.asignado, portState.is.ocupado]

async function finish(sql: Tx, check: Check, read: Seen): Promise<void> {
  const used = inUse.includes(check.port_state)
  const light = used ? null : read
  const outcome = light ?? 'sin_respuesta'
  await settle(sql, check, light)
  await sql.rows(writeCheck, [check.id, outcome])
  if (outcome !== 'sin_luz' && !used)
    await alarm(sql, check, outcome === 'con_luz' ? 'light_after_removal' : 'light_not_read')
  const { text, values } = auditStatement({
    actorId: null,
    accountType: 'system',
    vnoId: check.vno_id,
    call: 'process/light',
    entity: 'enrollment',
    entityId: check.id,
    after: { light_check: outcome, port_id: check.port_id },
    channel: 'system',
    device: '',
    address: '',
    requestId: `process/light/${check.id}`,
  })
  await sql.rows(text, values)
}

/** The job: reads the box and frees the port, or reports that it still has light. */
export async function lightJob(process: Process, payload: unknown): Promise<void> {
  const { id, tries } = payloadOf(payload)
  const due = async (sql: Tx) => (await sql.rows<Check>(selectDue, [id]))[0]
  const asked = await inProcess(process.db, due)
  if (!asked) return
  const light = await look(process, asked)
  await inProcess(process.db, async (sql) => {
    const check = await due(sql)
    if (!check) return
    if (light === null && tries + 1 < darkPolls) await scheduleLightCheck(sql, id, tries + 1)
    else await finish(sql, check, light)
  })
}
