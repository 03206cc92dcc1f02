/** A free or promised port at which an ONT answers that nobody declared: it waits for somebody's eyes, and its people are told. */
import { darkAfterMs } from '@hilo/domain/enrollment.ts'
import { liveOf, portAfter, portStateOf, type PortAlert, type PortState } from '@hilo/domain/port.ts'
import type { NoticeKind } from '@hilo/domain/notice.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { condition, inventoryStatus, portProblem, portState } from '@hilo/domain/status.ts'
import { auditStatement } from '../../db/audit.ts'
import type { Tx } from '../../db/scope.ts'
import { strayTask } from '../../plant/box-reading.ts'
import type { PlantReading } from '../../plant/plant.ts'
import { recountBox } from '../box.ts'
import { addJob } from '../event-row.ts'
import { tell } from '../notices/notify.ts'
import type { Process } from '../process.ts'
import { writePort } from '../opening/reserve.ts'
import { inProcess } from '../tx.ts'
import { watchedEvent } from './watched-ports.ts'

interface StrayPort {
  id: number
  number: number
  cto_id: number
  cto_code: string
  state: PortState
  inventory_status: number
  assignment_status: number
  vno_id: number | null
  expected: string | null
  /** Somebody is at work in the box, or has the port. */
  busy: boolean
  now: Date
}

const selectPort = `select p.id, p.number, p.cto_id, c.code as cto_code, p.state, p.inventory_status, p.assignment_status, a.vno_id,
    x.ont_serial as expected, app_now() as now,
    exists (select from port_claim k where k.port_id = p.id)
      or exists (select from event e where e.cto_id = p.cto_id and ${watchedEvent}) as busy
  from port p join cto c on c.id = p.cto_id left join port_assignment a on a.port_id = p.id and a.ended_at is null
    left join access x on x.id = a.access_id
  where p.id = $1 for no key update of p`

const { disponible, asignado } = portState.is
const watched: readonly number[] = [disponible, asignado]

/** Alerts that a light gives, and nothing else. */
const ofLight = ['undeclared_occupation', 'unexpected_ont'] as const satisfies readonly (PortAlert & NoticeKind)[]
type LightAlert = (typeof ofLight)[number]

/** What the light says against the inventory; null when nothing does, or somebody is at work there. */
function alertOf(port: StrayPort, seen: PlantReading | null): LightAlert | null {
  if (port.busy || !watched.includes(port.state)) return null
  const { inventory_status: inventory, assignment_status: assignment, expected, state: last } = port
  const live = liveOf(seen, { assignment, expected })
  const found = portStateOf({ inventory, assignment, live, last })
  return ofLight.find((one) => one === found.alert) ?? null
}

async function report(sql: Tx, port: StrayPort, alert: LightAlert): Promise<void> {
  const state = portAfter(port.state, 'report')
  if (state === null) return
  const at = port.now.toISOString()
  const problem = { reason: portProblem.is.unavailable, code: condition.is.port_occupied, alert, event_id: null, at }
  await writePort(sql, port.id, {
    state,
    assignment: port.assignment_status,
    inventory: inventoryStatus.is.inventory_review,
    before: port.state,
    problem,
  })
  await recountBox(sql, port.cto_id)
  const { text, values } = auditStatement({
    actorId: null,
    accountType: 'system',
    vnoId: port.vno_id,
    call: 'process/stray',
    entity: 'port',
    entityId: port.id,
    before: { state: port.state },
    after: { state, alert },
    channel: 'system',
    device: '',
    address: '',
    requestId: `process/stray/${port.id}`,
  })
  await sql.rows(text, values)
  const payload = { cto_id: port.cto_id, cto_code: port.cto_code, port: port.number, at }
  const told = [null, ...(port.vno_id === null ? [] : [port.vno_id])]
  for (const vnoId of told)
    await tell(sql, { vnoId, technicalId: null, kind: alert, eventId: null, caseId: null, payload })
}

async function look({ reader }: Process, port: StrayPort): Promise<PlantReading | null> {
  try {
    const { readings } = await reader.readBox(port.cto_id, { purpose: 'process', maxAgeS: 0 })
    return readings.find(({ portId }) => portId === port.id) ?? null
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** One look may see a line that is being worked on: after ten minutes of business time somebody looks again. */
async function scheduleLook(sql: Tx, portId: number): Promise<void> {
  const key = `stray_look:${portId}`
  await addJob(sql, strayTask, key, { port_id: portId, again: true }, { at: { afterMs: darkAfterMs }, key })
}

const quiet = `select id from port where id = any($1::bigint[]) and state in (${disponible}, ${asignado}) order by id`

/** Ports at which an ONT has just come to light: those that nobody is known to use are looked at. */
export async function suspect(sql: Tx, portIds: readonly number[]): Promise<void> {
  if (portIds.length === 0) return
  for (const { id } of await sql.rows<{ id: number }>(quiet, [portIds])) await scheduleLook(sql, id)
}

/** The job: looks once more; what the OLT does not answer is seen by whoever reads the box next. */
export async function strayJob(process: Process, payload: unknown): Promise<void> {
  const { port_id: id, again } = payload as { port_id?: unknown; again?: unknown }
  if (typeof id !== 'number') throw new Error('a look at a port names none')
  const find = async (sql: Tx) => (await sql.rows<StrayPort>(selectPort, [id]))[0]
  const port = await inProcess(process.db, find)
  if (!port || port.busy || !watched.includes(port.state)) return
  if (again !== true) return await inProcess(process.db, (sql) => scheduleLook(sql, id))
  const seen = await look(process, port)
  await inProcess(process.db, async (sql) => {
    const now = await find(sql)
    const alert = now ? alertOf(now, seen) : null
    if (now && alert) await report(sql, now, alert)
  })
}
