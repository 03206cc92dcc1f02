import type { Input } from '@hilo/contract/index.ts'
import { limits, powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import { portAfter, type PortMove, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, eventType, inventoryStatus, portState, resultFlag } from '@hilo/domain/status.ts'
import { onlyNeutral } from '../../kernel/principal.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { WriteContext, WriteHandler } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import { heldProblem, missingDetail } from '../../kernel/validation.ts'
import { recountBox } from '../../process/box.ts'
import { writePort } from '../../process/port-row.ts'
import { lockedRecord, recordAnswer } from '../shared/edit.ts'
import { ports } from './list.ts'

type Asked = Input<'admin_vno/ports/verify'>
interface Found {
  id: number
  cto_id: number
  state: PortState
  state_before: PortState | null
  assignment_status: number
  version: number
  optic: OpticClass
  /** An assignment that has not ended holds it: a customer or a reservation. */
  held: boolean
  /** dBm, last measured by a technician since the port's last change of state. */
  measured: number | null
}

const lockPort = 'select id from port where id = $1 for no key update'
const selectPort = `
  select p.id, p.cto_id, p.state, p.state_before, p.assignment_status, p.version, o.optic_class as optic,
    exists (select from port_assignment a where a.port_id = p.id and a.ended_at is null) as held,
    (select e.power_dbm from event e where e.port_id = p.id and e.type = ${eventType.is.createListener} and e.power_dbm is not null
      and e.touched_at > coalesce(p.last_change_at, '-infinity') order by e.touched_at desc limit 1)::float8 as measured
  from port p join cto c on c.id = p.cto_id join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id where p.id = $1`
// A repair does not change problems confirmed before.
const settle = `
  update port_problem set outcome = $2, note = $3, verified_by = $4, verified_at = app_now()
  where port_id = $1 and verified_at is null`

const moves: Readonly<Record<Asked['outcome'], PortMove>> = {
  healthy: 'clear',
  damaged: 'confirm',
  repaired: 'repair',
}

/** State after the review; a customer ceased meanwhile is not restored. */
function next({ outcome }: Asked, port: Found): PortState {
  const before = port.held ? port.state_before : portState.is.disponible
  const to = portAfter(port.state, moves[outcome], before)
  if (to === null) throw new Problem('PORT_BAD_STATE')
  if (to === portState.is.disponible && port.held) throw heldProblem('IN_USE', 'port', text('inUse.portCustomer'))
  return to
}

/** A repaired port needs a new measurement. */
function measure({ outcome, power_dbm }: Asked, { optic, measured }: Found): number | null {
  if (outcome !== 'repaired') return null
  if (power_dbm === undefined && measured === null)
    throw new Problem('VALIDATION', { details: [missingDetail('power_dbm')] })
  const power = power_dbm === undefined ? measured : power_dbm
  if (powerLevel(power, limits('cto_port', optic)) === 'bloqueo') throw new Problem('POWER_OUT_OF_RANGE')
  return power
}

async function portFor(context: WriteContext, { port_id: id, version }: Asked): Promise<Found> {
  await context.sql.rows(lockPort, [id])
  const [port] = await context.sql.rows<Found>(selectPort, [id])
  return await lockedRecord(context, ports, { id, version }, port)
}

async function write(sql: Tx, port: Found, asked: Asked, userId: number): Promise<PortState> {
  const to = next(asked, port)
  const power = measure(asked, port)
  const damaged = to === portState.is.defectuoso
  const free = to === portState.is.disponible
  const assignment = free
    ? assignmentStatus.is.available
    : damaged && !port.held
      ? assignmentStatus.is.defective
      : port.assignment_status
  const inventory = damaged ? inventoryStatus.is.defective : inventoryStatus.is.available
  const readings = power === null ? undefined : { power_dbm: power }
  const facts = { assignment_status: assignment, inventory_status: inventory, state_before: null }
  const patch = { ...facts, state: to, ...(!damaged && { problem: null }) }
  await writePort(sql, port.id, patch, { cause: `verify_${asked.outcome}`, readings })
  await sql.rows(settle, [port.id, asked.outcome, asked.reason, userId])
  await recountBox(sql, port.cto_id)
  return to
}

export const portActions = {
  'admin_vno/ports/verify': (async (context, asked) => {
    const { sql, principal, audit } = context
    onlyNeutral(principal)
    const port = await portFor(context, asked)
    const state = await write(sql, port, asked, principal.user.id)
    await sql.rows(
      `select changed('ports', p.id, p.version, a.vno_id, null)
       from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $1`,
      [port.id],
    )
    const { outcome, reason } = asked
    audit({ entity: 'port', entityId: port.id, before: { state: port.state }, after: { state, outcome, reason } })
    return recordAnswer(context, ports, port.id, resultFlag.is.success)
  }) satisfies WriteHandler<'admin_vno/ports/verify'>,
}
