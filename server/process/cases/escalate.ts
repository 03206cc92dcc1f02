/** The stages of a case, each at its time: nobody is told of a harm that is over, or explained by then. */
import { eventTimes } from '@hilo/domain/event.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import { failpoint } from '../../failpoint.ts'
import { askInProcess, inProcess } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { compare, type DiffRow } from '../judging/compare.ts'
import { factsOfEvent } from '../judging/facts.ts'
import { isSilent } from '../own-state.ts'
import { eventIdOf, type Process, type ProcessTasks } from '../process.ts'
import { isAccused } from '../watching/live-board.ts'
import { observeNow } from '../watching/observe.ts'
import { lockWatched } from '../watching/watched-ports.ts'
import { audiences, type Stage } from './case-notices.ts'
import { liveCase, notifyStage, openCase } from './cases.ts'
import { awaitedCase, closeLasting } from './open-cases.ts'

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

const boxOf = 'select cto_id::text from event where id = $1'

/**
 * Reads the box before anybody is told of it: its alarms may be late or lost, a line mended without one, or the ONT may answer in another
 * place. A silent OLT is told of by what is known.
 */
async function look({ db, reader }: Process, eventId: number): Promise<void> {
  const ctoId = await askInProcess(db, boxOf, [eventId])
  const answer = await reader.readBox(Number(ctoId), { purpose: 'process' }).catch((error: unknown) => {
    if (!isSilent(error)) throw error
    return null
  })
  if (!answer) return
  await inProcess(db, async (sql) => {
    await observeNow(sql, eventId, answer)
    await closeLasting(sql, answer)
  })
}

const isAwaited = `select exists (select from event_neighbour n where n.event_id = $1 and n.port_id = $2 and n.down_at is not null)
  or exists (select from neighbour_case k where k.event_id = $1 and k.port_id = $2 and ${awaitedCase}) as awaited`

export const caseTasks: ProcessTasks = (process) => ({
  'process.escalate': async (payload) => {
    const eventId = eventIdOf(payload)
    const { portId, stage } = payloadOf(payload)
    const [port] = await inProcess(process.db, (sql) => sql.rows<{ awaited: boolean }>(isAwaited, [eventId, portId]))
    if (port?.awaited !== true) return
    await look(process, eventId)
    await inProcess(process.db, async (sql) => {
      if (stage === 'operators') return await notifyOperators(sql, eventId, portId)
      const live = await liveCase(sql, eventId, portId)
      if (live) await notifyStage(sql, live, stage)
      failpoint('watch.escalated')
    })
  },
})
