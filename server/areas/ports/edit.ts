/** Corrections of a port's inventory by the neutral operator. */
import type { Input } from '@hilo/contract/index.ts'
import { handMove, type HandMove } from '@hilo/domain/inventory.ts'
import { portStateOf, type LiveReading, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'
import { onlyNeutral } from '../../kernel/principal.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { WriteHandler } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import { heldProblem, missingDetail } from '../../kernel/validation.ts'
import { recountBox } from '../../process/box.ts'
import { endAssignment, writePort } from '../../process/port-row.ts'
import {
  assignPort,
  labelTaken,
  lockForEdit,
  occupyPort,
  occupantOf,
  placeAccess,
  placeDrop,
  settleProblems,
  tellPort,
  vnoThere,
} from './edit-queries.ts'
import { lockedRecord, recordAnswer } from '../shared/edit.ts'
import { ports } from './list.ts'

type Asked = Input<'admin_vno/ports/edit'>

interface Port {
  id: number
  cto_id: number
  version: number
  label: string
  state: PortState
  state_before: PortState | null
  inventory_status: number
  assignment_status: number
  splitter_leg: number
  problem: object | null
  live: LiveReading
  vno_id: number | null
  access_id: number | null
  /** An intervention holds it. */
  claimed: boolean
  now: string
}

/** The new values of a port, and its state move if any. */
interface Change {
  state: PortState
  before: PortState | null
  inventory: number
  assignment: number
  problem: object | null
  move: HandMove | null
}

function problemOf({ problem }: Asked, port: Port, userId: number): object | null {
  if (problem === undefined) return port.problem
  if (problem === null) return null
  const { reason, code = null } = problem
  return { reason, code, reported_by: userId, event_id: null, at: port.now }
}

/** @throws Problem PORT_BAD_STATE for a move not allowed by hand, IN_USE while work is open on the port or a customer has it */
function changeOf(asked: Asked, port: Port, userId: number): Change {
  const reported = asked.problem != null && asked.inventory_status === undefined
  const inventory = reported ? inventoryStatus.is.inventory_review : (asked.inventory_status ?? port.inventory_status)
  const assignment = asked.assignment_status ?? port.assignment_status
  const same = inventory === port.inventory_status && assignment === port.assignment_status
  const { state } = same ? port : portStateOf({ inventory, assignment, live: port.live, last: port.state })
  const problem = problemOf(asked, port, userId)
  const review = portState.is.pendiente_revision
  if (state === port.state) {
    if (problem === null && port.problem !== null && state === review) throw new Problem('PORT_BAD_STATE')
    return { state, before: port.state_before, inventory, assignment, problem, move: null }
  }
  const move = handMove(port.state, state, port.state_before)
  if (move === null) throw new Problem('PORT_BAD_STATE')
  if (port.claimed) throw heldProblem('IN_USE', 'port', text('inUse.portWork'))
  if (move === 'release' && port.access_id !== null) throw heldProblem('IN_USE', 'port', text('inUse.portCustomer'))
  const stays = state === review || state === portState.is.defectuoso
  return {
    state,
    before: state === review ? port.state : null,
    inventory,
    assignment,
    problem: stays ? problem : null,
    move,
  }
}

const needs = (field: string) => new Problem('VALIDATION', { details: [missingDetail(field)] })

/** Turns an undeclared occupation into a regular access. */
async function regularise(sql: Tx, port: Port, { vno_id, access_id, drop_id }: Asked): Promise<void> {
  if (vno_id === undefined) throw needs('vno_id')
  if (access_id === undefined) throw needs('access_id')
  if (drop_id === undefined) throw needs('drop_id')
  const found = await sql.json(occupantOf, [access_id, drop_id, vno_id])
  if (found === null) throw new Problem('NOT_FOUND')
  const { busy } = JSON.parse(found) as { busy: boolean }
  if (busy) throw heldProblem('IN_USE', 'access_id', text('inUse.accessElsewhere'))
  await sql.rows(assignPort, [port.id, vno_id])
  await sql.rows(occupyPort, [port.id, access_id, drop_id])
  await sql.rows(placeAccess, [access_id, port.id, port.cto_id])
  await sql.rows(placeDrop, [drop_id, port.id, access_id])
}

const isFor: readonly number[] = [
  assignmentStatus.is.assigned,
  assignmentStatus.is.reserved,
  assignmentStatus.is.connection_cord_dedication,
  assignmentStatus.is.reserve_for_inquiry,
  assignmentStatus.is.technical_reserve,
]

/** @throws Problem VALIDATION for a holder without the state that gives the port to it: the holder would be dropped in silence */
function assertSameHolder({ vno_id, access_id, drop_id }: Asked, port: Port): void {
  const isOther = (vno_id ?? port.vno_id) !== port.vno_id || (access_id ?? port.access_id) !== port.access_id
  if (isOther || drop_id !== undefined) throw needs('assignment_status')
}

/** Sets the port's holder. */
async function settle(sql: Tx, port: Port, asked: Asked, { state, assignment, move }: Change): Promise<void> {
  if (asked.vno_id !== undefined && port.vno_id !== null && port.vno_id !== asked.vno_id)
    throw new Problem('PORT_NOT_AVAILABLE')
  if (move === 'regularise') return await regularise(sql, port, asked)
  const isGiven = move === 'assign' && isFor.includes(assignment)
  if (!isGiven) assertSameHolder(asked, port)
  if (state === portState.is.disponible) return await endAssignment(sql, port.id)
  if (!isGiven) return
  if (asked.vno_id === undefined) throw needs('vno_id')
  if ((await sql.json(vnoThere, [asked.vno_id])) === null) throw new Problem('NOT_FOUND')
  await sql.rows(assignPort, [port.id, asked.vno_id])
}

const outcomes: Partial<Record<HandMove, string>> = { clear: 'healthy', regularise: 'healthy', confirm: 'damaged' }

export const portEdit = {
  'admin_vno/ports/edit': (async (context, asked) => {
    const { sql, principal, audit } = context
    onlyNeutral(principal)
    const [found] = await sql.rows<Port>(lockForEdit, [asked.id])
    const port = await lockedRecord(context, ports, asked, found)
    const label = asked.label ?? port.label
    if (label !== port.label && (await sql.json(labelTaken, [label, port.id])) === 'true')
      throw new Problem('LABEL_DUPLICATE')
    const change = changeOf(asked, port, principal.user.id)
    const { state, before, inventory, assignment, problem, move } = change
    const leg = asked.splitter_leg ?? port.splitter_leg
    const facts = { state_before: before, inventory_status: inventory, assignment_status: assignment, problem }
    await writePort(sql, port.id, { ...facts, state, label, splitter_leg: leg }, move === null ? {} : { cause: move })
    await settle(sql, port, asked, change)
    const outcome = move === null ? undefined : outcomes[move]
    if (outcome !== undefined)
      await sql.rows(settleProblems, [port.id, outcome, asked.reason ?? null, principal.user.id])
    await recountBox(sql, port.cto_id)
    await sql.rows(tellPort, [port.id])
    const { claimed: _claimed, live: _live, now: _now, ...was } = port
    audit({ entity: 'port', entityId: port.id, before: was, after: { ...asked, ...change } })
    return recordAnswer(context, ports, port.id)
  }) satisfies WriteHandler<'admin_vno/ports/edit'>,
}
