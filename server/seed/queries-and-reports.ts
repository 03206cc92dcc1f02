/** Bulk queries and scheduled reports of the first operators. */
import { nextRun } from '@hilo/domain/schedule.ts'
import type pg from 'pg'
import type { Job } from './proof/jobs.ts'
import { demoTenants } from './tenants.ts'
import { stamp } from './time.ts'

/** Readings are those of the inventory. */
const queries = `
  with job as (
    insert into neighbour_job (vno_id, state, total, done, failed, finished_at, expires_at, created_at, updated_at)
    select v.id, 'parcial', 9, 9, 1, $2::timestamptz - interval '3 hours', $2::timestamptz + interval '6 days 20 hours',
      $2::timestamptz - interval '4 hours', $2::timestamptz - interval '3 hours'
    from vno v where v.id <= $1 returning id, vno_id, created_at),
  asked as (
    select j.id as job_id, j.vno_id, j.created_at, x.* from job j cross join lateral (
      select a.access_id, x.code, p.id as port_id, p.number, p.label, p.state as port_state, c.id as cto_id, c.code as cto_code,
        n.olt_id, a.rx_dbm, a.olt_rx_dbm, row_number() over (order by a.id) as line
      from port_assignment a join access x on x.id = a.access_id join port p on p.id = a.port_id join cto c on c.id = p.cto_id
      join pon n on n.id = c.pon_id
      where a.vno_id = j.vno_id and a.ended_at is null and a.ont_state = 'online' and a.rx_dbm >= -26 order by a.id limit 8) x),
  read as (
    insert into neighbour_job_row (job_id, vno_id, line, code, access_id, cto_id, olt_id, done, result, asked_at)
    select job_id, vno_id, line, code, access_id, cto_id, olt_id, true, jsonb_build_object('access_id', access_id,
      'access', jsonb_build_object('id', access_id, 'code', code), 'cto_id', cto_id, 'cto', jsonb_build_object('id', cto_id, 'code', cto_code),
      'port_id', port_id, 'port', jsonb_build_object('id', port_id, 'code', label), 'port_number', number, 'port_state', port_state,
      'state', 'online', 'light', 'ok', 'rx_dbm', rx_dbm, 'olt_rx_dbm', olt_rx_dbm, 'distance_m', null, 'last_down_at', null,
      'last_down_cause', null, 'read_at', wire_time(created_at), 'age_s', 0, 'error', null), created_at from asked)
  insert into neighbour_job_row (job_id, vno_id, line, code, done, error, message, asked_at)
  select id, vno_id, 9, 'AC00-00000000-0', true, 'NOT_FOUND', 'No existe o no está a tu alcance.', created_at from job`
const schedules = `insert into report_schedule (vno_id, name, period, hour, format, recipients, next_at)
  select v.id, $2, $3, $4, $5, array[v.contact ->> 'noc_email'], $6 from vno v where v.id <= $1 returning id`

const wanted = [
  { name: 'Cierre del día', period: 'day', hour: 7, format: 'pdf' },
  { name: 'Semana de las contratas', period: 'week', hour: 8, format: 'xlsx' },
] as const

/** Adds them in the seed's transaction, and returns the pending jobs. */
export async function addQueriesAndReports(client: Pick<pg.PoolClient, 'query'>, now: number): Promise<Job[]> {
  await client.query(queries, [demoTenants, stamp(now)])
  const jobs: Job[] = []
  for (const { name, period, hour, format } of wanted) {
    const next = nextRun({ period, hour }, new Date(now))
    const { rows } = await client.query<{ id: number }>(schedules, [demoTenants, name, period, hour, format, next])
    for (const { id } of rows) {
      const payload = { schedule_id: id, due: next.toISOString() }
      jobs.push({ task: 'process.report', eventId: 0, payload, key: `report:${id}`, at: next.getTime() })
    }
  }
  return jobs
}
