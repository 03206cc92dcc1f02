/** Effects of alarms and readings on open interventions: one transaction, by the process with the OLT's lease. */
import { liveView, type LivePort } from '@hilo/domain/proof/live-view.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { outdate } from '../../plant/box-reading.ts'
import type { PlantAlarm, PlantReading } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { settleCancelled } from '../ending/cancelling.ts'
import { judgeAgain, keepEvidence } from './evidence.ts'
import { suspectStrays } from './undeclared-light.ts'
import { placeAlarms, type PlacedAlarm } from './alarm-position.ts'
import { closeCase, noteReading, noticeAt, scheduleStage } from '../cases/cases.ts'
import { boxEvidence } from '../judging/compare.ts'
import { factsOfEvent, newestOf } from '../judging/facts.ts'
import { alarmsOf, isTold, portNow, shownBefore, type Alarm, type PortNow } from './live-board.ts'
import { closeLasting } from '../cases/open-cases.ts'
import { schedule } from '../schedule.ts'
import { fenced, moveCursor, type Lease } from './lease.ts'
import { notifyTree } from '../notices/event-notices.ts'
import { writeNotice } from '../notices/notify.ts'
import { nullIfSilent } from '../own-state.ts'
import type { Process } from '../process.ts'
import { inProcess, type ProcessDb } from '../tx.ts'
import {
  eventsInBoxes,
  eventsOfAlarms,
  lockWatched,
  savePorts,
  showChange,
  type WatchedEvent,
} from './watched-ports.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const boxOf = 'select code from cto where id = $1'

/** Alerts the technician at once while the box is open; not tied to the intervention, so that each cut alerts. */
async function notifyTechnician(sql: Tx, event: WatchedEvent['event'], port: number): Promise<void> {
  if (event.technical_id === null) return
  const payload = { event_id: event.id, event_code: event.code, cto_code: await sql.json(boxOf, [event.cto_id]), port }
  const to = { vnoId: event.vno_id, technicalId: event.technical_id, eventId: null, caseId: null }
  await writeNotice(sql, { ...to, kind: 'neighbour_out', payload })
}

/** The judgement of one port, with the one before. */
interface Change {
  before: PortNow
  now: PortNow
  live: LivePort
}

/** Schedules the notices of a new cut; a cut that is over is notified to those notified before. */
async function followPort(sql: Tx, { event }: WatchedEvent, { before, now }: Change): Promise<void> {
  if (before.down_at !== null && now.down_at === null && now.up_at !== null) {
    await closeCase(sql, event, now.port_id, new Date(now.up_at), now.rx_dbm)
    await settleCancelled(sql, event)
  }
  if (now.rx_dbm !== null && before.rx_dbm === null) await noteReading(sql, event.id, now.port_id, now.rx_dbm)
}

/** Each cut is notified once, however often it is judged. */
async function followAlarm(sql: Tx, { event }: WatchedEvent, portId: number, alarm: Alarm, shown?: Alarm) {
  if (isTold(alarm) && !(shown && isTold(shown))) await notifyTechnician(sql, event, alarm.port)
  if (alarm.notice_at !== null && !shown?.notice_at)
    await scheduleStage(sql, event.id, portId, 'operators', noticeAt('operators', new Date(alarm.down_at)))
}

/** From that moment on the evidence says something else, though nothing more is heard: the board is judged again. */
async function scheduleAgain(sql: Tx, eventId: number, at: number): Promise<void> {
  await schedule(sql, 'process.left_dark', eventId, {}, { at: new Date(at + 1000), key: `left_dark:${eventId}` })
}

/** Judges one intervention with all current evidence and publishes the changes. */
async function observeEvent(sql: Tx, eventId: number, current: readonly PlantReading[] = []): Promise<void> {
  const watched = await lockWatched(sql, eventId)
  const facts = watched && (await factsOfEvent(sql, eventId))
  if (!watched || !facts) return
  const { ports, upstream, again_at } = liveView(boxEvidence(facts), eventId, newestOf(facts))
  if (again_at !== null) await scheduleAgain(sql, eventId, again_at)
  const byPort = new Map(ports.map((one) => [one.port, one]))
  const readings = new Map(current.map((one) => [one.portId, one]))
  const due = new Map(facts.watched.map(({ port, serial_due }) => [port, serial_due]))
  const changes = watched.ports.flatMap((before): Change[] => {
    const live = byPort.get(before.port)
    if (!live) return []
    const now = portNow(before, live, due.get(before.port) ?? null, readings.get(before.port_id))
    return [{ before, now, live }]
  })
  const neighbours = changes.map(({ now, live }) => ({ ...now, cuts: live.cuts }))
  const alarms = alarmsOf(neighbours, watched.event.vno_id, watched.alarms)
  await keepChanges(sql, watched, changes, alarms)
  const isExcused = ({ before, now, live }: Change) =>
    live.cuts.some(({ doubt, to }) => doubt === 'outage' && to === null) &&
    (before.down_at === null || !before.down_excused) &&
    !now.worked
  if (upstream && changes.some(isExcused)) await notifyTree(sql, watched.event)
}

