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

/** A control as the view gives it. `judged`: findings of an alarm after the closing, of every port of the box. */
type Given = Omit<Control, 'findings'> & {
  judged?: Pick<Neighbour, 'port' | 'class' | 'level' | 'doubt' | 'not_back' | 'shared'>[]
}

/** The rows of the closing with what a later judgement says of them: a port that the session does not see stays unseen. */
function judgedRows(diff: readonly Neighbour[], judged: NonNullable<Given['judged']>): Neighbour[] {
  return diff.map((one) => {
    const now = judged.find(({ port }) => port === one.port)
    return now
      ? { ...one, class: now.class, level: now.level, doubt: now.doubt, not_back: now.not_back, shared: now.shared }
      : one
  })
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
  const given: readonly Given[] = report.controls
  const isFrozen = ({ judged }: Given) => judged === undefined
  const all = given.some(isFrozen) ? await askInProcess(db, selectControls, [report.event_id]) : '[]'
  const visible = given.some(isFrozen) ? await sql.json(selectVisible, [report.event_id, all]) : null
  const looks = JSON.parse(visible ?? '[]') as Look[]
  const controls = given.map((control) => {
    if (control.judged) return seen(control, judgedRows(report.diff, control.judged))
    return seen(control, looks.find(({ taken_at }) => taken_at === control.taken_at)?.diff ?? [])
  })
  return { ...own, controls }
}
