/** Results of judgements: append-only, the latest counts, every change is audited. */
import type { NeighbourClass } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { auditProcess, type EventRow } from '../event-row.ts'
import type { Comparison, DiffRow } from './compare.ts'

/** Edition of the rules. Edition 1 had no timelines, judging controls or doubts. */
export const rulesEdition = 2

type JudgedPhase = 'live' | 'after' | 'control_15min' | 'control_24h'

/** The stored part of a neighbour's finding. */
type Kept = Pick<DiffRow, 'port' | 'class' | 'level' | 'doubt' | 'at' | 'works' | 'shared' | 'not_back'>

const lastOf = 'select findings from judgement where event_id = $1 order by id desc limit 1'
const insert = `insert into judgement (event_id, at, phase, edition, verdict, level, clean, findings)
  values ($1, app_now(), $2, $3, $4, $5, $6, $7)`

const storedFinding = ({ port, class: found, level, doubt, at, works, shared, not_back }: DiffRow): Kept => {
  return { port, class: found, level, doubt, at, works, shared, not_back }
}
const isNews = (now: Kept, before: Kept | undefined) =>
  !before ||
  now.class !== before.class ||
  now.level !== before.level ||
  now.doubt !== before.doubt ||
  now.not_back !== before.not_back ||
  (now.at !== before.at && now.class !== 'igual')

const quiet: readonly NeighbourClass[] = ['igual', 'apagado']

/**
 * Appends a judgement that differs from the last. Returns the new findings, which have not been notified yet. Runs in the
 * scope of all operators, with the intervention locked.
 */
export async function recordJudgement(
  sql: Tx,
  event: EventRow,
  phase: JudgedPhase,
  { diff, verdict, level, clean }: Comparison,
): Promise<DiffRow[]> {
  const [last] = await sql.rows<{ findings: Kept[] }>(lastOf, [event.id])
  const before = new Map(last?.findings.map((one) => [one.port, one]))
  const news = diff.filter((one) => isNews(storedFinding(one), before.get(one.port)))
  if (last && news.length === 0) return []
  await sql.rows(insert, [
    event.id,
    phase,
    rulesEdition,
    verdict,
    level,
    clean,
    JSON.stringify(diff.map(storedFinding)),
  ])
  const reported = news.filter((one) => before.has(one.port) || !quiet.includes(one.class))
  if (reported.length > 0) {
    const changes = reported.map((one) => ({
      port: one.port,
      class: one.class,
      before: before.get(one.port)?.class ?? null,
    }))
    await auditProcess(sql, event, 'judge', { phase, verdict, changes })
  }
  return news
}
