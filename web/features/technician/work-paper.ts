import type { StepData } from '@hilo/domain/step-data.ts'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { CallProblem } from '../../api/problem.ts'
import { shareFile } from '../../native/share.ts'
import { formatDateTime, formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { labelOf } from './box.ts'
import { dueSteps, stepOf, type Work } from './work.ts'

/** The work in lines of text: what can be handed over where there is no coverage for the paper itself. */
export function paperText(work: Work): string {
  const { power_dbm: power } = stepOf(work, 'power').data as StepData['power']
  const { verdict } = work.neighbours
  const lines = [
    `${text('tech.paper')} ${work.code}`,
    [work.work_kind && text(`choice.work_kind.${work.work_kind}`), labelOf(work.cto.code)].filter(Boolean).join(', '),
    work.port_number === null ? '' : text('list.port', { number: work.port_number }),
    formatDateTime(work.started_at ?? work.created_at),
    ...dueSteps(work).map(
      (step) => `${stepOf(work, step).status === 'done' ? '✓' : '·'} ${text(`choice.step.${step}`)}`,
    ),
    power == null ? '' : `${text('tech.title.power')}: ${formatPowerUnit(power) ?? ''}`,
    verdict === null ? text('tech.paper.unread') : text(`choice.verdict.${verdict}`),
  ]
  return lines.filter(Boolean).join('\n')
}

/** Hands over the report of the work: the paper itself, or its text where the server is out of reach. */
export async function sharePaper(work: Work): Promise<void> {
  try {
    const answer = await send('admin_vno/events/workorder', { event_id: work.id, disposition: 'attachment' })
    const file = new File([await answer.blob()], `${work.code}.pdf`, { type: 'application/pdf' })
    await shareFile(file, work.code)
  } catch (error) {
    const away = error instanceof CallProblem && (error.status === 0 || error.status === 503)
    if (!away && work.id > 0) return toast.error(problemText(error))
    await shareFile(new File([paperText(work)], `${work.code}.txt`, { type: 'text/plain' }), work.code)
  }
}
