/** The verdict that an operator reads which has customers in the box and did not work there: of its own customers only. */
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { verdictOf } from '@hilo/domain/proof/judgement.ts'

type Neighbour = Report['diff'][number]

/** The work's operator is named to recipients that may know whose work it was. */
const isOwnerOnly = ({ vno_id }: Report) => vno_id === null

/** The verdict of the work for those who see the whole box, that of the visible rows for an operator that is only an owner. */
export function ownVerdict(report: Report, verdict: Report['verdict'], rows: readonly Neighbour[]): Report['verdict'] {
  // Without a reading from before the work every finding is undecided.
  if (!isOwnerOnly(report) || verdict === null || report.before_id === null) return verdict
  return verdictOf(rows.map(({ class: found, shared }) => (shared ? 'no_concluyente' : found)))
}
