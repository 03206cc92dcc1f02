/** Rows of an operator's notices, bulk queries and scheduled reports. */
import type { Database } from '../db/open.ts'
import { insert, type Vno } from './factories.ts'

type Db = Pick<Database, 'owner'>

export async function makeNotice(db: Db, over: Record<string, unknown>): Promise<number> {
  return await insert(db, 'notification', { kind: 'pon_down', payload: {}, at: new Date(), ...over })
}

/** One of each; `at` orders them, `odd` makes them differ, `mark` is in every text. */
export async function makeNotices(
  db: Db,
  vno: Pick<Vno, 'id'>,
  { at, odd = false, mark = '' }: { at: Date; odd?: boolean; mark?: string },
): Promise<void> {
  const kind = odd ? 'account_waiting' : 'pon_down'
  await makeNotice(db, { vno_id: vno.id, kind, payload: { name: `${mark}Ana`, pon_code: `${mark}PON` }, at })
  const of = { vno_id: vno.id, created_at: at }
  const expires_at = new Date(at.getTime() + 604_800_000)
  const job = await insert(db, 'neighbour_job', { ...of, total: 1, state: odd ? 'hecho' : 'parcial', expires_at })
  const error = odd ? {} : { error: 'NOT_FOUND', message: 'x' }
  const row = { job_id: job, vno_id: vno.id, line: at.getUTCDate(), code: `${mark}AC-${job}`, done: true, asked_at: at }
  await insert(db, 'neighbour_job_row', { ...row, ...error })
  const { rows } = await db.owner.query<{ id: number }>(
    `insert into report_schedule (vno_id, name, period, hour, format, recipients, created_at)
     values ($1, $2, $3, 8, 'pdf', '{}', $4) returning id`,
    [vno.id, `${mark}Informe`, odd ? 'week' : 'day', at],
  )
  if (rows.length === 0) throw new Error('no schedule')
}
