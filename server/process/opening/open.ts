/** The opening of an intervention: the box is read, then one transaction keeps the reading, the port and the listener. */
import { eventTimes, openAttempts, snapshotCompletePct } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { settingIn, type Chosen } from '@hilo/domain/settings.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../http/texts.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import {
  auditProcess,
  lockEvent,
  moveEvent,
  patchEvent,
  schedule,
  type EventPatch,
  type EventRow,
} from '../event-row.ts'
import { observeOpening } from '../watching/observe.ts'
import { isSilent } from '../own-state.ts'
import { beforeOf, dropPrepared, lostIn, preparedFor } from './prepared-reading.ts'
import { eventIdOf, type Process } from '../process.ts'
import { treeDown } from '../judging/tree-outage.ts'
import { reservePort } from './reserve.ts'
import { faceplateItems, itemsOf, saveSnapshot, startWatching, type ReadBox } from './snapshot.ts'
import { tellError } from '../notices/event-notices.ts'
import { inProcess } from '../tx.ts'

const { iddle, creating, wronglyCreated } = processState.is
const openTask = 'process.open'
// While it stood still somebody else began to work on its port.
const portTaken = `select exists (select from event where port_id = $1 and id <> $2 and type = 1
  and process_state in (2, 4, 6, 8, 9, 10))::text`
const queueExpired = `select (app_now() - $1::timestamptz > $2::int8 * interval '1 ms')::text`

/** Schedules an opening, at once or after so many ms; what was scheduled before is replaced. */
export async function scheduleOpen(sql: Tx, eventId: number, afterMs = 0): Promise<void> {
  await schedule(sql, openTask, eventId, {}, { at: { afterMs }, key: openKey(eventId) })
}
/** Key of the job, for whoever adds it in a statement of his own. */
export const openKey = (eventId: number): string => `open:${eventId}`

const errorOf = (code: Problem['code']) => ({ error: { code, text: text(`problem.${code}`) } })

/** Takes the intervention from the queue, or goes on with one that a process left half opened; null when there is nothing to open. */
async function take(sql: Tx, id: number): Promise<EventRow | null> {
  const event = await lockEvent(sql, id)
  if (!event) return null
  switch (event.process_state) {
    case iddle: {
      const expired = await sql.json(queueExpired, [event.created_at, eventTimes.queueLimit])
      if (expired !== 'true') return await moveEvent(sql, event, 'take', { attempts: event.attempts + 1 })
      await tellError(sql, await moveEvent(sql, event, 'queue_expired', errorOf('UNAVAILABLE')))
      await auditProcess(sql, event, 'queue_expired', errorOf('UNAVAILABLE'))
      return null
    }
    case wronglyCreated:
      if ((await sql.json(portTaken, [event.port_id, id])) === 'true') {
        await patchEvent(sql, event, errorOf('PORT_NOT_AVAILABLE'))
        return null
      }
      return await moveEvent(sql, event, 'retry_open', { attempts: event.attempts + 1, error: null })
    case creating:
      return event
    default:
      return null
  }
}

/** What the box shows as the work begins. */
interface Seen {
  /** From before it, where its technician had prepared it. */
  kept: ReadBox | null
  /** Null where nobody was asked, or nobody answered and the kept reading does. */
  now: BoxAnswer | null
  /** The whole tree has fallen since. */
  fallen: boolean
}

/** Reads the box; an intervention that opens without asks nobody. */
async function read(process: Process, event: EventRow): Promise<Seen> {
  if (event.degraded) return { kept: null, now: null, fallen: false }
  const kept = await inProcess(process.db, (sql) => preparedFor(sql, event.id))
  // Where the kept reading is there to begin from, an OLT that does not answer stops nobody.
  const silent = (error: unknown) => {
    if (kept && isSilent(error)) return null
    throw error
  }
  const now = await process.reader.readBox(event.cto_id, { purpose: 'process', maxAgeS: 0 }).catch(silent)
  if (!kept && (now?.completePct ?? 0) < snapshotCompletePct) throw new Problem('SNAPSHOT_INCOMPLETE')
  const fallen =
    kept !== null && now !== null && (await treeDown(process, now, lostIn(now, kept)).catch(silent)) === true
  return { kept, now, fallen }
}

const placeOf = `select n.olt_id, n.code as pon, app_now() as now, settings_of($2) as settings from cto c join pon n on n.id = c.pon_id where c.id = $1`

interface Place {
  olt_id: number
  pon: string
  now: Date
  settings: Chosen
}
const hour = 3_600_000

/** Everything that opens an intervention. The technician may have cancelled it while the box was read. */
async function complete(sql: Tx, id: number, { kept, now: seen, fallen }: Seen): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== creating) return
  if (event.port_id !== null) await reservePort(sql, event, event.port_id)
  failpoint('open.reserved')
  const before = kept ? beforeOf(kept, seen) : seen
  const saved = before && (await saveSnapshot(sql, { eventId: id, ctoId: event.cto_id, phase: 'before' }, before))
  failpoint('open.snapshot')
  const items = saved?.items ?? (await itemsOf(sql, event.cto_id, null))
  const watched = await startWatching(sql, event, { items })
  failpoint('open.watched')
  const [place] = await sql.rows<Place>(placeOf, [event.cto_id, event.vno_id])
  if (!place) throw new Error(`event ${id} has no box`)
  const { now, olt_id, pon, settings } = place
  const deadline = new Date(now.getTime() + settingIn(settings, 'deadline_h') * hour)
  const patch: EventPatch = {
    error: null,
    before_snapshot_id: saved?.id ?? null,
    neighbour_items: faceplateItems(kept && seen ? await itemsOf(sql, event.cto_id, seen) : items, event.vno_id),
    listener: { id, opened_at: now.toISOString(), closed_at: null, olt_id, pon, watched_ports: watched },
    deadline_at: deadline,
    started_at: event.started_at ?? now,
    touched_at: now,
  }
  const opened = await moveEvent(sql, event, 'opened', patch)
  await schedule(sql, 'process.deadline', id, {}, { at: deadline, key: `deadline:${id}` })
  const { process_state, port_id, before_snapshot_id } = opened
  await auditProcess(sql, event, 'opened', { process_state, port_id, before_snapshot_id, watched })
  if (kept && seen) await observeOpening(sql, id, seen, fallen)
  if (event.technical_id !== null) await dropPrepared(sql, event)
  failpoint('open.created')
}

/** Tries again by itself a few times, then waits for somebody, and in the end gives up. */
async function failed(sql: Tx, id: number, { code }: Problem): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== creating) return
  const wrong = await moveEvent(sql, event, 'open_failed', errorOf(code))
  await auditProcess(sql, event, 'open_failed', { code, attempts: event.attempts })
  if (event.attempts >= openAttempts) {
    await tellError(sql, await moveEvent(sql, wrong, 'open_exhausted', errorOf(code)))
    return
  }
  const wait = eventTimes.openRetries[event.attempts - 1]
  if (wait !== undefined) await scheduleOpen(sql, id, wait)
}

/** The job. Nothing is held while the OLT is asked. */
export async function openJob(process: Process, payload: unknown): Promise<void> {
  const { db } = process
  const id = eventIdOf(payload)
  const event = await inProcess(db, (sql) => take(sql, id))
  if (!event) return
  failpoint('open.taken')
  try {
    const seen = await read(process, event)
    failpoint('open.read')
    await inProcess(db, (sql) => complete(sql, id, seen))
    failpoint('open.committed')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await inProcess(db, (sql) => failed(sql, id, error))
  }
}
