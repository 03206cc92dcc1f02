/**
 * Checks the box of a closed intervention: after 15 minutes, after 24 hours, and on every alarm in between. A badly seated
 * connector lets go later, and only then does a customer who was switched off show whether there is light.
 */
import { withdrawalReasons, type WithdrawalReason } from '@hilo/domain/discharge.ts'
import { isBlamable } from '@hilo/domain/proof/judgement.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { followFindings } from '../cases/findings.ts'
import { closeLasting } from '../cases/open-cases.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { factsOf, look, type DecisiveReading } from '../ending/final-reading.ts'
import { auditProcess, lockEvent, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { compare, judgedReading, type Comparison, type DiffRow } from '../judging/compare.ts'
import type { Facts, WatchedRow } from '../judging/facts.ts'
import { recordJudgement } from '../judging/record.ts'
import { saveSnapshot } from '../opening/snapshot.ts'
import { eventIdOf, type Process } from '../process.ts'
import { withdrawDischarge } from '../reports/discharge.ts'
import { freezeReport } from '../reports/quality-report.ts'
import { redrawReport } from '../reports/redraw.ts'
import { inProcess } from '../tx.ts'
import { isLastLook, powerUnchecked, tellUnknown } from './unknown.ts'

/** `live`: an alarm between the two controls, or a work that ended in an error; freezes no report. */
type Control = 'live' | 'control_15min' | 'control_24h'
type Look = Omit<DecisiveReading, 'facts'>
const { finalized, cancelled, finalizedSync, canceledSync, error } = processState.is
const closed: readonly number[] = [finalized, cancelled, finalizedSync, canceledSync]
/** Closed or cancelled. A work in error has no report yet, so it is only read. */
const isDue = ({ process_state: state }: EventRow, phase: Control) =>
  closed.includes(state) || (state === error && phase === 'live')
/**
 * Milliseconds between tries while the OLT does not answer: ten minutes during the first hour, then longer, for a day. A
 * longer outage is left to people.
 */
const soonMs = 10 * 60_000
const laterMs = 60 * 60_000
const soonTries = 6
/** An OLT that measures powers only now and then has measured them again after so long, ms. */
const freshPowersMs = 16 * 60_000
const mostTries = soonTries + 24

function controlOf(payload: unknown): { phase: Control; tried: number } {
  const { phase, tried } = payload as { phase?: unknown; tried?: unknown }
  if (phase !== 'live' && phase !== 'control_15min' && phase !== 'control_24h')
    throw new Error('a control names no phase')
  return { phase, tried: typeof tried === 'number' ? tried : 0 }
}

/** The customer that the work was for, watched from its end on. */
const isOwnCustomer = (event: EventRow, { worked, access_id }: WatchedRow) =>
  worked || (access_id !== null && access_id === event.access_id)

/** Kinds of a loss of power, which begins at the last good reading. */
const isLoss = ({ class: found, doubt }: DiffRow) =>
  found === 'degradado' || doubt === 'common_loss' || doubt === 'weak_before'

/** True if it began, or may have begun, before the closing; power that the decisive reading found was lost after it. */
function isBeforeEnd(one: DiffRow, { judged, after_id }: Facts, closedAt: Date): boolean {
  if (one.at === null) return false
  if (isLoss(one) && after_id !== null && judged) return new Date(one.at) < new Date(judged.taken_at)
  return new Date(one.at) <= closedAt
}

/**
 * Findings that withdraw the discharge code: harm, and doubt about the time before the closing. What is undecided and happened
 * after it withdraws nothing: the code was earned before.
 */
function withdrawal({ diff }: Comparison, event: EventRow, facts: Facts, closedAt: Date): WithdrawalReason | null {
  const own = new Set(facts.watched.filter((one) => isOwnCustomer(event, one)).map(({ port }) => port))
  const against = diff.filter((one) => {
    const { class: found, port, blame, works } = one
    // The code vouches for the neighbours, not for the customer of the work.
    if (own.has(port)) return false
    if (isBeforeEnd(one, facts, closedAt)) return isBlamable(found) || found === 'no_concluyente'
    // After the closing another work may be the cause: only a finding attributed to this work alone withdraws the code.
    return blame && works.length === 1 && works[0] === event.id
  })
  return withdrawalReasons.find((reason) => against.some(({ class: found }) => found === reason)) ?? null
}

/** Stores the control, notifies what is new, and withdraws the code if a neighbour was harmed. */
async function keep(sql: Tx, event: EventRow, phase: Control, { reading, sweptAt }: Look): Promise<void> {
  const facts = await factsOf(sql, event)
  const { process_state: state, resume_state } = event
  const cancels = state === cancelled || state === canceledSync || (state === error && resume_state === cancelled)
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
    await redrawReport(sql, event.id)
  }
  // A fall after the end that a later work may have caused is notified by the latest work only.
  const closedAt = new Date(facts.works.find(({ id }) => id === event.id)?.to ?? now)
  const isLatest = (works: readonly number[]) => Math.max(...works) <= event.id
  const judged = comparison.diff.map((one) => ({
    ...one,
    losses: one.losses.filter(({ at, works }) => new Date(at) <= closedAt || isLatest(works)),
  }))
  const own = news.filter((one) => one.at === null || isBeforeEnd(one, facts, closedAt) || isLatest(one.works))
  await followFindings(sql, event, judged, own)
  await closeLasting(sql, reading)
  if (await isLastLook(sql, event, phase)) await tellUnknown(sql, event, comparison.diff, facts)
  else if (phase === 'control_15min' && powerUnchecked(comparison.diff, facts).length > 0)
    await schedule(
      sql,
      'process.control',
      event.id,
      { phase: 'live' },
      { at: { afterMs: freshPowersMs }, key: `control:${event.id}` },
    )
  const reason = withdrawal(comparison, event, facts, closedAt)
  if (reason) await withdrawDischarge(sql, event.id, { at: now, reason })
}

