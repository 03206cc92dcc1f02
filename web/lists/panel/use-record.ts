import type { RecordOf } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useState } from 'react'
import { touches } from '../../api/change.ts'
import { isAbort } from '../../api/problem.ts'
import { onChange } from '../../api/stream.ts'
import { callList, callRecord } from '../data/call-list.ts'
import type { ListPath, Row } from '../define.ts'

export interface RecordState<R> {
  record: R | null
  /** Asked for and not there: another operator's looks the same. */
  missing: boolean
  error: unknown
  refresh: () => void
}
interface Asked<R> {
  id: number
  record: R | null
  error: unknown
}

type Ask<R> = (path: ListPath, id: number, signal: AbortSignal) => Promise<R | null>

function useAsked<R>(ask: Ask<R>, path: ListPath, id: number, known?: R): RecordState<R> {
  const [asked, setAsked] = useState<Asked<R>>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const request = new AbortController()
    ask(path, id, request.signal).then(
      (record) => setAsked({ id, record, error: null }),
      (error: unknown) => {
        if (!isAbort(error)) setAsked({ id, record: null, error })
      },
    )
    return () => request.abort()
  }, [ask, path, id, turn])
  const refresh = useCallback(() => setTurn((now) => now + 1), [])
  // What happens to it elsewhere shows here; null: something may have been missed.
  useEffect(
    () =>
      onChange((changes) => {
        if (changes === null || changes.some((one) => touches(one, path, { id }))) refresh()
      }),
    [path, id, refresh],
  )
  const answer = asked?.id === id ? asked : undefined
  const error = answer?.error ?? null
  const missing = answer !== undefined && error === null && answer.record === null
  return { record: missing ? null : (answer?.record ?? known ?? null), missing, error, refresh }
}

const askRow: Ask<Row> = async (path, id, signal) => (await callList(path, { id }, signal)).records[0] ?? null

/** A row of whatever list: what is known already is shown at once and brought up to date behind. */
export function useRow(path: ListPath, id: number, known: Row | undefined): RecordState<Row> {
  return useAsked(askRow, path, id, known)
}

/** One record by id, typed by its path. */
export function useRecord<P extends ListPath>(path: P, id: number): RecordState<RecordOf<P>> {
  const ask = useCallback<Ask<RecordOf<P>>>((_, id, signal) => callRecord(path, id, signal), [path])
  return useAsked(ask, path, id)
}
