/** Bulk reading of many accesses, box by box, throttled to spare the OLTs. */
import { vnoStatus } from '@hilo/domain/status.ts'
import { endOf, massive, mayRead } from '@hilo/domain/massive.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import type { TaskList } from 'graphile-worker'
import { normalCode } from '@hilo/domain/text.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { text } from '../kernel/texts.ts'
import type { BoxAnswer } from '../plant/reader.ts'
import { addJob } from './schedule.ts'
import { isSilent, ownAccesses, readOrRemember, stateOf, type OwnAccess } from './own-state.ts'
import type { Process } from './process.ts'
import { inProcess } from './tx.ts'

/** Longest turn of one run before it yields to the next job, and wait before a busy OLT is tried again; ms. */
const turnMs = 20_000
const pauseMs = 5_000

/** `$1` job, `$2` operator, `$3` codes, `$4` interval within which an access is not read again. */
const insertRows = `
  with asked as (select code, line from unnest($3::text[]) with ordinality as a(code, line)),
  found as (
    select a.code, a.line, x.id as access_id, x.cto_id, n.olt_id, case
        when x.id is null then 'NOT_FOUND'
        when exists (select from neighbour_job_row r where r.access_id = x.id and r.error is distinct from 'RATE_LIMITED'
          and r.asked_at > app_now() - $4::int8 * interval '1 ms') then 'RATE_LIMITED' end as error
    from asked a left join access x on x.code = a.code and ($2::int is null or x.vno_id = $2)
    left join cto c on c.id = x.cto_id left join pon n on n.id = c.pon_id)
  insert into neighbour_job_row (job_id, vno_id, line, code, access_id, cto_id, olt_id, done, error, message)
  select $1::bigint, $2::int, f.line, f.code, case when f.error is null then f.access_id end, f.cto_id, f.olt_id, f.error is not null,
    f.error, $5::jsonb ->> f.error from found f returning done`
const insertJob = `insert into neighbour_job (vno_id, total, created_by, expires_at)
  values ($1, $2, $3, app_now() + $4::int8 * interval '1 ms') returning id`
const openJobs = `select count(*)::int as n from neighbour_job where vno_id is not distinct from $1 and state in ('en_cola', 'en_curso')`

/** Codes normalized for comparison, without duplicates, in order. */
export const uniqueCodes = (codes: readonly string[]): string[] => [...new Set(codes.map(normalCode))]

/**
 * Stores a job with its rows; it starts after the commit.
 * @returns null if the operator has too many jobs waiting
 */
