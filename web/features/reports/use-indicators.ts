import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import type { ReportQuery } from './report-query.ts'

/** Indicators; the previous ones stay while loading. */
export function useIndicators(asked: ReportQuery) {
  const query = callQuery('admin_vno/reports/indicators/get', asked)
  return useQuery({ ...query, placeholderData: keepPreviousData, staleTime: 60_000 }, queryClient)
}
