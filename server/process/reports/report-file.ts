/** The frozen report as a PDF for the operator whose technician worked. */
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { figureChecks, timeChecks } from '@hilo/domain/check-levels.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { attachFile, keepBytes } from '../../files/attach.ts'
import type { FileStore } from '../../files/store.ts'
import { lockEvent } from '../event-row.ts'
import { logoKey, paperLogo } from './paper-logo.ts'
import { eventIdOf, type Process } from '../process.ts'
import { verifyUrl } from './discharge.ts'
import { drawReport, type WorkFacts } from './report-pdf.ts'
import { inProcess, type ProcessDb } from '../tx.ts'
import { withControls } from './control-findings.ts'

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

/** The report within the operator's rights: no data of other operators' customers. */
async function visible(
  db: ProcessDb,
  sql: Tx,
  eventId: number,
  vnoId: number,
): Promise<{ report: Report; work: Omit<WorkFacts, 'verify_url'> } | null> {
  await sql.json(`select set_config('app.scope', 'vno', true) || set_config('app.vno_id', $1, true)`, [String(vnoId)])
  const report = await sql.json('select report_view($1, null)', [eventId])
  const work = await sql.json(workOf, [eventId, [...figureChecks, ...timeChecks]])
  if (report === null || report === 'null' || work === null) return null
  return { report: await withControls(db, sql, JSON.parse(report) as Report), work: JSON.parse(work) as WorkFacts }
}

interface Asked {
  reportId: number
  /** A paper that was kept before is replaced. */
  anew: boolean
}

function askedOf(payload: unknown): Asked {
  const { report_id: reportId, anew } = payload as { report_id?: unknown; anew?: unknown }
  if (typeof reportId !== 'number') throw new Error('a report file names no report')
  return { reportId, anew: anew === true }
}

const waiting = `select ($2 or pdf_file_id is null)::text from quality_report where id = $1`

/** Draws the report as it is known now and keeps it: once, and once for each time that something was found after it. */
export async function reportFileJob({ db, config }: Process, store: FileStore, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const { reportId, anew } = askedOf(payload)
  const isWaiting = async (sql: Tx) => (await sql.json(waiting, [reportId, anew])) === 'true'
  const event = await inProcess(db, async (sql) => ((await isWaiting(sql)) ? await lockEvent(sql, id) : null))
  if (!event) return
  const visibleReport = await inProcess(db, (sql) => visible(db, sql, id, event.vno_id))
  if (!visibleReport) return
  const logo = await paperLogo(store, visibleReport.work.logo)
  const work = { ...visibleReport.work, verify_url: verifyUrl(config) }
  const stored = await keepBytes(store, event.vno_id, await drawReport(visibleReport.report, work, logo))
  failpoint('close.file')
  await inProcess(db, async (sql) => {
    const locked = await lockEvent(sql, id)
    if (!locked || !(await isWaiting(sql))) return
    const name = `${locked.code}-informe.pdf`
    const file = { vnoId: locked.vno_id, eventId: id, name, mime: 'application/pdf', full: stored, createdBy: null }
    const fileId = await attachFile(sql, store, file)
    await sql.rows('update quality_report set pdf_file_id = $2 where id = $1', [reportId, fileId])
    await sql.rows(`select changed('events', $1, $2, $3, $4)`, [id, locked.version, locked.vno_id, locked.technical_id])
  })
}
