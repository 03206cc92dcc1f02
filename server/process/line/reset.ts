/** Restarts an ONT and waits until it is back. */
import { lineTimes } from '@hilo/domain/line-work.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { LineAnswer } from '../../plant/reader.ts'
import type { Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { auditLine, failure, idOf, isSilent, scheduleLine } from './job.ts'

interface Reset {
  id: number
  access_id: number
  vno_id: number
  cto_id: number
  port_id: number
  requested_at: Date
  cut_from: Date | null
  now: Date
}

const running = `select id, access_id, vno_id, cto_id, port_id, requested_at, cut_from, app_now() as now
  from ont_reset where id = $1 and state = 'en_curso'`
const order = `update ont_reset set cut_from = $2, version = version + 1, updated_at = app_now() where id = $1`
const finish = `
  with done as (
    update ont_reset set state = $2, cut_from = coalesce(cut_from, requested_at), finished_at = app_now(), error = $4,
      cut_to = case when $3::timestamptz is not null then greatest($3, coalesce(cut_from, requested_at)) end,
      version = version + 1, updated_at = app_now()
     where id = $1 and state = 'en_curso' returning id, version, vno_id)
  select changed('ont', id, version, vno_id) from done`

export async function scheduleReset(sql: Tx, reset: { id: number; access_id: number }, afterMs = 0): Promise<void> {
  await scheduleLine(sql, 'process.ont_reset', `access:${reset.access_id}`, { id: reset.id }, afterMs)
}

/** When the ONT came back after the order; null if it has been up since before the order. */
function backAt({ requested_at: asked }: Reset, { box, detail }: LineAnswer): Date | null {
  if (detail.uptimeS === null) return null
  const started = box.takenAt.getTime() - detail.uptimeS * 1000
  return started >= asked.getTime() - 1000 ? new Date(Math.max(started, asked.getTime())) : null
}

async function end(sql: Tx, reset: Reset, back: Date | null, error: object | null): Promise<void> {
  const state = error ? 'fallido' : 'confirmado'
  await sql.rows(finish, [reset.id, state, back, error && JSON.stringify(error)])
  const { id, vno_id: vnoId } = reset
  await auditLine(sql, { entity: 'ont_reset', id, vnoId, act: 'ont_reset', after: { state, error } })
}

/** One poll: gives the order if not given yet, and checks for the ONT. Idempotent. */
export async function resetJob({ db, reader }: Process, payload: unknown): Promise<void> {
  const id = idOf(payload)
  const [reset] = await inProcess(db, (sql) => sql.rows<Reset>(running, [id]))
  if (!reset) return
  const line = await reader.readLine(reset.cto_id, reset.port_id, 'process').catch((error: unknown) => {
    isSilent(error)
    return null
  })
  const back = line && backAt(reset, line)
  if (back) return await inProcess(db, (sql) => end(sql, reset, back, null))
  if (reset.now.getTime() - reset.requested_at.getTime() > lineTimes.resetPatience) {
    return await inProcess(db, (sql) => end(sql, reset, null, failure(line ? 'ONT_SIN_LUZ' : 'OLT_UNREACHABLE')))
  }
  const orders = line !== null && line.detail.uptimeS !== null && reset.cut_from === null
  if (orders) await reader.reset(reset.cto_id, reset.port_id).catch(isSilent)
  await inProcess(db, async (sql) => {
    if (orders) await sql.rows(order, [id, line.box.takenAt])
    await scheduleReset(sql, reset, lineTimes.look)
  })
}