export async function createMassive(
  sql: Tx,
  vnoId: number | null,
  codes: readonly string[],
  by: object,
): Promise<{ id: number; open: boolean } | null> {
  // Serializes jobs of one operator: the second finds the rows of the first.
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('massive', $1))`, [vnoId ?? 0])
  const [jobs] = await sql.rows<{ n: number }>(openJobs, [vnoId])
  if ((jobs?.n ?? 0) >= massive.open) return null
  const [made] = await sql.rows<{ id: number }>(insertJob, [vnoId, codes.length, JSON.stringify(by), massive.keptMs])
  if (!made) throw new Error('a job without its row')
  const texts = { NOT_FOUND: text('problem.NOT_FOUND'), RATE_LIMITED: text('massive.again') }
  const values = [made.id, vnoId, codes, massive.againMs, JSON.stringify(texts)]
  const rows = await sql.rows<{ done: boolean }>(insertRows, values)
  const refused = rows.filter(({ done }) => done).length
  await countJob(sql, made.id)
  const open = refused < codes.length
  if (open)
    await addJob(sql, 'process.massive', `massive:${vnoId ?? 0}`, { job_id: made.id }, { key: `massive:${made.id}` })
  return { id: made.id, open }
}

interface Counted {
  vno_id: number | null
  total: number
  done: number
  failed: number
  version: number
}
const count = `
  update neighbour_job j set done = c.done, failed = c.failed, version = version + 1, updated_at = app_now()
  from (select count(*) filter (where done) as done, count(*) filter (where error is not null) as failed
    from neighbour_job_row where job_id = $1) c
  where j.id = $1 returning j.vno_id, j.total, j.done, j.failed, j.version`
const setState = `update neighbour_job set state = $2, finished_at = case when $2 = 'en_curso' then null else app_now() end where id = $1`

/** Counts the finished rows, and ends the job after the last one. @returns whether rows are left */
async function countJob(sql: Tx, id: number): Promise<boolean> {
  const [job] = await sql.rows<Counted>(count, [id])
  if (!job) return false
  const open = job.done < job.total
  if (!open || job.done > job.failed) await sql.rows(setState, [id, open ? 'en_curso' : endOf(job.total, job.failed)])
  await sql.rows(`select changed('neighbors/jobs', $1, $2, $3)`, [id, job.version, job.vno_id])
  return open
}

interface Box {
  cto_id: number
  olt_id: number
  vno_id: number | null
}
const waitingBoxes = `select distinct on (olt_id) olt_id, cto_id, vno_id from neighbour_job_row
  where job_id = $1 and not done order by olt_id, cto_id`
const usedPorts = `select coalesce(sum(ports), 0)::int as used,
    (select count(*)::int from port where cto_id = $2) as box,
    (select count(*)::int from port p join cto c on c.id = p.cto_id join pon n on n.id = c.pon_id where n.olt_id = $1) as total
  from neighbour_job_pace where olt_id = $1 and at > app_now() - interval '1 minute'`

/** The next box of a job whose OLT may be read now; null if all of them must rest. */
async function claimBox(sql: Tx, jobId: number): Promise<Box | null> {
  for (const box of await sql.rows<Box>(waitingBoxes, [jobId])) {
    await sql.rows(`select pg_advisory_xact_lock(hashtextextended('massive.olt', $1))`, [box.olt_id])
    const [pace] = await sql.rows<{ used: number; box: number; total: number }>(usedPorts, [box.olt_id, box.cto_id])
    if (!pace || !mayRead(pace)) continue
    await sql.rows(`delete from neighbour_job_pace where at < app_now() - interval '1 minute' and olt_id = $1`, [
      box.olt_id,
    ])
    await sql.rows('insert into neighbour_job_pace (olt_id, ports, at) values ($1, $2, app_now())', [
      box.olt_id,
      pace.box,
    ])
    return box
  }
  return null
}

interface Row {
  id: number
  access_id: number
}
const rowsOf = 'select id, access_id from neighbour_job_row where job_id = $1 and cto_id = $2 and not done for update'
const writeRow = `update neighbour_job_row r set done = true, error = w.error, message = w.message, result = w.result
  from jsonb_to_recordset($1) as w(id bigint, error text, message text, result jsonb) where r.id = w.id`

/** Stores the results of one box in one transaction. */
async function store(sql: Tx, jobId: number, box: Box, answer: BoxAnswer | undefined, error: ProblemCode | null) {
  const rows = await sql.rows<Row>(rowsOf, [jobId, box.cto_id])
  const ids = rows.map(({ access_id }) => access_id)
  const found = JSON.parse((await sql.json(ownAccesses, [ids, [], box.vno_id, null])) ?? '[]') as OwnAccess[]
  const byId = new Map(found.map((one) => [one.access_id, one]))
  const written = rows.map(({ id, access_id }) => {
    const access = byId.get(access_id)
    const code = access ? error : 'NOT_FOUND'
    const message = code === null ? null : text(`problem.${code}`)
    return { id, error: code, message, result: access ? stateOf(access, answer, error) : null }
  })
  await sql.rows(writeRow, [JSON.stringify(written)])
  return await countJob(sql, jobId)
}

const again = async (sql: Tx, jobId: number, vnoId: number | null, afterMs: number) => {
  const options = { key: `massive:${jobId}`, ...(afterMs > 0 && { at: { afterMs } }) }
  await addJob(sql, 'process.massive', `massive:${vnoId ?? 0}`, { job_id: jobId }, options)
}
const waitingRow = 'select vno_id from neighbour_job_row where job_id = $1 and not done limit 1'

const stopRows = `update neighbour_job_row r set done = true, error = 'PRIVILEGE_DENIED', message = $2
  from neighbour_job j join vno v on v.id = j.vno_id and v.status <> ${vnoStatus.is.enabled}
  where j.id = $1 and r.job_id = j.id and not r.done returning r.id`

/** Ends the jobs of a suspended operator without reading. @returns whether the job ended */
async function stopSuspended(sql: Tx, jobId: number): Promise<boolean> {
  const stopped = await sql.rows(stopRows, [jobId, text('problem.PRIVILEGE_DENIED')])
  if (stopped.length > 0) await countJob(sql, jobId)
  return stopped.length > 0
}

/** Leaves the rest of a job to a later run. */
async function leave({ db }: Process, jobId: number, afterMs: number): Promise<void> {
  await inProcess(db, async (sql) => {
    const [row] = await sql.rows<{ vno_id: number | null }>(waitingRow, [jobId])
    if (row) await again(sql, jobId, row.vno_id, afterMs)
  })
}

/** Reads one box after another and commits each: a killed run loses only the box that it was reading. */
async function run(process: Process, payload: unknown): Promise<void> {
  const { db, reader } = process
  const { job_id: id } = payload as { job_id?: unknown }
  if (typeof id !== 'number') throw new Error('a massive query is not named')
  const began = performance.now()
  while (performance.now() - began < turnMs) {
    if (await inProcess(db, (sql) => stopSuspended(sql, id))) return
    const box = await inProcess(db, (sql) => claimBox(sql, id))
    if (!box) return await leave(process, id, pauseMs)
    const read = await readOrRemember(reader, box.cto_id).catch((error: unknown) => {
      if (isSilent(error)) return { answer: undefined, error: error.code }
      throw error
    })
    if (read.error === 'OLT_BUSY') return await leave(process, id, pauseMs)
    if (!(await inProcess(db, (sql) => store(sql, id, box, read.answer, read.error)))) return
  }
  await leave(process, id, 0)
}

/** Hourly upkeep: results are kept for a week. */
export const massiveRetention = 'delete from neighbour_job where expires_at < app_now()'

export const massiveTasks = (process: Process): TaskList => ({
  'process.massive': async (payload) => await run(process, payload),
})
