import type { Input } from '@hilo/contract/index.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { nextRun } from '@hilo/domain/schedule.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import { recordOf } from '../../kernel/list/record.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import { Json, type WriteContext, type WriteHandler } from '../../kernel/handler.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { ownAddresses, scheduleNext, type ScheduleRow } from '../../process/reports/report-schedule.ts'
import { lockedRecord, recordAnswer } from '../shared/edit.ts'
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

/** @throws Problem VALIDATION for an address that is not of the operator's own people, without disclosing whether it exists */
async function assertOwn(sql: Tx, vnoId: number | null, recipients: readonly string[]): Promise<void> {
  const rows = await asProcess(sql, () => sql.rows<{ email: string }>(ownAddresses, [recipients, vnoId]))
  const own = new Set(rows.map(({ email }) => email))
  const details = recipients.flatMap((one, i): ProblemDetail[] =>
    own.has(one) ? [] : [{ field: `recipients.${i}`, code: 'value', message: 'validation.recipient' }],
  )
  if (details.length > 0) throw new Problem('VALIDATION', { details })
}

/** The schedule after the change: input over stored values; a new one needs all required fields. */
function wanted(asked: Asked, before: ScheduleRow | null) {
  const { name = before?.name, period = before?.period, hour = before?.hour, format = before?.format } = asked
  if (name === undefined || period === undefined || hour === undefined || format === undefined) {
    const fields = Object.entries({ name, period, hour, format })
    throw missing(fields.flatMap(([field, value]) => (value === undefined ? [field] : [])))
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
  return await lockedRecord({ sql, principal }, scheduleList, { id, version }, row)
}

async function write(context: WriteContext, vnoId: number | null, asked: Asked, before: ScheduleRow | null) {
  const { sql, principal } = context
  const { report, name, period, hour, format, recipients, enabled } = wanted(asked, before)
  // Recipients who left since stay in an edited schedule, and get nothing.
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
      const [removed] = await sql.rows<{ version: number }>(remove, [before.id])
      await sql.rows(`select changed('reports/schedules', $1, $2, $3)`, [before.id, removed?.version, vnoId])
      audit({ entity: 'report_schedule', entityId: before.id, before: was })
      return new Json(`{"result_flag":1,"record":${record}}`)
    }
    const { id, version, after } = await write(context, vnoId, asked, before)
    await sql.rows(`select changed('reports/schedules', $1, $2, $3)`, [id, version, vnoId])
    audit({ entity: 'report_schedule', entityId: id, ...(was && { before: was }), after })
    return recordAnswer(context, scheduleList, id, 1)
  }) satisfies WriteHandler<'admin_vno/reports/schedule'>,
}
export const reportSchedulesLists = { 'admin_vno/reports/schedules/get': scheduleList }
