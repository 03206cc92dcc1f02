import { changesPort } from '@hilo/domain/hair-change.ts'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOnline } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import { Blank, Failed } from '../LoadStates.tsx'
import { HairAnswer } from './HairAnswer.tsx'
import { HairAsk } from './HairAsk.tsx'
import { HairWaiting } from './HairWaiting.tsx'
import { stepPath, stepToGoOn, verdictPath } from '../paths.ts'
import { isMoot, isWaiting, useHair } from './use-hair.ts'
import { useWork } from '../use-work.ts'
import { isWorkable, type Work } from '../work.ts'

/** Port change: form, waiting, and decision. */
export function HairScreen() {
  const { id } = useParams({ strict: false })
  const { work, missing, error, again } = useWork(Number(id))
  if (missing) return <Failed title={text('tech.gone.title')} sentence={text('tech.gone.text')} />
  if (work === null) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  if (!isWorkable(work)) return <Navigate to={verdictPath(work)} replace />
  if (!changesPort(work.work_kind)) return <Navigate to={stepPath(work, stepToGoOn(work))} replace />
  return <Hair work={work} />
}

function Hair({ work }: { work: Work }) {
  const hair = useHair(work)
  const online = useOnline()
  const [anew, setAnew] = useState(false)
  const { latest, sending, refused } = hair
  if (sending) return <HairWaiting work={work} change={null} />
  if (!hair.ready && online && !refused) return <Blank />
  if (latest === null || isMoot(latest) || refused || anew)
    return <HairAsk work={work} hair={hair} asked={() => setAnew(false)} />
  if (isWaiting(latest)) return <HairWaiting work={work} change={latest} />
  return <HairAnswer work={work} change={latest} left={hair.left} again={() => setAnew(true)} />
}
