/** What alarms and readings do to the interventions that watch: one transaction, for whoever holds the OLT. */
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { outdate } from '../../plant/box-reading.ts'
import type { PlantAlarm } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { settleCancelled } from '../ending/cancelling.ts'
import { judgeAgain, keepEvidence } from './evidence.ts'
import { suspectStrays } from './undeclared-light.ts'
import { placeAlarms, type PlacedAlarm } from './alarm-position.ts'
import { closeCase, noteReading, noticeAt, scheduleStage } from '../cases/cases.ts'
import { afterAlarm, afterReading, openCut, upstream, type Watched } from './cuts.ts'
import { closeLasting } from '../cases/open-cases.ts'
import { fenced, moveCursor, type Lease } from './lease.ts'
import { tell } from '../notices/notify.ts'
import type { ProcessDb } from '../tx.ts'
import {
  accused,
  eventsAtPorts,
  eventsInBoxes,
  lockWatched,
  saveNeighbours,
  showChange,
  type Neighbour,
  type WatchedEvent,
} from './watched-ports.ts'

/** What is to be thought of one port now, given what was thought of it before. */
type Observation = (before: Neighbour, watched: WatchedEvent) => Neighbour

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** What people see of a port, without figures that move all the time. */
const visible = ({ state, cuts, serial_now }: Watched) => ({ state, cuts, serial_now })
const lastMoment = (one: Watched) => Math.max(0, ...one.cuts.flatMap(({ down_at, up_at }) => [down_at, up_at ?? 0]))

const boxOf = 'select code from cto where id = $1'

/** The technician hears of it at once, while the box is open: not tied to the intervention, so that each cut is told. */
async function tellTechnician(sql: Tx, event: WatchedEvent['event'], { port }: Neighbour): Promise<void> {
  if (event.technical_id === null) return
  const payload = { event_id: event.id, event_code: event.code, cto_code: await sql.json(boxOf, [event.cto_id]), port }
  const to = { vnoId: event.vno_id, technicalId: event.technical_id, eventId: null, caseId: null }
  await tell(sql, { ...to, kind: 'neighbour_out', payload })
}

/** Somebody has to be told in time of a cut that began; whoever was told hears that it is over. */
async function follow(sql: Tx, { event }: WatchedEvent, before: Neighbour, now: Neighbour): Promise<void> {
  const [was, is] = [accused(before), accused(now)]
  if (is && is.down_at !== was?.down_at) {
    await tellTechnician(sql, event, now)
    await scheduleStage(sql, event.id, now.port_id, 'operators', noticeAt('operators', new Date(is.down_at)))
  }
  const last = now.cuts.at(-1)
  if (openCut(before) && last && last.up_at !== null) {
    await closeCase(sql, event, now.port_id, new Date(last.up_at), now.rx_dbm)
    await settleCancelled(sql, event)
  }
  if (now.rx_dbm !== null && before.rx_dbm === null) await noteReading(sql, event.id, now.port_id, now.rx_dbm)
}

async function observeEvent(sql: Tx, eventId: number, observe: Observation): Promise<void> {
  const watched = await lockWatched(sql, eventId)
  if (!watched) return
  const pairs = watched.neighbours.map((before): [Neighbour, Neighbour] => [before, observe(before, watched)])
  const changed = pairs.filter(([before, now]) => !same(before, now))
  if (changed.length === 0) return
  const neighbours = pairs.map(([, now]) => now)
  await saveNeighbours(
    sql,
    eventId,
    changed.map(([, now]) => now),
  )
  failpoint('watch.ports')
  for (const [before, now] of changed) await follow(sql, watched, before, now)
  const seen = changed.filter(([before, now]) => !same(visible(before), visible(now)))
  if (seen.length === 0) return
  const moved = seen.filter(([before, now]) => !now.worked && !same(before.cuts, now.cuts)).map(([, now]) => now)
  const touchedAt = moved.length > 0 ? Math.max(...moved.map(lastMoment)) : null
  await showChange(
    sql,
    watched,
    neighbours,
    seen.map(([, now]) => now),
    touchedAt,
  )
  failpoint('watch.event')
}

/**
 * Stores a batch of alarms: every port, intervention and case that they concern, and how far the OLT has been heard. All or
 * nothing, so that each alarm counts once. Answers those whose port the inventory knows.
 * @throws LeaseLost
 */
export async function storeAlarms(
  db: ProcessDb,
  lease: Lease,
  alarms: readonly PlantAlarm[],
): Promise<readonly PlacedAlarm[]> {
  const placed = await fenced(db, lease, async (sql, cursor) => {
    const heard = alarms.filter((alarm) => alarm.cursor > cursor)
    const last = heard.at(-1)
    if (!last) return []
    const fresh = await placeAlarms(sql, lease.oltId, heard)
    const ports = [...new Set(fresh.map(({ portId }) => portId))]
    for (const id of await eventsAtPorts(sql, ports)) {
      await observeEvent(sql, id, (before, { since }) =>
        fresh
          .filter(({ portId }) => portId === before.port_id)
          .reduce((now, alarm) => ({ ...now, ...afterAlarm(now, alarm, since) }), before),
      )
    }
    await outdate(
      sql,
      fresh.map(({ ctoId }) => ctoId),
    )
    await judgeAgain(
      sql,
      fresh.filter(({ kind }) => kind === 'los').map(({ ctoId }) => ctoId),
    )
    await suspectStrays(sql, heard, new Set(fresh.map((alarm) => alarm.cursor)))
    await moveCursor(sql, lease, last.cursor)
    failpoint('watch.cursor')
    return fresh
  })
  failpoint('watch.stored')
  return placed
}

/** What a reading of a box says of its ports; `fallen`: the whole tree is down, which is nobody's fault. */
function byReading({ readings }: Pick<BoxAnswer, 'readings'>, fallen = false): Observation {
  const byPort = new Map(readings.map((one) => [one.portId, one]))
  return (before, { since }) => {
    const reading = byPort.get(before.port_id)
    if (!reading) return before
    const now = { ...before, ...afterReading(before, reading, since) }
    return fallen ? { ...now, ...upstream(now, since) } : now
  }
}

/**
 * Compares a reading of a box with what the alarms have told, and adds what they missed.
 * @throws LeaseLost
 */
export async function storeReading(db: ProcessDb, lease: Lease, answer: BoxAnswer): Promise<void> {
  await fenced(db, lease, async (sql) => {
    await keepEvidence(sql, answer)
    for (const id of await eventsInBoxes(sql, [answer.ctoId])) await observeEvent(sql, id, byReading(answer))
    await closeLasting(sql, answer)
  })
}

/** Tells an intervention that counts from an older reading what its box shows as it opens. */
export async function observeOpening(
  sql: Tx,
  eventId: number,
  seen: Pick<BoxAnswer, 'readings'>,
  fallen: boolean,
): Promise<void> {
  await observeEvent(sql, eventId, byReading(seen, fallen))
}

/** Changes what is thought of ports by something else than alarms and readings. */
export async function observeBoxes(sql: Tx, boxes: readonly number[], observe: Observation): Promise<void> {
  for (const id of await eventsInBoxes(sql, boxes)) await observeEvent(sql, id, observe)
}
