import type { SchedulePeriod } from '@hilo/domain/schedule.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { onChange, useLive } from '../../api/stream.ts'

/** Delay before figures are refreshed after a change, ms; more changes meanwhile do not extend it. */
const gatherMs = 3000
/** Refresh interval without changes, ms: some figures depend on the time. */
const staleMs = 60_000

/** Figures of the period, refreshed after changes; the old ones stay while loading. */
export function useReport(period: SchedulePeriod) {
  useLive()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = onChange(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void queryClient.invalidateQueries({ queryKey: ['admin_vno/reports/get'] })
      }, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(waiting)
    }
  }, [])
  const query = callQuery('admin_vno/reports/get', { report: 'day', period, indicators: false })
  return useQuery({ ...query, placeholderData: keepPreviousData, refetchInterval: staleMs }, queryClient)
}
