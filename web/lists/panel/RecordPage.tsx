import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecordOf } from '@hilo/contract/index.ts'
import type { ListPath } from '../define.ts'
import '../lists.css'
import './page.css'
import { NoRecord } from './NoRecord.tsx'
import { useRecord, type RecordState } from './use-record.ts'

/** Record id from the route. */
export function useRouteId(): number {
  const { id } = useParams({ strict: false })
  return Number(id)
}

interface RecordPageProps<P extends ListPath> {
  path: P
  children: (record: RecordOf<P>, state: RecordState<RecordOf<P>>) => ReactNode
}

/** A record's page: loading, not found, failed, or `children` with the record. */
export function RecordPage<P extends ListPath>({ path, children }: RecordPageProps<P>) {
  const state = useRecord<P>(path, useRouteId())
  if (state.record)
    return <article className="hl-page grid packed gap-12 p-page min-h-full">{children(state.record, state)}</article>
  if (!state.missing && state.error == null)
    return <div className="hl-page grid packed gap-12 p-page min-h-full" aria-busy="true" />
  return <NoRecord error={state.missing ? null : state.error} retry={state.refresh} />
}
