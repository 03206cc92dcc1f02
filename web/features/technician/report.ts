import type { Output } from '@hilo/contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../api/query.ts'
import { isFinished, type Work } from './work.ts'

export type Report = Output<'admin_vno/neighbors/qualityReport'>['record']
export type Neighbour = Report['diff'][number]

/** The report of an intervention: the frozen one once it is closed, until then what it would say now. */
export function useReport(work: Work) {
  const path = isFinished(work) ? 'admin_vno/neighbors/persistedqualityreport' : 'admin_vno/neighbors/qualityReport'
  // A closing attempt is a new report: the version tells them apart.
  const query = { ...callQuery(path, { event_id: work.id }), queryKey: [path, { event_id: work.id }, work.version] }
  return useQuery(query, queryClient)
}

/** A neighbour that keeps the technician here. */
export const isHarmed = ({ class: of }: Neighbour) => of === 'desconectado' || of === 'movido'
/** Had light, and at the end nobody could tell whether it still had. */
export const isUnsure = ({ class: of, preexisting }: Neighbour) => of === 'no_concluyente' && !preexisting
/** Neighbours that count: with light before the work. */
export const countable = (report: Report) => report.diff.filter(({ preexisting }) => !preexisting)
