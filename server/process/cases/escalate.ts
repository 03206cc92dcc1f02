/** The notice stages of a case. Before each, the box is read: a stage is skipped if the light is back or the cut is explained. */
import { eventTimes } from '@hilo/domain/event.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import { failpoint } from '../../failpoint.ts'
import { askInProcess, inProcess } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { compare, type DiffRow } from '../judging/compare.ts'
import { factsOfEvent } from '../judging/facts.ts'
import { eventIdOf, type ProcessTasks } from '../process.ts'
import { isAccused } from '../watching/live-board.ts'
import { observeBox } from '../watching/observe.ts'
import { lockWatched } from '../watching/watched-ports.ts'
import { audiences, type Stage } from './case-notices.ts'
import { liveCase, notifyStage, openCase } from './cases.ts'
import { awaitedCase } from './open-cases.ts'

function payloadOf(payload: unknown): { portId: number; stage: Stage } {
  const { port_id: portId, stage } = payload as { port_id?: unknown; stage?: unknown }
  const known = (Object.keys(audiences) as Stage[]).find((one) => one === stage)
  if (typeof portId !== 'number' || !known) throw new Error('a notice names no port or no stage')
  return { portId, stage: known }
}

/** Judges a port with all evidence so far, before its operator is notified. */
async function judgeNow(sql: Tx, eventId: number, portId: number, cut: number): Promise<DiffRow | undefined> {
  const facts = await factsOfEvent(sql, eventId)
  if (!facts) return undefined
  const takenAt = new Date(Math.max(Date.parse(facts.now), cut + eventTimes.notices.operators))
  return compare(facts, { takenAt, readings: [] }).diff.find((one) => one.port_id === portId)
}

/** The operators are notified only while the cut lasts and nothing else explains it. */
async function notifyOperators(sql: Tx, eventId: number, portId: number): Promise<void> {
  const watched = await lockWatched(sql, eventId)
  const port = watched?.ports.find((one) => one.port_id === portId)
  if (!watched || !port || port.down_at === null || !isAccused(port)) return
  const found = await judgeNow(sql, eventId, portId, port.down_at)
  if (found && isHarm(found.class))
    await openCase(sql, watched.event, {
      portId,
      class: found.class,
      detectedAt: new Date(found.at ?? Date.now()),
      technicalId: found.technical_id,
    })
}

/** Box of a port that is dark or has an open case; nobody has to be notified of another one. */
const awaitedBox = `select e.cto_id::text from event e where e.id = $1 and (
  exists (select from event_neighbour n where n.event_id = e.id and n.port_id = $2 and n.down_at is not null)
  or exists (select from neighbour_case k where k.event_id = e.id and k.port_id = $2 and ${awaitedCase}))`

export const caseTasks: ProcessTasks = (process) => ({
  'process.escalate': async (payload) => {
    const eventId = eventIdOf(payload)
    const { portId, stage } = payloadOf(payload)
    const ctoId = await askInProcess(process.db, awaitedBox, [eventId, portId])
    if (ctoId === null) return
    // An alarm may be late or lost, a line mended without one, and an ONT may answer at another PON.
    await observeBox(process, eventId, Number(ctoId))
    await inProcess(process.db, async (sql) => {
      if (stage === 'operators') return await notifyOperators(sql, eventId, portId)
      const live = await liveCase(sql, eventId, portId)
      if (live) await notifyStage(sql, live, stage)
      failpoint('watch.escalated')
    })
  },
})
