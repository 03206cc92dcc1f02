/** Scheduled reports: run in their operator's scope, stored as a file, mailed to the operator's own people. */
import { accountStatus, vnoStatus } from '@hilo/domain/status.ts'
import type { IndicatorReport } from '@hilo/contract/reports/indicators.ts'
import type { DayReport } from '@hilo/contract/reports/reports.ts'
import {
  nextRun,
  reportedDays,
  reportedUntil,
  type ScheduleFormat,
  type SchedulePeriod,
  type ScheduleReport,
} from '@hilo/domain/schedule.ts'
import type { TaskList } from 'graphile-worker'
import type { Tx } from '../../kernel/sql/scope.ts'
import { attachFile, keepBytes } from '../../files/attach.ts'
import type { FileStore } from '../../files/store.ts'
import { mail } from '../../mail/mail.ts'
import { dayReport } from './day-report.ts'
import { addJob } from '../schedule.ts'
import { drawIndicators } from './indicators-file.ts'
import { indicatorReport } from './indicators.ts'
import { writeNotice } from '../notices/notify.ts'
import type { Process } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { drawSchedule } from './report-schedule-file.ts'
import type { Drawn } from './report-sheets.ts'
import { inProcess } from '../tx.ts'

export interface ScheduleRow {
  id: number
  vno_id: number | null
  report: ScheduleReport
  name: string
  period: SchedulePeriod
  hour: number
  format: ScheduleFormat
  recipients: string[]
  enabled: boolean
  next_at: Date | null
  version: number
}
interface Due extends ScheduleRow {
  /** The operator is suspended: the schedule rests meanwhile. */
  suspended: boolean
}

/** Locks a schedule that is not deleted. */
const lockSchedule = `select id, vno_id, report, name, period, hour, format, recipients, enabled, next_at, version,
    exists (select from vno v where v.id = vno_id and v.status <> ${vnoStatus.is.enabled}) as suspended from report_schedule
  where id = $1 and deleted_at is null for update`
/** `$1` addresses, `$2` operator: those of its active people and of its control room. */
export const ownAddresses = `
  select lower(u.email::text) as email from vno_admin_account a join app_user u on u.id = a.user_id
    where a.vno_id = $2::int and a.status = ${accountStatus.is.active} and not a.service and lower(u.email::text) = any($1::text[])
  union select lower(u.email::text) from technical_account a join app_user u on u.id = a.user_id
    where a.vno_id = $2::int and a.status = ${accountStatus.is.active} and lower(u.email::text) = any($1::text[])
  union select lower(u.email::text) from admin_account a join app_user u on u.id = a.user_id
    where $2::int is null and a.status = ${accountStatus.is.active} and lower(u.email::text) = any($1::text[])
  union select lower(v.contact ->> 'noc_email') from vno v where v.id = $2::int and lower(v.contact ->> 'noc_email') = any($1::text[])`

/** Schedules the next run; no effect for a paused or deleted schedule. */
export async function scheduleNext(sql: Tx, { id, next_at: at }: Pick<ScheduleRow, 'id' | 'next_at'>): Promise<void> {
  if (at === null) return
  const payload = { schedule_id: id, due: at.toISOString() }
  await addJob(sql, 'process.report', `report:${id}`, payload, { at, key: `report:${id}` })
}

function dueOf(payload: unknown): { id: number; due: Date } {
  const { schedule_id: id, due } = payload as { schedule_id?: unknown; due?: unknown }
  if (typeof id !== 'number' || typeof due !== 'string') throw new Error('a report names no schedule')
  return { id, due: new Date(due) }
}

/** The schedule, if this run is still due. */
async function lockDue(sql: Tx, id: number, due: Date): Promise<Due | null> {
  const [row] = await sql.rows<Due>(lockSchedule, [id])
  return row?.enabled && row.next_at?.getTime() === due.getTime() ? row : null
}

const nothing = { events: false, neighbours: false, orders: false, ports: false }

