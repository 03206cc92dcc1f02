import { inService } from '@hilo/domain/access.ts'
import { eventTimes } from '@hilo/domain/event.ts'
import { lineTimes, resetsPerDay } from '@hilo/domain/line-work.ts'
import { isOntSerial, normalSerial, ontModel } from '@hilo/domain/ont-serial.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { resultFlag, type OpticalState } from '@hilo/domain/status.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { assertVersion, recordOf, recordStatement } from '../../../kernel/list/record.ts'
import { JsonAfter, type UploadHandler, type WriteContext, type WriteHandler } from '../../../kernel/handler.ts'
import type { Reader } from '../../../plant/reader.ts'
import { scheduleChange } from '../../../process/line/ont-change.ts'
import { scheduleReset } from '../../../process/line/reset.ts'
import { lockAccess, type LockedAccess } from '../../../process/line/access-row.ts'
import { accesses } from './access-list.ts'
import { findAccess, type FoundAccess } from './queries.ts'
import { changes, resets } from './work-list.ts'
import { text } from '../../../kernel/texts.ts'
import { heldProblem } from '../../../kernel/validation.ts'

const runningReset = `select id from ont_reset where access_id = $1 and state = 'en_curso'`
const runningChange = `select id from ont_change where access_id = $1 and state = 'en_curso'`
/** Restarts within a day, and seconds until the oldest of them is a day old. */
const resetsToday = `
  select count(*)::int as n, ceil(extract(epoch from min(requested_at) + interval '1 day' - app_now()))::int as wait
  from (select requested_at from ont_reset where access_id = $1 and requested_at > app_now() - interval '1 day'
        order by requested_at desc limit ${resetsPerDay}) r`
const insertReset = `
  with made as (
    insert into ont_reset (access_id, vno_id, cto_id, port_id, reason, requested_at, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, app_now(), $6, app_now(), app_now()) returning id, version, vno_id),
  told as (select changed('ont', id, version, vno_id) from made)
  select made.id from made, told`
const serialTaken = 'select ont_in_use($1, $2)::text'
const insertChange = `
  with made as (
    insert into ont_change (access_id, vno_id, cto_id, port_id, old_serial, old_model, new_serial, new_model, reason, old_returned,
      requested_at, deadline_at, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, app_now(), app_now() + ${lineTimes.newOnt} * interval '1 ms', $11, app_now(),
      app_now()) returning id, version, vno_id),
  told as (select changed('ont', id, version, vno_id) from made)
  select made.id from made, told`

const doing = `{"result_flag":${resultFlag.is.doing},"poll_after_ms":${eventTimes.poll},"record":`
const wrong = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })

/**
 * The access of a call, locked, with its version checked; concurrent callers wait here.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT with the current record
 */
async function lockFor(context: WriteContext, id: number, version: number | undefined): Promise<LockedAccess> {
  const { sql, principal } = context
  const found = await findAccess(sql, principal, (bind) => `x.id = ${bind(id)}::bigint`)
  const access = found && (await lockAccess(sql, id))
  if (!access) throw new Problem('NOT_FOUND')
  await assertVersion(version, access.version, () => recordOf(accesses, sql, principal, id))
  return access
}

/** Only an access in service, at its assigned port, has an ONT to act on. */
function refuseUnserved({ state, held }: LockedAccess): void {
  if (!held || !inService(state)) throw new Problem('ACCESS_BAD_STATE')
}

