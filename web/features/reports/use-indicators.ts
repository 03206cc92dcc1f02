import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import type { Asked } from './asked.ts'

/** The figures; those of before stay while others are on their way. */
export function useIndicators(asked: Asked) {
  const query = callQuery('admin_vno/reports/indicators/get', asked)
  return useQuery({ ...query, placeholderData: keepPreviousData, staleTime: 60_000 }, queryClient)
}
