/** Two more looks at the box of a closed intervention: a connector that was badly seated lets go later. */
import { verdictOf } from '@hilo/domain/neighbours.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { openCase } from '../cases/cases.ts'
import { compare, type DiffRow, type Facts } from '../judging/compare.ts'
import { auditProcess, lockEvent, schedule, type EventRow } from '../event-row.ts'
import { eventIdOf, type Process } from '../process.ts'
import { businessNow, factsOf, look } from '../ending/final-reading.ts'
import { freezeReport } from '../reports/quality-report.ts'
import { saveSnapshot } from '../opening/snapshot.ts'
import { inProcess } from '../tx.ts'

type Control = 'control_15min' | 'control_24h'
const { finalized, cancelled, finalizedSync, canceledSync } = processState.is
const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]
/** Between two tries when the OLT does not answer, and how often. */
const retryMs = 10 * 60_000
const most = 6

function controlOf(payload: unknown): { phase: Control; tried: number } {
  const { phase, tried } = payload as { phase?: unknown; tried?: unknown }
  if (phase !== 'control_15min' && phase !== 'control_24h') throw new Error('a control names no phase')
  return { phase, tried: typeof tried === 'number' ? tried : 0 }
}

/**
 * Ports that had light when the intervention closed, and have lost it without anybody switching off. Nobody listens any more,
 * so an ONT that only fell silent says nothing of the fibre: in a day half of the customers switch off, some without a gasp.
 */
function lateCuts(facts: Facts, diff: readonly DiffRow[], reading: BoxAnswer): DiffRow[] {
  const atClose = new Map(facts.judged?.items.map((item) => [item.port, item.state]))
  const now = new Map(reading.readings.map((one) => [one.port, one]))
  return diff.filter(
    ({ port, class: found }) =>
      found === 'desconectado' &&
      atClose.get(port) === 'online' &&
      now.get(port)?.state !== 'offline' &&
      now.get(port)?.lastDownCause !== 'dying_gasp',
  )
}

const workedSince = `
  select worked_between(cto_id, coalesce((listener->>'closed_at')::timestamptz, finished_at), $2::timestamptz)::text from event
  where id = $1`

/** What fell after somebody else had worked in the box is his: his own intervention looks after it. */
async function ownCuts(sql: Tx, eventId: number, late: readonly DiffRow[], reading: BoxAnswer): Promise<DiffRow[]> {
  const own: DiffRow[] = []
  for (const one of late) {
    const fell = reading.readings.find(({ port }) => port === one.port)?.lastDownAt ?? reading.takenAt
    if ((await sql.json(workedSince, [eventId, fell])) !== 'true') own.push(one)
  }
  return own
}

async function keep(
  sql: Tx,
  event: EventRow,
  phase: Control,
  { reading, upstream }: { reading: BoxAnswer; upstream: boolean },
): Promise<void> {
  const facts = await factsOf(sql, event)
  const { diff, counters } = compare(facts, reading, upstream)
  const late = await ownCuts(sql, event.id, lateCuts(facts, diff, reading), reading)
  const saved = await saveSnapshot(sql, { eventId: event.id, ctoId: event.cto_id, phase }, reading)
  failpoint('close.control')
  await freezeReport(sql, event, {
    diff: diff.map((one) => ({ ...one, blame: late.includes(one) })),
    counters,
    verdict: verdictOf(diff.map((one) => one.class)),
    override: null,
    before_id: event.before_snapshot_id,
    after_id: saved.id,
    frozen_at: await businessNow(sql),
    code: null,
  })
  for (const { port, port_id: portId, class: found } of late) {
    const fell = reading.readings.find((one) => one.port === port)?.lastDownAt
    await openCase(sql, event, { portId, class: found, detectedAt: fell ?? reading.takenAt })
  }
  await auditProcess(sql, event, phase, { snapshot_id: saved.id, late_cuts: late.map(({ port }) => port) })
}

// Or its operator wants no such look.
const wasDone = `select (exists (select from neighbour_snapshot where event_id = $1 and phase = $2)
  or not coalesce(setting_of($3, 'controls') @> to_jsonb($2::text), true))::text`

/** Reads every neighbour of the closed intervention once more. */
export async function controlJob(process: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const { phase, tried } = controlOf(payload)
  const due = async (sql: Tx) => {
    const event = await lockEvent(sql, id)
    if (!event || !closed.includes(event.process_state)) return null
    return (await sql.json(wasDone, [id, phase, event.vno_id])) === 'true' ? null : event
  }
  const facts = await inProcess(process.db, async (sql) => {
    const event = await due(sql)
    return event && (await factsOf(sql, event))
  })
  if (!facts) return
  const seen = await look(process, facts)
  await inProcess(process.db, async (sql) => {
    const event = await due(sql)
    if (!event) return
    if (!(seen instanceof Problem)) return await keep(sql, event, phase, seen)
    if (tried + 1 >= most) return
    const again = { at: { afterMs: retryMs }, key: `${phase}:${id}` }
    await schedule(sql, 'process.control', id, { phase, tried: tried + 1 }, again)
  })
}
