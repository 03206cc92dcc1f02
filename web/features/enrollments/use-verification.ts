import type { Enrollment, Picture } from '@hilo/contract/enrollments.ts'
import type { VerificationDecision } from '@hilo/domain/enrollment.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callQuery, queryClient, useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { fetchFile } from '../../api/use-file.ts'
import { inOrder } from './enrollment-facts.ts'
import { useDecisions } from './use-decisions.ts'
import { useQueue } from './use-queue.ts'

/** So many that come next are fetched with their pictures. */
const ahead = 2

/** All pictures of the work, because those of other steps help to judge; else those of the enrolment alone. */
const picturesAsked = ({ id, event_id }: Enrollment) => (event_id === null ? { enrollment_id: id } : { event_id })
const mayHave = ({ event_id, pictures }: Enrollment) => event_id !== null || pictures.length > 0

/** The pictures of what is on the screen, in the order in which they prove it. */
export function usePictures(one: Enrollment): { pictures: Picture[]; waiting: boolean } {
  const answer = useCall('admin_vno/enrollments/pictures/get', picturesAsked(one), { enabled: mayHave(one) })
  return { pictures: inOrder(one, answer.data?.records ?? []), waiting: answer.isLoading }
}

function prefetch(one: Enrollment) {
  if (mayHave(one)) void queryClient.prefetchQuery(callQuery('admin_vno/enrollments/pictures/get', picturesAsked(one)))
  for (const { file_id } of one.pictures) fetchFile(file_id, 'full')
}

/** Why nobody may decide on it here; null when it may be. */
export function hindrance(one: Enrollment): 'view' | 'own' | null {
  if (!session.can('enrollments-verification_edit', 'enrollments.verify_edit')) return 'view'
  return one.created_by?.id === session.get().info.user.id ? 'own' : null
}

/** The queue, what of it is on the screen, and what can be done about it. */
export function useVerification() {
  const decisions = useDecisions()
  const { queue, ready, failed, retry, left, repeating } = useQueue(decisions.decided)
  const navigate = useNavigate()
  const { id } = useSearch({ strict: false })
  const [at, setAt] = useState<Enrollment | null>(null)
  const wanted = at?.id ?? Number(id)
  const index = queue.findIndex((one) => one.id === wanted)
  const current = queue[index] ?? at ?? queue[0] ?? null
  /** On the screen, but somebody else has seen to it. */
  const gone = ready && current !== null && index < 0 && at !== null && !decisions.decided.has(current.id)
  const show = (one: Enrollment | null) => {
    setAt(one)
    void navigate({ to: '/vno/verificacion', search: one ? { id: one.id } : {}, replace: true })
  }
  // What is on the screen stays there, whatever comes into the queue before it.
  if (ready && at === null && current !== null) setAt(current)
  const next = queue[index + 1] ?? queue[index - 1] ?? null
  const coming = queue.slice(index + 1, index + 1 + ahead)
  const names = coming.map((one) => one.id).join(' ')
  useEffect(() => {
    for (const one of coming) prefetch(one)
    // oxlint-disable-next-line react/exhaustive-deps -- the same ones under the same names
  }, [names])
  const decide = (decision: VerificationDecision, reason: string | null) => {
    if (!current || gone || hindrance(current) !== null) return
    decisions.decide({ enrollment: current, decision, reason })
    show(next)
  }
  const undo = () => {
    const one = decisions.undo()
    if (one) show(one)
  }
  const step = (by: 1 | -1) => {
    const one = gone ? queue[0] : queue[index + by]
    if (one) show(one)
  }
  return {
    decisions,
    ready,
    failed,
    retry,
    left,
    repeating,
    current,
    gone,
    decide,
    undo,
    step,
    index,
    count: queue.length,
  }
}
