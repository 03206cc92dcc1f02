import type { ReportPeriod } from '@hilo/contract/reports.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { onChange, useLive } from '../../api/stream.ts'

/** Figures are asked for again this long after something changed, however much else changes meanwhile. */
const gatherMs = 3000
/** Without any news: what is counted by the clock moves on its own. */
const staleMs = 60_000

/** The figures of the period; they follow what happens, and the old ones stay while new ones are on their way. */
export function useReport(period: ReportPeriod) {
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
