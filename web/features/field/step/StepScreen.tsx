import { fieldSteps, type FieldStep, processState } from '@hilo/domain/status.ts'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLate } from '../../../ui/use-late.ts'
import { stableIdOf } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import { text } from '../../../ui/text.ts'
import { Blank, Failed } from '../LoadStates.tsx'
import { rememberStep, stepPath, verdictPath } from '../paths.ts'
import { StepBody } from './StepBody.tsx'
import { Opening } from './Opening.tsx'
import { useStep } from './use-step.ts'
import { useWork } from '../use-work.ts'
import { isBegun, openStep, type Work } from '../work.ts'

const { iddle, creating, wronglyCreated, created, wronglyFinalized, wronglyCancelled } = processState.is
const opening: readonly number[] = [iddle, creating, wronglyCreated]
const working: readonly number[] = [created, wronglyFinalized, wronglyCancelled]

/** One step of an intervention, in any of its states. */
export function StepScreen() {
  const { id, step } = useParams({ strict: false })
  const { work, missing, error, again } = useWork(Number(id))
  if (missing) return <Failed title={text('tech.gone.title')} sentence={text('tech.gone.text')} />
  if (work === null) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  const unread = opening.includes(work.process_state)
  if (unread && work.result_flag !== 0 && !isBegun(work)) return <Opening work={work} />
  if (!unread && !working.includes(work.process_state)) return <Navigate to={verdictPath(work)} replace />
  const known = fieldSteps.find((one) => one === step)
  if (known === undefined) return <Navigate to={stepPath(work, openStep(work) ?? 'final_report')} replace />
  // Stable key: the id of work begun offline changes while the technician types.
  return <OneStep key={`${stableIdOf(outbox.get(), work.id)}/${known}`} work={work} step={known} />
}

function OneStep({ work, step }: { work: Work; step: FieldStep }) {
  const form = useStep(work, step)
  const slow = useLate(200)
  useEffect(() => rememberStep(work.id, step), [work.id, step])
  if (form !== null) return <StepBody form={form} />
  return slow ? <Blank /> : null
}