/** No further control, or the OLT has not answered for a day: what the closing left unknown stays unknown. */
async function giveUp(sql: Tx, event: EventRow, phase: Control): Promise<void> {
  if (!(await isLastLook(sql, event, phase))) return
  const facts = await factsOf(sql, event)
  await tellUnknown(sql, event, compare(facts, judgedReading(facts)).diff, facts)
}

const wasDone = `select ($2::text <> 'live' and exists (select from neighbour_snapshot where event_id = $1 and phase = $2))::text`
// The operator may have switched this control off.
const isWanted = `select ($2::text = 'live' or coalesce(setting_of($1, 'controls') @> to_jsonb($2::text), true))::text`

/** Reads every neighbour of the closed intervention again. */
export async function controlJob(process: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const { phase, tried } = controlOf(payload)
  const due = async (sql: Tx) => {
    const event = await lockEvent(sql, id)
    if (!event || !isDue(event, phase)) return null
    return (await sql.json(wasDone, [id, phase])) === 'true' ? null : event
  }
  const facts = await inProcess(process.db, async (sql) => {
    const event = await due(sql)
    if (!event) return null
    if ((await sql.json(isWanted, [event.vno_id, phase])) === 'true') return await factsOf(sql, event)
    await giveUp(sql, event, phase)
    return null
  })
  if (!facts) return
  const looked = await look(process, facts)
  await inProcess(process.db, async (sql) => {
    const event = await due(sql)
    if (!event) return
    if (!(looked instanceof Problem)) return await keep(sql, event, phase, looked)
    if (tried + 1 >= mostTries) return await giveUp(sql, event, phase)
    const again = { at: { afterMs: tried + 1 < soonTries ? soonMs : laterMs }, key: `${phase}:${id}` }
    await schedule(sql, 'process.control', id, { phase, tried: tried + 1 }, again)
  })
}
