import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { drafts } from '../../offline/drafts.ts'
import { pending } from '../../offline/operation.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { isUnderWay, type Work } from './work.ts'

/** What was typed in an intervention that is over, and never confirmed; `work`: null where it is no longer one's own. */
export interface Left {
  id: number
  steps: readonly FieldStep[]
  work: Work | null
}

const ending = ['admin_vno/events/finalize', 'admin_vno/events/cancel']

/** Interventions that somebody else closed while the technician had typed in them. What he closed himself he has done with. */
export function useLeft(): { left: readonly Left[]; drop: (id: number) => Promise<void> } {
  const operations = useOutbox()
  const [typed, setTyped] = useState<ReadonlyMap<number, readonly FieldStep[]>>(new Map())
  const read = useCallback(() => void drafts.typed().then(setTyped), [])
  useEffect(read, [read, operations])
  const waiting = new Set(pending(operations).map(({ group }) => group))
  const asked = [...typed.keys()].filter((id) => id > 0 && !waiting.has(String(id)))
  const left = useQueries(
    {
      queries: asked.map((id) => ({ ...callQuery('admin_vno/events/get', { id }), staleTime: 60_000 })),
      combine: (answers) =>
        answers.flatMap(({ data }, at): Left[] => {
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
