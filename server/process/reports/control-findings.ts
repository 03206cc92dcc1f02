/** Findings of the controls that the closing did not have, as far as the session may see them. */
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { askInProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import type { Sql } from '../../kernel/sql/scope.ts'
import { ownVerdict } from './own-verdict.ts'

type Neighbour = Report['diff'][number]
type Control = Report['controls'][number]

const selectControls = `select coalesce(json_agg(json_build_object('taken_at', wire_time(s.taken_at), 'diff', r.diff, 'verdict', r.verdict)), '[]')::text
  from quality_report r join neighbour_snapshot s on s.id = r.after_id
  where r.event_id = $1 and s.phase in ('control_15min', 'control_24h')`
/** Read through the report's view, which leaves out other operators' rows. */
const selectVisible = `select json_agg(json_build_object('taken_at', c->'taken_at', 'diff', report_view($1, c)->'diff'))::text
  from jsonb_array_elements($2::jsonb) c`

interface Look {
  taken_at: string
  diff: Neighbour[] | null
}

/** An alarm after the closing is judged at once, without a report of its own: it counts until the next control. */
const selectLast = `select json_build_object('at', wire_time(j.at), 'phase', j.phase, 'verdict', j.verdict, 'findings', j.findings)::text
  from judgement j where j.event_id = $1 order by j.id desc limit 1`

interface Judged {
  at: string
  phase: string
  verdict: Report['verdict']
  findings: Pick<Neighbour, 'port' | 'class' | 'level' | 'doubt' | 'not_back' | 'shared'>[]
}

/** The rows of the closing with what the last judgement says of them; null where a control, or the closing, was the last. */
async function lastLive(db: ProcessDb, report: Report): Promise<(Look & { verdict: Report['verdict'] }) | null> {
  const text = report.frozen_at === null ? null : await askInProcess(db, selectLast, [report.event_id])
  const last = text === null ? null : (JSON.parse(text) as Judged)
  if (last?.phase !== 'live' || last.at <= (report.frozen_at ?? '')) return null
  const byPort = new Map(
    last.findings.map(({ class: found, level, doubt, not_back, shared, port }) => [
      port,
      { class: found, level, doubt, not_back, shared },
    ]),
  )
  return {
    taken_at: last.at,
    verdict: last.verdict,
    diff: report.diff.map((one) => ({ ...one, ...byPort.get(one.port) })),
  }
}

/** A neighbour without a finding at the closing was unharmed then. */
const unchanged: Pick<Neighbour, 'class' | 'level' | 'doubt' | 'not_back'> = {
  class: 'igual',
  level: 'ok',
  doubt: null,
  not_back: false,
}
const differs = (now: Neighbour, closing: typeof unchanged = unchanged) =>
  now.class !== closing.class ||
  now.level !== closing.level ||
  now.doubt !== closing.doubt ||
  now.not_back !== closing.not_back

/** The report with the findings of its controls, and with the verdicts that the session may read. */
export async function withControls(db: ProcessDb, sql: Sql, report: Report): Promise<Report> {
  const own = { ...report, verdict: ownVerdict(report, report.verdict, report.diff) }
  const closing = new Map(report.diff.map((one) => [one.port, one]))
  const seen = ({ phase, taken_at, verdict }: Omit<Control, 'findings'>, diff: readonly Neighbour[]): Control => ({
    ...{ phase, taken_at, verdict: ownVerdict(report, verdict, diff) },
    findings: diff.filter((one) => differs(one, closing.get(one.port))),
  })
  const live = await lastLive(db, report)
  const later = live ? [seen({ ...live, phase: 'live' }, live.diff ?? [])] : []
  if (report.controls.length === 0) return { ...own, controls: later }
  const all = await askInProcess(db, selectControls, [report.event_id])
  const looks = JSON.parse((await sql.json(selectVisible, [report.event_id, all])) ?? '[]') as Look[]
  const controls = report.controls.map((control) =>
    seen(control, looks.find(({ taken_at }) => taken_at === control.taken_at)?.diff ?? []),
  )
  return { ...own, controls: [...controls, ...later] }
}
