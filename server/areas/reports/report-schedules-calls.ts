import type { Input } from '@hilo/contract/index.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { nextRun } from '@hilo/domain/schedule.ts'
import { authorOf } from '../../db/author.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import type { Tx } from '../../db/scope.ts'
import { viewerOf } from '../../db/viewer.ts'
import { Json, JsonAfter, type WriteContext, type WriteHandler } from '../../http/handler.ts'
import { asProcess } from '../../db/in-process.ts'
import { businessNow } from '../../process/ending/final-reading.ts'
import { ownAddresses, scheduleNext, type ScheduleRow } from '../../process/reports/report-schedule.ts'
import { scheduleList } from './schedule-list.ts'

type Asked = Input<'admin_vno/reports/schedule'>

const columns = 'id, vno_id, report, name, period, hour, format, recipients, enabled, next_at, version'
const lockOwn = `select ${columns} from report_schedule
  where id = $1 and deleted_at is null and ($2::int is null and vno_id is null or vno_id = $2) for update`
const insert = `insert into report_schedule (vno_id, name, period, hour, format, recipients, enabled, next_at, report, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id, version`
const update = `update report_schedule set name = $2, period = $3, hour = $4, format = $5, recipients = $6, enabled = $7, next_at = $8, report = $9,
  version = version + 1, updated_at = app_now() where id = $1 returning id, version`
const remove = `update report_schedule set deleted_at = app_now(), enabled = false, next_at = null, version = version + 1,
  updated_at = app_now() where id = $1 returning id, version`

const missing = (names: readonly string[]) =>
  new Problem('VALIDATION', {
    details: names.map((field): ProblemDetail => ({ field, code: 'required', message: 'validation.required' })),
  })

/** @throws Problem VALIDATION for an address that is not of one's own people: whose else it may be is not said */
async function assertOwn(sql: Tx, vnoId: number | null, recipients: readonly string[]): Promise<void> {
  const rows = await asProcess(sql, () => sql.rows<{ email: string }>(ownAddresses, [recipients, vnoId]))
  const own = new Set(rows.map(({ email }) => email))
  const details = recipients.flatMap((one, i): ProblemDetail[] =>
    own.has(one) ? [] : [{ field: `recipients.${i}`, code: 'value', message: 'validation.recipient' }],
  )
  if (details.length > 0) throw new Problem('VALIDATION', { details })
}

/** What the schedule becomes: what is asked over what it was, with what a new one has to say. */
function wanted(asked: Asked, before: ScheduleRow | null) {
  const { name = before?.name, period = before?.period, hour = before?.hour, format = before?.format } = asked
  if (name === undefined || period === undefined || hour === undefined || format === undefined) {
    const given = Object.entries({ name, period, hour, format })
    throw missing(given.flatMap(([field, value]) => (value === undefined ? [field] : [])))
  }
  const recipients = asked.recipients?.map((one) => one.toLowerCase()) ?? before?.recipients ?? []
  return {
    report: asked.report ?? before?.report ?? 'day',
    name,
    period,
    hour,
    format,
    recipients: [...new Set(recipients)],
    enabled: asked.enabled ?? before?.enabled ?? true,
  }
}

interface Found {
  sql: Tx
  principal: WriteContext['principal']
  vnoId: number | null
}

/** @throws Problem NOT_FOUND, VERSION_CONFLICT with the record */
async function lock({ sql, principal, vnoId }: Found, { id, version }: Asked): Promise<ScheduleRow | null> {
  if (id === undefined) return null
  const [row] = await sql.rows<ScheduleRow>(lockOwn, [id, vnoId])
  if (!row) throw new Problem('NOT_FOUND')
  if (version === undefined || version === row.version) return row
  const record = JSON.parse(await recordOf(scheduleList, sql, principal, row.id)) as unknown
  throw new Problem('VERSION_CONFLICT', { record })
}

async function write(context: WriteContext, vnoId: number | null, asked: Asked, before: ScheduleRow | null) {
  const { sql, principal } = context
  const { report, name, period, hour, format, recipients, enabled } = wanted(asked, before)
  // Whoever left since stays in a schedule that is edited, and is sent nothing.
  if (asked.recipients) await assertOwn(sql, vnoId, recipients)
  const next_at = enabled ? nextRun({ period, hour }, await businessNow(sql)) : null
  const values = [name, period, hour, format, recipients, enabled, next_at, report]
  const [row] = before
    ? await sql.rows<{ id: number; version: number }>(update, [before.id, ...values])
    : await sql.rows<{ id: number; version: number }>(insert, [vnoId, ...values, JSON.stringify(authorOf(principal))])
  if (!row) throw new Error('a schedule without its row')
  await scheduleNext(sql, { id: row.id, next_at })
  return { ...row, after: { report, name, period, hour, format, recipients, enabled } }
}

export const reportSchedules = {
  'admin_vno/reports/schedule': (async (context, asked) => {
    const { sql, principal, audit } = context
    const needed = asked.delete ? 'dashboardReports_delete' : 'dashboardReports_create'
    if (!allows(principal.privileges, needed) || principal.account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
    if (asked.delete && asked.id === undefined) throw missing(['id'])
    const { vnoId } = viewerOf(principal)
    const before = await lock({ sql, principal, vnoId }, asked)
    const was = before && {
      report: before.report,
      name: before.name,
      period: before.period,
      hour: before.hour,
      recipients: before.recipients,
    }
    if (asked.delete && before) {
      const record = await recordOf(scheduleList, sql, principal, before.id)
      const [gone] = await sql.rows<{ version: number }>(remove, [before.id])
      await sql.rows(`select changed('reports/schedules', $1, $2, $3)`, [before.id, gone?.version, vnoId])
      audit({ entity: 'report_schedule', entityId: before.id, before: was })
      return new Json(`{"result_flag":1,"record":${record}}`)
    }
    const { id, version, after } = await write(context, vnoId, asked, before)
    await sql.rows(`select changed('reports/schedules', $1, $2, $3)`, [id, version, vnoId])
    audit({ entity: 'report_schedule', entityId: id, ...(was && { before: was }), after })
    return new JsonAfter('{"result_flag":1,"record":', recordStatement(scheduleList, principal, id), '}')
  }) satisfies WriteHandler<'admin_vno/reports/schedule'>,
}
export const reportSchedulesLists = { 'admin_vno/reports/schedules/get': scheduleList }
