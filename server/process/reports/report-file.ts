/** The frozen report as a file of the operator whose technician worked. */
import type { Report } from '@hilo/contract/neighbors.ts'
import { figureChecks, timeChecks } from '@hilo/domain/check-levels.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { attachFile, keepBytes } from '../../files/keep.ts'
import type { FileStore } from '../../files/store.ts'
import { lockEvent } from '../event-row.ts'
import { logoKey, paperLogo } from './paper-logo.ts'
import { eventIdOf, type Process } from '../process.ts'
import { verifyUrl } from './discharge.ts'
import { drawReport, type WorkFacts } from './report-pdf.ts'
import { inProcess } from '../tx.ts'

const workOf = `select json_build_object('work_kind', e.work_kind, 'process_state', e.process_state, 'started_at', wire_time(e.started_at),
    'finished_at', wire_time(e.finished_at), 'contractor', n.name, 'address', concat_ws(', ', concat_ws(' ', c.street, c.street_number),
      concat_ws(' ', c.postal_code, c.municipality)), 'port', p.number, 'access', x.code, 'power_dbm', e.power_dbm,
    'rx_dbm', (select (s->'data'->>'rx_dbm')::numeric from json_array_elements(e.steps) s where s->>'step' = 'final_report'),
    'rx_read_dbm', (select (i->>'rx_dbm')::numeric from json_array_elements(e.neighbour_items) i
      where (i->>'own')::boolean and (i->>'port')::int = p.number),
    'marks', (select coalesce(json_agg(k->>'text'), '[]') from json_array_elements(e.steps) s
      cross join json_array_elements(s->'checks') k where k->>'level' = 'aviso' and k->>'code' = any($2::text[])),
    'ine_code', c.ine_code, 'offline_ms', e.offline_ms, 'logo', ${logoKey})::text
  from event e join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id left join contractor n on n.id = e.contractor_id left join port p on p.id = e.port_id
  left join access x on x.id = e.access_id where e.id = $1`

/** What the operator itself may see: nothing of others' customers reaches the paper. */
async function visible(
  sql: Tx,
  eventId: number,
  vnoId: number,
): Promise<{ report: Report; work: Omit<WorkFacts, 'verify_url'> } | null> {
  await sql.json(`select set_config('app.scope', 'vno', true) || set_config('app.vno_id', $1, true)`, [String(vnoId)])
  const report = await sql.json('select report_view($1, null)', [eventId])
  const work = await sql.json(workOf, [eventId, [...figureChecks, ...timeChecks]])
  if (report === null || report === 'null' || work === null) return null
  return { report: JSON.parse(report) as Report, work: JSON.parse(work) as WorkFacts }
}

function reportIdOf(payload: unknown): number {
  const { report_id: id } = payload as { report_id?: unknown }
  if (typeof id !== 'number') throw new Error('a report file names no report')
  return id
}

const waiting = `select (pdf_file_id is null)::text from quality_report where id = $1`

/** Draws the report and keeps it; once only. */
export async function reportFileJob({ db, config }: Process, store: FileStore, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const reportId = reportIdOf(payload)
  const event = await inProcess(db, async (sql) =>
    (await sql.json(waiting, [reportId])) === 'true' ? await lockEvent(sql, id) : null,
  )
  if (!event) return
  const seen = await inProcess(db, (sql) => visible(sql, id, event.vno_id))
  if (!seen) return
  const logo = await paperLogo(store, seen.work.logo)
  const work = { ...seen.work, verify_url: verifyUrl(config) }
  const kept = await keepBytes(store, event.vno_id, await drawReport(seen.report, work, logo))
  failpoint('close.file')
  await inProcess(db, async (sql) => {
    const locked = await lockEvent(sql, id)
    if (!locked || (await sql.json(waiting, [reportId])) !== 'true') return
    const name = `${locked.code}-informe.pdf`
    const file = { vnoId: locked.vno_id, eventId: id, name, mime: 'application/pdf', full: kept, createdBy: null }
    const fileId = await attachFile(sql, store, file)
    await sql.rows('update quality_report set pdf_file_id = $2 where id = $1', [reportId, fileId])
    await sql.rows(`select changed('events', $1, $2, $3, $4)`, [id, locked.version, locked.vno_id, locked.technical_id])
  })
}
