/** Ports of a hair change: which the box offers, and the move of the work. */
import { portObstacle } from '@hilo/domain/hair-change.ts'
import { stepsAtPort } from '@hilo/domain/port-change.ts'
import type { PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState, type HairDecision } from '@hilo/domain/status.ts'
import type { Sql, Tx } from '../../kernel/sql/scope.ts'
import { patchEvent, type EventRow, type StepRow } from '../event-row.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { leavePort, reservePort } from '../opening/reserve.ts'
import { judgedStep, stepFacts } from '../steps/step-facts.ts'

export interface HairRow {
  id: number
  event_id: number
  port_from_id: number
  port_to_id: number | null
  reason: number
  condition_code: number | null
  asked_at: Date
  /** The requester. */
  asked_by: number | null
  waiting: boolean
  decision: HairDecision | null
  port_assigned_id: number | null
  expires_at: Date | null
}
export interface NearBox {
  cto_id: number
  cto_code: string
  distance_m: number
  free_ports: number
}
interface BoxChoice {
  cto: { id: number; code: string; state: number }
  tx_dbm: number
  ratio: string
  feeder_m: number
  ports: {
    id: number
    number: number
    state: PortState
    /** Another intervention holds it. */
    claimed: boolean
    /** An ONT answers there although none is declared. */
    lit: boolean
    reserved_until: string | null
  }[]
  near: NearBox[]
}

/** Null if there is no such box. */
export async function boxChoice(sql: Sql, ctoId: number, eventId: number | null): Promise<BoxChoice | null> {
  const found = await sql.json('select port_choice($1::bigint, $2::bigint)', [ctoId, eventId])
  return found === null ? null : (JSON.parse(found) as BoxChoice)
}

/** Available ports: their ids in order of port number. */
export function freePortsOf({ ports }: BoxChoice): number[] {
  return ports.filter((one) => portObstacle(one.state, one) === null).map(({ id }) => id)
}

/** The steps moved to the granted port, whose port check is done. */
function followed(steps: readonly StepRow[], number: number): StepRow[] {
  return stepsAtPort(steps, number).map((one) =>
    one.step === 'port_available' ? { ...one, data: { ...one.data, port_number: number, found: 'libre' } } : one,
  )
}

const workable: readonly number[] = [processState.is.created, processState.is.wronglyFinalized]

/**
 * Moves the intervention to another port and releases the old one to review.
 * @throws Problem PORT_NOT_AVAILABLE, EVENT_BAD_STATE if the intervention is not open
 */
export async function grantPort(sql: Tx, work: EventRow, hair: HairRow, portId: number): Promise<EventRow> {
  if (!workable.includes(work.process_state)) throw new Problem('EVENT_BAD_STATE')
  const choice = await boxChoice(sql, work.cto_id, work.id)
  const port = choice?.ports.find(({ id }) => id === portId)
  if (!choice || !port || !freePortsOf(choice).includes(portId)) throw new Problem('PORT_NOT_AVAILABLE')
  await reservePort(sql, work, portId)
  const now = await businessNow(sql)
  const { reason, condition_code: code } = hair
  const report = {
    reason,
    code,
    reported_by: hair.asked_by,
    event_id: work.id,
    request_id: hair.id,
    at: now.toISOString(),
  }
  await leavePort(sql, work, hair.port_from_id, report)
  const steps = followed(work.steps, port.number)
  const known: EventRow = { ...work, port_id: portId, power_dbm: null, steps }
  const [chosen] = steps.filter(({ step }) => step === 'port_available')
  if (chosen && chosen.status !== 'iddle')
    chosen.checks = judgedStep(
      'port_available',
      chosen.data,
      await stepFacts(sql, known, 'port_available', chosen.data),
    )
  return await orPortTaken(patchEvent(sql, work, { port_id: portId, steps, power_dbm: null }))
}

/** An intervention that is just opening may have the port without a claim row yet. */
async function orPortTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const lost = error instanceof Error && 'constraint' in error && error.constraint === 'event_open_port'
    throw lost ? new Problem('PORT_NOT_AVAILABLE') : error
  }
}
