import type { Output } from '@hilo/contract/index.ts'
import { hasReadings } from '@hilo/domain/event.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../../api/query.ts'
import { isUnderWay, isFinished, type Work } from '../work.ts'

export type Report = Output<'admin_vno/neighbors/qualityReport'>['record']
export type Neighbour = Report['diff'][number]

/** False for a closed intervention without any reading of its neighbours: the server has no report of it. */
export const mayHaveReport = (work: Work): boolean => isUnderWay(work) || hasReadings(work.neighbours)

/** Report of an intervention: frozen once closed, provisional before. Not requested where there is none. */
export function useReport(work: Work, wanted = true) {
  const path = isFinished(work) ? 'admin_vno/neighbors/persistedqualityreport' : 'admin_vno/neighbors/qualityReport'
  const asked = { event_id: work.id }
  return useQuery(
    {
      ...callQuery(path, asked),
      enabled: wanted && mayHaveReport(work),
      // Each closing attempt has its own report, by version. The previous one stays visible while loading.
      queryKey: [path, asked, work.version],
      placeholderData: (told, before) => {
        const [of, query] = before?.queryKey ?? []
        return of === path && (query as typeof asked).event_id === work.id ? told : undefined
      },
    },
    queryClient,
  )
}

/** A neighbour that must be restored before leaving. */
export const isHarmed = ({ class: of }: { class?: NeighbourClass | undefined }) =>
  of === 'desconectado' || of === 'movido'
/** Was lit, and its final state is unknown. */
export const isUnsure = ({ class: of, preexisting }: Neighbour) => of === 'no_concluyente' && !preexisting
/** Receives less light than before the work. */
export const isWeaker = ({ class: of }: Neighbour) => of === 'degradado'
/** Neighbours that count: lit before the work. */
export const countable = (report: Report) => report.diff.filter(({ preexisting }) => !preexisting)
