import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { callQuery, queryClient } from '../../../api/query.ts'
import { drafts } from '../../../offline/drafts.ts'
import { pending } from '../../../offline/operation.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { isUnderWay, type Work } from '../work.ts'

/** Unsent drafts of an intervention that is over; `work` is null if the session can no longer read the intervention. */
export interface OrphanedDrafts {
  id: number
  steps: readonly FieldStep[]
  work: Work | null
}

/** Pause before a failed read of an intervention is repeated, ms. */
const errorPauseMs = 10_000

const ending = ['admin_vno/events/finalize', 'admin_vno/events/cancel']

/**
 * Interventions closed by another person that have drafts here. Drafts of those closed on this device are discarded.
 */
export function useOrphanedDrafts(): { left: readonly OrphanedDrafts[]; drop: (id: number) => Promise<void> } {
  const operations = useOutbox()
  const [typed, setTyped] = useState<ReadonlyMap<number, readonly FieldStep[]>>(new Map())
  const read = useCallback(() => void drafts.typed().then(setTyped), [])
  useEffect(read, [read, operations])
  const waiting = new Set(pending(operations).map(({ group }) => group))
  const asked = [...typed.keys()].filter((id) => id > 0 && !waiting.has(String(id)))
  const left = useQueries(
    {
      queries: asked.map((id) => ({
        ...callQuery('admin_vno/events/get', { id }),
        // The pack may have filled the cache with what the intervention was.
        staleTime: 0,
        // No screen shows that this call failed, so no person would repeat it.
        refetchInterval: ({ state }: { state: { status: string } }) =>
          state.status === 'error' ? errorPauseMs : false,
      })),
      combine: (answers) =>
        answers.flatMap(({ data }, at): OrphanedDrafts[] => {
          const id = asked[at] ?? 0
          const work = data?.records[0] ?? null
          if (data === undefined || (work !== null && isUnderWay(work))) return []
          return [{ id, work, steps: fieldSteps.filter((step) => typed.get(id)?.includes(step)) }]
        }),
    },
    queryClient,
  )
  const byHim = left.filter(({ id }) => operations.some((one) => one.group === String(id) && ending.includes(one.path)))
  const over = byHim.map(({ id }) => id).join()
  const drop = useCallback((id: number) => drafts.drop(id).then(read), [read])
  useEffect(() => {
    for (const id of over.split(',').filter(Boolean)) void drop(Number(id))
  }, [over, drop])
  return { left: left.filter((one) => !byHim.includes(one)), drop }
}