async function keepChanges(
  sql: Tx,
  watched: WatchedEvent,
  changes: readonly Change[],
  alarms: readonly Alarm[],
): Promise<void> {
  const { event } = watched
  const changed = changes.filter(({ before, now }) => !same(before, now))
  const news = alarms.filter((one) => !watched.alarms.some((before) => same(before, one)))
  const isFewer = alarms.length < watched.alarms.length
  if (changed.length === 0 && news.length === 0 && !isFewer) return
  await savePorts(
    sql,
    event.id,
    changed.map(({ now }) => now),
  )
  failpoint('watch.ports')
  for (const one of changed) await followPort(sql, watched, one)
  const idOf = new Map(changes.map(({ now }) => [now.port, now.port_id]))
  for (const one of news)
    await followAlarm(sql, watched, idOf.get(one.port) ?? 0, one, shownBefore(one, alarms, watched.alarms))
  // Powers change all the time: a change of power alone is not published.
  const visible = changed.some(({ before, now }) => before.state !== now.state || before.serial_now !== now.serial_now)
  if (!visible && news.length === 0 && !isFewer) return
  const moments = news.flatMap(({ down_at, up_at }) => [down_at, up_at ?? down_at]).map((at) => Date.parse(at))
  const all = changed.map(({ now }) => now)
  await showChange(sql, watched, all, alarms, moments.length > 0 ? Math.max(...moments) : null)
  failpoint('watch.event')
}

/**
 * Stores a batch of alarms: affected ports, interventions and cases, and the OLT's cursor. All or nothing, so that each alarm
 * counts once. Returns the alarms whose port the inventory knows.
 * @throws LeaseLost
 */
export async function storeAlarms(
  db: ProcessDb,
  lease: Lease,
  alarms: readonly PlantAlarm[],
): Promise<readonly PlacedAlarm[]> {
  const placed = await fenced(db, lease, async (sql, cursor) => {
    const newAlarms = alarms.filter((alarm) => alarm.cursor > cursor)
    const last = newAlarms.at(-1)
    if (!last) return []
    const fresh = await placeAlarms(sql, lease.oltId, newAlarms)
    const ports = [...new Set(fresh.map(({ portId }) => portId))]
    const pons = [...new Set(newAlarms.flatMap(({ ponId }) => ponId ?? []))]
    const restarted = newAlarms.some(({ kind }) => kind === 'agent_restart')
    const concerned = { ports, pons, oltId: restarted ? lease.oltId : null }
    for (const id of await eventsOfAlarms(sql, concerned)) await observeEvent(sql, id)
    await outdate(
      sql,
      fresh.map(({ ctoId }) => ctoId),
    )
    await judgeAgain(
      sql,
      fresh.filter(({ kind }) => kind === 'los').map(({ ctoId }) => ctoId),
    )
    await suspectStrays(sql, newAlarms, new Set(fresh.map((alarm) => alarm.cursor)))
    await moveCursor(sql, lease, last.cursor)
    failpoint('watch.cursor')
    return fresh
  })
  failpoint('watch.stored')
  return placed
}

/**
 * Stores a reading of a box as evidence, and publishes changes that no alarm has reported.
 * @throws LeaseLost
 */
export async function storeReading(db: ProcessDb, lease: Lease, answer: BoxAnswer): Promise<void> {
  await fenced(db, lease, async (sql) => {
    await keepEvidence(sql, answer)
    for (const id of await eventsInBoxes(sql, [answer.ctoId])) await observeEvent(sql, id, answer.readings)
    await closeLasting(sql, answer)
  })
}

/**
 * Applies what happened in the box since the request, or since the prepared reading, to an intervention that opens or is open.
 * @param current the current reading, if there is one beside that of the opening
 */
export async function observeNow(sql: Tx, eventId: number, current: BoxAnswer | null): Promise<void> {
  if (current) await keepEvidence(sql, current)
  await observeEvent(sql, eventId, current?.readings)
}

/** Reads a box and applies the answer to one open intervention and to the open cases of the box. A silent OLT adds no evidence. */
export async function observeBox({ db, reader }: Pick<Process, 'db' | 'reader'>, eventId: number, ctoId: number) {
  const answer = await reader.readBox(ctoId, { purpose: 'process' }).catch(nullIfSilent)
  await inProcess(db, async (sql) => {
    await observeNow(sql, eventId, answer)
    if (answer) await closeLasting(sql, answer)
  })
}

/**
 * Judges the open works with unexplained darkness on a PON after a sweep of it was stored.
 * @throws LeaseLost
 */
export async function observeTree(db: ProcessDb, lease: Lease, ponId: number): Promise<void> {
  await fenced(db, lease, async (sql) => {
    for (const id of await eventsOfAlarms(sql, { pons: [ponId] })) await observeEvent(sql, id)
  })
}