/** State of the port now, or why it could not be read. */
async function look(plant: Reader, access: FoundAccess | null): Promise<OpticalState | Problem | null> {
  if (!access?.held) return null
  try {
    const { readings } = await plant.readBox(access.cto_id, { purpose: 'demand', maxAgeS: 0 })
    return readings.find(({ portId }) => portId === access.port_id)?.state ?? 'unknown'
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** @throws Problem IN_USE with the restart in progress, RATE_LIMITED */
async function refuseTooMany({ sql, principal }: WriteContext, accessId: number): Promise<void> {
  const [running] = await sql.rows<{ id: number }>(runningReset, [accessId])
  if (running) {
    const record = JSON.parse(await recordOf(resets, sql, principal, running.id)) as unknown
    throw heldProblem('IN_USE', 'access_id', text('inUse.reset'), record)
  }
  const [today] = await sql.rows<{ n: number; wait: number | null }>(resetsToday, [accessId])
  if ((today?.n ?? 0) >= resetsPerDay) throw new Problem('RATE_LIMITED', { retryAfter: Math.max(1, today?.wait ?? 1) })
}

/** @throws Problem VALIDATION, ALREADY_EXISTS if the ONT serves another access */
async function newOnt(
  { sql }: WriteContext,
  access: LockedAccess,
  typed: string,
  named: string | undefined,
): Promise<{ serial: string; model: string }> {
  const serial = normalSerial(typed)
  if (!isOntSerial(serial) || serial === access.ont_serial || ontModel(serial) === null) throw wrong('new_serial')
  const model = ontModel(serial, named)
  if (model === null) throw wrong('new_model')
  if ((await sql.json(serialTaken, [serial, access.id])) === 'true') throw new Problem('ALREADY_EXISTS')
  return { serial, model }
}

/** Two accesses with the same new ONT at once: the unique index lets one through. */
async function serialRace<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const lost = error instanceof Error && 'constraint' in error && error.constraint === 'ont_change_serial'
    throw lost ? new Problem('ALREADY_EXISTS') : error
  }
}

export const workCalls = {
  'admin_vno/ont/resetONT': (async ({ principal, sql, plant }, { access_id, version, reason }) => {
    const found = await findAccess(sql, principal, (bind) => `x.id = ${bind(access_id)}::bigint`)
    const looked = await look(plant, found)
    return async (context) => {
      const access = await lockFor(context, access_id, version)
      refuseUnserved(access)
      await refuseTooMany(context, access.id)
      if (looked instanceof Problem) throw looked
      if (looked !== 'online') throw new Problem('ONT_SIN_LUZ')
      const author = JSON.stringify(authorOf(principal))
      const place = [access.id, access.vno_id, access.cto_id, access.port_id]
      const [made] = await context.sql.rows<{ id: number }>(insertReset, [...place, reason, author])
      const id = made?.id ?? 0
      await scheduleReset(context.sql, { id, access_id: access.id })
      context.audit({ entity: 'ont_reset', entityId: id, after: { access_id, reason } })
      return new JsonAfter(doing, recordStatement(resets, principal, id), '}')
    }
  }) satisfies UploadHandler<'admin_vno/ont/resetONT'>,

  'admin_vno/ont/deviceModification': (async (context, asked) => {
    const { sql, principal } = context
    const { access_id, version, reason, old_returned = false } = asked
    const access = await lockFor(context, access_id, version)
    refuseUnserved(access)
    const [running] = await sql.rows<{ id: number }>(runningChange, [access_id])
    if (running)
      throw heldProblem(
        'IN_USE',
        'access_id',
        text('inUse.ontChange'),
        JSON.parse(await recordOf(changes, sql, principal, running.id)),
      )
    const { serial, model } = await newOnt(context, access, asked.new_serial, asked.new_model)
    const { vno_id, cto_id, port_id, ont_serial, ont_model } = access
    const author = JSON.stringify(authorOf(principal))
    const values = [
      access.id,
      vno_id,
      cto_id,
      port_id,
      ont_serial,
      ont_model,
      serial,
      model,
      reason,
      old_returned,
      author,
    ]
    const [made] = await serialRace(sql.rows<{ id: number }>(insertChange, values))
    const id = made?.id ?? 0
    await scheduleChange(sql, { id, access_id: access.id })
    const [before, after] = [{ ont_serial }, { access_id, new_serial: serial, new_model: model, reason, old_returned }]
    context.audit({ entity: 'ont_change', entityId: id, before, after })
    return new JsonAfter(doing, recordStatement(changes, principal, id), '}')
  }) satisfies WriteHandler<'admin_vno/ont/deviceModification'>,
}
