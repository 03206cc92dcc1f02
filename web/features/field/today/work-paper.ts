import type { StepData } from '@hilo/domain/step-data.ts'
import { send } from '../../../api/call.ts'
import { problemText } from '../../../api/problem-text.ts'
import { CallProblem } from '../../../api/problem.ts'
import { shareFile } from '../../../native/share.ts'
import { formatDateTime, formatPowerUnit } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../kit/toasts.tsx'
import { labelOf } from '../box/box.ts'
import { dueSteps, stepOf, type Work } from '../work.ts'

/** Report as plain text, for offline sharing. */
function paperText(work: Work): string {
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

/** Shares the report of an intervention: the PDF, or its text while offline. */
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
