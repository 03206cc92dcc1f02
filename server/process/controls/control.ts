/**
 * Looks at the box of a closed intervention: 15 minutes and a day later, and when an alarm comes in between. A connector that was
 * badly seated lets go later, and a neighbour who was switched off shows only then whether he has light.
 */
import { withdrawalReasons, type WithdrawalReason } from '@hilo/domain/discharge.ts'
import { isBlamable } from '@hilo/domain/proof/judgement.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { followFindings } from '../cases/findings.ts'
import { businessNow, factsOf, look, type Decisive } from '../ending/final-reading.ts'
import { auditProcess, lockEvent, schedule, type EventRow } from '../event-row.ts'
import { compare, type Comparison } from '../judging/compare.ts'
import { recordJudgement } from '../judging/record.ts'
import { saveSnapshot } from '../opening/snapshot.ts'
import { eventIdOf, type Process } from '../process.ts'
import { withdrawDischarge } from '../reports/discharge.ts'
import { freezeReport } from '../reports/quality-report.ts'
import { inProcess } from '../tx.ts'

/** `live`: an alarm came between the controls. */
type Control = 'live' | 'control_15min' | 'control_24h'
type Look = Omit<Decisive, 'facts'>
const { finalized, cancelled, finalizedSync, canceledSync } = processState.is
const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]
/** Between two tries when the OLT does not answer, and how often. */
const retryMs = 10 * 60_000
const most = 6

function controlOf(payload: unknown): { phase: Control; tried: number } {
  const { phase, tried } = payload as { phase?: unknown; tried?: unknown }
  if (phase !== 'live' && phase !== 'control_15min' && phase !== 'control_24h')
    throw new Error('a control names no phase')
  return { phase, tried: typeof tried === 'number' ? tried : 0 }
}

/** Findings that no code survives. What nobody can decide withdraws nothing: the code was earned before it happened. */
function withdrawal({ diff }: Comparison, event: EventRow, closedAt: Date): WithdrawalReason | null {
  const against = diff.filter(({ class: found, at, blame, works }) => {
    if (!isBlamable(found)) return false
    // After the closing another work may have done it: only what is this work's alone takes the code back.
    return (at !== null && new Date(at) <= closedAt) || (blame && works.length === 1 && works[0] === event.id)
  })
  return withdrawalReasons.find((reason) => against.some(({ class: found }) => found === reason)) ?? null
}

/** Says what the box shows now, tells what is new of it, and withdraws the code where a neighbour was harmed. */
async function keep(sql: Tx, event: EventRow, phase: Control, { reading, sweptAt }: Look): Promise<void> {
  const facts = await factsOf(sql, event)
  const cancels = event.process_state === cancelled || event.process_state === canceledSync
  const comparison = compare(facts, reading, { sweptAt, cancels })
  const news = await recordJudgement(sql, event, phase, comparison)
  const now = await businessNow(sql)
  failpoint('close.control')
  if (phase !== 'live') {
    const saved = await saveSnapshot(sql, { eventId: event.id, ctoId: event.cto_id, phase }, reading)
    const { diff, counters, verdict } = comparison
    const sides = { before_id: event.before_snapshot_id, after_id: saved.id }
    await freezeReport(sql, event, { diff, counters, verdict, ...sides, override: null, frozen_at: now, code: null })
    await auditProcess(sql, event, phase, { snapshot_id: saved.id, news: news.map(({ port }) => port) })
  }
  // What fell after the end, and may be a later work's, is told by the latest of them alone.
  const closedAt = event.finished_at ?? now
  const own = news.filter(({ at, works }) => at === null || new Date(at) <= closedAt || Math.max(...works) <= event.id)
  await followFindings(sql, event, own)
  const reason = withdrawal(comparison, event, closedAt)
  if (reason) await withdrawDischarge(sql, event.id, { at: now, reason })
}

// Or its operator wants no such look.
const wasDone = `select ($2::text <> 'live' and (exists (select from neighbour_snapshot where event_id = $1 and phase = $2)
  or not coalesce(setting_of($3, 'controls') @> to_jsonb($2::text), true)))::text`

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