/** Runs a statement in that operator's scope; returns its `record`. */
async function asOperator<T>(sql: Tx, vno: number | null, text: string, values: readonly unknown[]): Promise<T> {
  if (vno !== null)
    await sql.json(`select set_config('app.scope', 'vno', true) || set_config('app.vno_id', $1, true)`, [String(vno)])
  return (JSON.parse((await sql.json(text, values)) ?? '{}') as { record: T }).record
}

/** Draws the file of the period that ended before the due time. */
async function draw({ db }: Process, row: ScheduleRow, due: Date): Promise<Drawn> {
  const { vno_id: vno, period, report, name, format } = row
  if (report === 'indicators') {
    const { from, to } = reportedDays(row, due)
    const text = indicatorReport({ vno: vno !== null, contractor: false, technical: false, zone: false })
    const values = [from, to, vno, null, null, null]
    const found = await inProcess(db, (sql) => asOperator<IndicatorReport>(sql, vno, text, values))
    return await drawIndicators(found, format, name)
  }
  const until = reportedUntil(row, due)
  const text = dayReport({ vno, technical: null }, nothing, '$4::timestamptz')
  const found = await inProcess(db, (sql) => asOperator<DayReport>(sql, vno, text, [period, vno, null, until]))
  return await drawSchedule(row, found, until)
}

const skip = `update report_schedule set next_at = $2, version = version + 1, updated_at = app_now() where id = $1`
const finish = `update report_schedule set last_at = app_now(), last_file_id = $2, next_at = $3, version = version + 1,
    updated_at = app_now() where id = $1 returning version`

async function deliver(
  { config }: Process,
  sql: Tx,
  row: ScheduleRow,
  { name: file, fileId }: { name: string; fileId: number },
): Promise<void> {
  const { vno_id: vnoId, name, recipients } = row
  const own = await sql.rows<{ email: string }>(ownAddresses, [recipients, vnoId])
  for (const { email: to } of own)
    await mail(sql, { vnoId, to, kind: 'report', values: { name, link: config.publicUrl.href }, fileId })
  if (own.length > 0) return
  const payload = { file_id: fileId, file, name }
  await writeNotice(sql, { vnoId, technicalId: null, kind: 'report_ready', eventId: null, caseId: null, payload })
}

async function make(process: Process, store: FileStore, payload: unknown): Promise<void> {
  const { db } = process
  const { id, due } = dueOf(payload)
  const row = await inProcess(db, (sql) => lockDue(sql, id, due))
  if (!row) return
  if (row.suspended)
    return await inProcess(db, async (sql) => {
      const locked = await lockDue(sql, id, due)
      if (!locked) return
      const next = nextRun(locked, await businessNow(sql))
      await sql.rows(skip, [id, next])
      await scheduleNext(sql, { id, next_at: next })
    })
  const drawn = await draw(process, row, due)
  const full = await keepBytes(store, row.vno_id ?? 0, drawn.bytes)
  await inProcess(db, async (sql) => {
    const locked = await lockDue(sql, id, due)
    if (!locked) return
    const { name, mime } = drawn
    const fileId = await attachFile(sql, store, {
      vnoId: locked.vno_id,
      eventId: null,
      name,
      mime,
      full,
      createdBy: null,
    })
    await deliver(process, sql, locked, { name, fileId })
    // After a long downtime the report runs once, not once per missed time.
    const next = nextRun(locked, await businessNow(sql))
    const [written] = await sql.rows<{ version: number }>(finish, [id, fileId, next])
    await scheduleNext(sql, { id, next_at: next })
    await sql.rows(`select changed('reports/schedules', $1, $2, $3)`, [
      id,
      written?.version ?? locked.version,
      locked.vno_id,
    ])
  })
}

export const reportScheduleTasks = (process: Process, store: FileStore): TaskList => ({
  'process.report': async (payload) => await make(process, store, payload),
})
