import type { Input } from '@hilo/contract/index.ts'
import { limits, powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import { portAfter, type PortMove, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, inventoryStatus, portState, resultFlag } from '@hilo/domain/status.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import type { Tx } from '../../db/scope.ts'
import { JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { text } from '../../http/texts.ts'
import { heldProblem, missingDetail } from '../../http/validation.ts'
import { recountBox } from '../../process/box.ts'
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
  /** Somebody's customer or promise hangs there. */
  held: boolean
  /** Last measured by a technician since the problem was told. */
  measured: number | null
}

const lockPort = 'select id from port where id = $1 for no key update'
const selectPort = `
  select p.id, p.cto_id, p.state, p.state_before, p.assignment_status, p.version, o.optic_class as optic,
    exists (select from port_assignment a where a.port_id = p.id and a.ended_at is null) as held,
    (select e.power_dbm from event e where e.port_id = p.id and e.type = 1 and e.power_dbm is not null
      and e.touched_at > coalesce(p.last_change_at, '-infinity') order by e.touched_at desc limit 1)::float8 as measured
  from port p join cto c on c.id = p.cto_id join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id where p.id = $1`
const writePort = `
  update port set state = $2, assignment_status = $3, inventory_status = $4, state_before = null,
    problem = case when $5::boolean then null else problem end, last_change_at = app_now(), updated_at = app_now(), version = version + 1
  where id = $1 and set_config('app.port_change', $6, true) is not null
  returning version`
// A repair says nothing new of a problem that was confirmed before.
const settle = `
  update port_problem set outcome = $2, note = $3, verified_by = $4, verified_at = app_now()
  where port_id = $1 and verified_at is null`

const moves: Readonly<Record<Asked['outcome'], PortMove>> = {
  healthy: 'clear',
  damaged: 'confirm',
  repaired: 'repair',
}

/** Where the port goes; a customer who has left meanwhile is nobody to go back to. */
function next({ outcome }: Asked, port: Found): PortState {
  const before = port.held ? port.state_before : portState.is.disponible
  const to = portAfter(port.state, moves[outcome], before)
  if (to === null) throw new Problem('PORT_BAD_STATE')
  if (to === portState.is.disponible && port.held) throw heldProblem('IN_USE', 'port', text('inUse.portCustomer'))
  return to
}

/** A repaired port has to be measured again. */
function measure({ outcome, power_dbm }: Asked, { optic, measured }: Found): number | null {
  if (outcome !== 'repaired') return null
  if (power_dbm === undefined && measured === null)
    throw new Problem('VALIDATION', { details: [missingDetail('power_dbm')] })
  const power = power_dbm === undefined ? measured : power_dbm
  if (powerLevel(power, limits('cto_port', optic)) === 'bloqueo') throw new Problem('POWER_OUT_OF_RANGE')
  return power
}

async function portFor({ sql, principal }: WriteContext, { port_id, version }: Asked): Promise<Found> {
  await sql.rows(lockPort, [port_id])
  const [port] = await sql.rows<Found>(selectPort, [port_id])
  if (!port) throw new Problem('NOT_FOUND')
  if (version !== undefined && version !== port.version) {
    const record = JSON.parse(await recordOf(ports, sql, principal, port_id)) as unknown
    throw new Problem('VERSION_CONFLICT', { record })
  }
  return port
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
  const said = JSON.stringify({ cause: `verify_${asked.outcome}`, readings })
  await sql.rows(writePort, [port.id, to, assignment, inventory, !damaged, said])
  await sql.rows(settle, [port.id, asked.outcome, asked.reason, userId])
  await recountBox(sql, port.cto_id)
  return to
}

export const portActions = {
  'admin_vno/ports/verify': (async (context, asked) => {
    const { sql, principal, audit } = context
    if (principal.account_type !== 'ad') throw new Problem('PRIVILEGE_DENIED')
    const port = await portFor(context, asked)
    const state = await write(sql, port, asked, principal.user.id)
    await sql.rows(
      `select changed('ports', p.id, p.version, a.vno_id, null)
       from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $1`,
      [port.id],
    )
    const { outcome, reason } = asked
    audit({ entity: 'port', entityId: port.id, before: { state: port.state }, after: { state, outcome, reason } })
    const record = recordStatement(ports, principal, port.id)
    return new JsonAfter(`{"result_flag":${resultFlag.is.success},"record":`, record, '}')
  }) satisfies WriteHandler<'admin_vno/ports/verify'>,
}
