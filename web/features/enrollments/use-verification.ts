import type { Enrollment, Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { VerificationDecision } from '@hilo/domain/enrollment.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { fetchFile } from '../../api/use-file.ts'
import { inOrder } from './enrollment-facts.ts'
import { useDecisions } from './use-decisions.ts'
import { useQueue } from './use-queue.ts'

/** Number of next enrolments whose pictures are preloaded. */
const ahead = 2

/** All pictures of the work, if there is one: those of other steps help the decision. */
const picturesAsked = ({ id, event_id }: Enrollment) => (event_id === null ? { enrollment_id: id } : { event_id })
const mayHave = ({ event_id, pictures }: Enrollment) => event_id !== null || pictures.length > 0

/** Pictures of the open enrolment, most relevant first. */
export function usePictures(one: Enrollment): { pictures: Picture[]; waiting: boolean } {
  const answer = useCall('admin_vno/enrollments/pictures/get', picturesAsked(one), { enabled: mayHave(one) })
  return { pictures: inOrder(one, answer.data?.records ?? []), waiting: answer.isLoading }
}

function prefetch(one: Enrollment) {
  if (mayHave(one)) void queryClient.prefetchQuery(callQuery('admin_vno/enrollments/pictures/get', picturesAsked(one)))
  for (const { file_id } of one.pictures) fetchFile(file_id, 'full')
}

/** Why this session may not decide; null if it may. */
export function hindrance(one: Enrollment): 'view' | 'own' | null {
  if (!session.can('enrollments-verification_edit', 'enrollments.verify_edit')) return 'view'
  return one.created_by?.id === session.get().info.user.id ? 'own' : null
}

/** Queue, open enrolment, and actions. */
export function useVerification() {
  const decisions = useDecisions()
  const { queue, ready, failed, retry, left, parts, repeating } = useQueue(decisions.decided)
  const navigate = useNavigate()
  const { id } = useSearch({ strict: false })
  const [at, setAt] = useState<Enrollment | null>(null)
  const wanted = at?.id ?? Number(id)
  const index = queue.findIndex((one) => one.id === wanted)
  const current = queue[index] ?? at ?? queue[0] ?? null
  /** Open, but decided by another person. */
  const decidedElsewhere = ready && current !== null && index < 0 && at !== null && !decisions.decided.has(current.id)
  const show = (one: Enrollment | null) => {
    setAt(one)
    void navigate({ to: '/vno/verificacion', search: one ? { id: one.id } : {}, replace: true })
  }
  // Keep the open enrolment in place when others enter the queue before it.
  if (ready && at === null && current !== null) setAt(current)
  const next = queue[index + 1] ?? queue[index - 1] ?? null
  const coming = queue.slice(index + 1, index + 1 + ahead)
  const names = coming.map((one) => one.id).join(' ')
  useEffect(() => {
    for (const one of coming) prefetch(one)
    // oxlint-disable-next-line react/exhaustive-deps -- the same ones under the same names
  }, [names])
  const decide = (decision: VerificationDecision, reason: string | null) => {
    if (!current || decidedElsewhere || hindrance(current) !== null) return
    decisions.decide({ enrollment: current, decision, reason })
    show(next)
  }
  const undo = () => {
    const one = decisions.undo()
    if (one) show(one)
  }
  const step = (by: 1 | -1) => {
    const one = decidedElsewhere ? queue[0] : queue[index + by]
    if (one) show(one)
  }
  return {
    decisions,
    ready,
    failed,
    retry,
    left,
    parts,
    repeating,
    current,
    gone: decidedElsewhere,
    decide,
    undo,
    step,
    index,
    count: queue.length,
    /** Queue including the part that is not loaded. */
    due: Math.max(queue.length, left - repeating),
  }
}
