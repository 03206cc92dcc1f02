/** Opens an intervention: reads the box, then stores reading, port and listener in one transaction. */
import { eventTimes, openAttempts, snapshotCompletePct } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { settingIn, type StoredSettings } from '@hilo/domain/settings.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { openStates } from '../../kernel/sql/states.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { askInProcess } from '../../kernel/sql/in-process.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../kernel/texts.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { auditProcess, lockEvent, moveEvent, patchEvent, type EventPatch, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { scheduleLooks } from '../ending/follow-ups.ts'
import { closeLasting } from '../cases/open-cases.ts'
import { observeNow } from '../watching/observe.ts'
import { isSilent } from '../own-state.ts'
import { beforeOf, dropPrepared, lostIn, preparedFor } from './prepared-reading.ts'
import { eventIdOf, type Process } from '../process.ts'
import { sweepTree } from '../judging/tree-sweep.ts'
import { reservePort } from './reserve.ts'
import { darkBeforeWork, faceplateItems, itemsOf, saveSnapshot, startWatching, type ReadBox } from './snapshot.ts'
import { notifyError } from '../notices/event-notices.ts'
import { inProcess } from '../tx.ts'

const { iddle, creating, wronglyCreated } = processState.is
const openTask = 'process.open'
// While the event waited another work began on its port.
const portTaken = `select exists (select from event where port_id = $1 and id <> $2 and type = ${eventType.is.createListener}
  and process_state in (${openStates}))::text`
const queueExpired = `select (app_now() - $1::timestamptz > $2::int8 * interval '1 ms')::text`

/** Schedules an opening after so many ms; replaces one scheduled before. */
export async function scheduleOpen(sql: Tx, eventId: number, afterMs = 0): Promise<void> {
  await schedule(sql, openTask, eventId, {}, { at: { afterMs }, key: openKey(eventId) })
}
/** Job key, for callers that add the job in their own statement. */
export const openKey = (eventId: number): string => `open:${eventId}`

const errorOf = (code: Problem['code']) => ({ error: { code, text: text(`problem.${code}`) } })

/** Takes the intervention from the queue, or resumes one left half opened by a dead process; null if there is nothing to open. */
async function take(sql: Tx, id: number): Promise<EventRow | null> {
  const event = await lockEvent(sql, id)
  if (!event) return null
  switch (event.process_state) {
    case iddle: {
      const expired = await sql.json(queueExpired, [event.created_at, eventTimes.queueLimit])
      if (expired !== 'true') return await moveEvent(sql, event, 'take', { attempts: event.attempts + 1 })
      await notifyError(sql, await moveEvent(sql, event, 'queue_expired', errorOf('UNAVAILABLE')))
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

/** State of the box as the work begins. */
interface Seen {
  /** The prepared reading from before the work, if any. */
  prepared: ReadBox | null
  /** Null if the OLT was not read, or was silent and the prepared reading suffices. */
  now: BoxAnswer | null
}

const ponOfBox = 'select pon_id::text from cto where id = $1'
const ponOf = async ({ db }: Process, { cto_id }: EventRow) => Number(await askInProcess(db, ponOfBox, [cto_id]))

/** Reads the box; skipped for an intervention that opens without a reading. */
async function read(process: Process, event: EventRow): Promise<Seen> {
  if (event.degraded) return { prepared: null, now: null }
  const prepared = await inProcess(process.db, (sql) => preparedFor(sql, event.id))
  // With a prepared reading, a silent OLT does not stop the opening.
  const silent = (error: unknown) => {
    if (prepared && isSilent(error)) return null
    throw error
  }
  const now = await process.reader.readBox(event.cto_id, { purpose: 'process', maxAgeS: 0 }).catch(silent)
  if (!prepared && (now?.completePct ?? 0) < snapshotCompletePct) throw new Problem('SNAPSHOT_INCOMPLETE')
  // Whether the tree fell since the prepared reading decides the attribution of a missing light.
  if (prepared && now && lostIn(now, prepared).length > 0) await sweepTree(process, await ponOf(process, event))
  return { prepared, now }
}

const placeOf = `select n.olt_id, n.code as pon, app_now() as now, settings_of($2) as settings from cto c join pon n on n.id = c.pon_id where c.id = $1`

interface Place {
  olt_id: number
  pon: string
  now: Date
  settings: StoredSettings
}
const hour = 3_600_000

/** Stores the opening. The technician may have cancelled while the box was read. */
async function complete(sql: Tx, id: number, { prepared, now: opening }: Seen): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== creating) return
  if (event.port_id !== null) await reservePort(sql, event, event.port_id)
  failpoint('open.reserved')
  const before = prepared ? beforeOf(prepared, opening) : opening
  const saved = before && (await saveSnapshot(sql, { eventId: id, ctoId: event.cto_id, phase: 'before' }, before))
  failpoint('open.snapshot')
  const items = saved?.items ?? (await itemsOf(sql, event.cto_id, null))
  const watched = await startWatching(sql, event, { items })
  failpoint('open.watched')
  const [place] = await sql.rows<Place>(placeOf, [event.cto_id, event.vno_id])
  if (!place) throw new Error(`event ${id} has no box`)
  const { now, olt_id, pon, settings } = place
  const deadline = new Date(now.getTime() + settingIn(settings, 'deadline_h') * hour)
  const shown = prepared && opening ? await itemsOf(sql, event.cto_id, opening) : items
  const patch: EventPatch = {
    error: null,
    before_snapshot_id: saved?.id ?? null,
    neighbour_items: faceplateItems(shown, event.vno_id, darkBeforeWork(items)),
    listener: { id, opened_at: now.toISOString(), closed_at: null, olt_id, pon, watched_ports: watched },
    deadline_at: deadline,
    started_at: event.started_at ?? now,
    touched_at: now,
  }
  const opened = await moveEvent(sql, event, 'opened', patch)
  await schedule(sql, 'process.deadline', id, {}, { at: deadline, key: `deadline:${id}` })
  const { process_state, port_id, before_snapshot_id } = opened
  await auditProcess(sql, event, 'opened', { process_state, port_id, before_snapshot_id, watched })
  await observeNow(sql, id, prepared && opening)
  if (opening) await closeLasting(sql, opening)
  if (event.technical_id !== null) await dropPrepared(sql, event)
  failpoint('open.created')
}

/** Retries a few times, then waits for a person, and finally gives up. */
async function failed(sql: Tx, id: number, { code }: Problem): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== creating) return
  const wrong = await moveEvent(sql, event, 'open_failed', errorOf(code))
  await auditProcess(sql, event, 'open_failed', { code, attempts: event.attempts })
  if (event.attempts >= openAttempts) {
    const stopped = await moveEvent(sql, wrong, 'open_exhausted', errorOf(code))
    await notifyError(sql, stopped)
    await scheduleLooks(sql, stopped)
    return
  }
  const wait = eventTimes.openRetries[event.attempts - 1]
  if (wait !== undefined) await scheduleOpen(sql, id, wait)
}

/** The job. Holds no transaction while the OLT is read. */
export async function openJob(process: Process, payload: unknown): Promise<void> {
  const { db } = process
  const id = eventIdOf(payload)
  const event = await inProcess(db, (sql) => take(sql, id))
  if (!event) return
  failpoint('open.taken')
  try {
    const readings = await read(process, event)
    failpoint('open.read')
    await inProcess(db, (sql) => complete(sql, id, readings))
    failpoint('open.committed')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await inProcess(db, (sql) => failed(sql, id, error))
  }
}
