import type { Output } from '@hilo/contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import { isFinished, type Work } from './work.ts'

export type Report = Output<'admin_vno/neighbors/qualityReport'>['record']
export type Neighbour = Report['diff'][number]

/** The report of an intervention: the frozen one once it is closed, until then what it would say now. */
export function useReport(work: Work, enabled = true) {
  const path = isFinished(work) ? 'admin_vno/neighbors/persistedqualityreport' : 'admin_vno/neighbors/qualityReport'
  const asked = { event_id: work.id }
  return useQuery(
    {
      ...callQuery(path, asked),
      enabled,
      // A closing attempt is a new report: the version tells them apart. Until it is here, what was told before stays.
      queryKey: [path, asked, work.version],
      placeholderData: (told, before) => {
        const [of, query] = before?.queryKey ?? []
        return of === path && (query as typeof asked).event_id === work.id ? told : undefined
      },
    },
    queryClient,
  )
}

/** A neighbour that keeps the technician here. */
export const isHarmed = ({ class: of }: Neighbour) => of === 'desconectado' || of === 'movido'
/** Had light, and at the end nobody could tell whether it still had. */
export const isUnsure = ({ class: of, preexisting }: Neighbour) => of === 'no_concluyente' && !preexisting
/** Neighbours that count: with light before the work. */
export const countable = (report: Report) => report.diff.filter(({ preexisting }) => !preexisting)
