import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import type { ListAnswer } from '@hilo/contract/index.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { useLive } from '../../api/stream.ts'

const page = 60
/** Remaining entries below which the next page is loaded. */
const few = 20

type QueuePath = 'admin_vno/enrollments/get' | 'admin_vno/unenrollments/get'
type Answer = ListAnswer<Enrollment>

/** Waiting entries of one list, oldest first. */
function useWaiting(path: QueuePath, decided: ReadonlySet<number>) {
  const query = { filter: { verification_state: 'pendiente' } }
  const answer = useInfiniteQuery(
    {
      queryKey: [path, query],
      queryFn: ({ signal, pageParam }): Promise<Answer> =>
        call<QueuePath>(
          path,
          { ...query, sort: [['created_at', 'asc']], limit: page, cursor: pageParam, count: pageParam === null },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (last: Answer) => last.next_cursor,
    },
    queryClient,
  )
  const all = answer.data?.pages.flatMap(({ records }) => records) ?? []
  const open = all.filter(({ id, repeat_asked_at }) => repeat_asked_at === null && !decided.has(id))
  const repeating = all.filter(({ repeat_asked_at }) => repeat_asked_at !== null).length
  const decidedCount = all.filter(({ id }) => decided.has(id)).length
  const { hasNextPage, isFetching, fetchNextPage } = answer
  const short = open.length < few && hasNextPage && !isFetching
  useEffect(() => {
    if (short) void fetchNextPage()
  }, [short, fetchNextPage])
  const total = answer.data?.pages[0]?.total?.value ?? all.length
  return { answer, open, repeating, left: Math.max(open.length + repeating, total - decidedCount), short }
}

const older = (a: Enrollment, b: Enrollment) => a.created_at.localeCompare(b.created_at) || a.id - b.id

/** Verification queue: enrolments and removals, without those just decided. */
export function useQueue(decided: ReadonlySet<number>) {
  useLive()
  const put = useWaiting('admin_vno/enrollments/get', decided)
  const taken = useWaiting('admin_vno/unenrollments/get', decided)
  const failed = put.answer.error ?? taken.answer.error
  const ready = put.answer.data !== undefined && taken.answer.data !== undefined
  return {
    ready,
    failed: ready ? null : failed,
    retry: () => {
      void put.answer.refetch()
      void taken.answer.refetch()
    },
    queue: [...put.open, ...taken.open].sort(older),
    /** Waiting for the technician's repetition. */
    repeating: put.repeating + taken.repeating,
    /** All that waits, those to be repeated included: as the menu and the two lists count. */
    left: put.left + taken.left,
    parts: { put: put.left, taken: taken.left },
  }
}
