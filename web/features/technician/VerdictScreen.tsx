import { processState } from '@hilo/domain/status.ts'
import { useParams } from '@tanstack/react-router'
import { useOutbox } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { Checking } from './Checking.tsx'
import { CleanVerdict } from './CleanVerdict.tsx'
import { Blank, Failed } from './Faces.tsx'
import { NotYet } from './NotYet.tsx'
import { useReport } from './report.ts'
import { useWork } from './use-work.ts'
import { isCancelled, isClosing, isFinished, type Work } from './work.ts'

const { finalizing, error: inError } = processState.is

/** How an intervention ended, or what keeps it from ending. */
export function VerdictScreen() {
  const { id } = useParams({ strict: false })
  const { work, missing, error, again } = useWork(Number(id))
  if (missing) return <Failed title={text('tech.gone.title')} sentence={text('tech.gone.text')} />
  if (work === null) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  return <Verdict work={work} />
}

function Verdict({ work }: { work: Work }) {
  const operations = useOutbox()
  const mine = operations.filter((one) => one.group === String(work.id))
  const asking = isClosing(work, mine)
  if (asking || work.process_state === finalizing) return <Checking work={work} queued={asking} />
  if (isCancelled(work)) return <Failed title={text('tech.cancelled.title')} sentence={text('tech.cancelled.text')} />
  if (work.process_state === inError) {
    return <Failed title={text('tech.error.title')} sentence={work.error?.text ?? text('tech.error.text')} />
  }
  return isFinished(work) ? <Clean work={work} /> : <NotYet work={work} operations={mine} />
}

function Clean({ work }: { work: Work }) {
  const { data, error, refetch } = useReport(work)
  if (data) return <CleanVerdict work={work} report={data.record} />
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Blank />
}
