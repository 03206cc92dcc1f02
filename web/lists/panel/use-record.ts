import type { RecordOf } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { touches } from '../../api/change.ts'
import { isAbort } from '../../api/problem.ts'
import { onChange } from '../../api/stream.ts'
import { callList, callRecord } from '../data/call-list.ts'
import type { ListPath, Row } from '../define.ts'

export interface RecordState<R> {
  record: R | null
  /** Not found; a record of another operator gives the same response. */
  missing: boolean
  error: unknown
  /** Reads the record again. Resolves once it is shown: an edit begun earlier would send the version before. */
  refresh: () => Promise<void>
}
interface Asked<R> {
  id: number
  record: R | null
  error: unknown
}

type Ask<R> = (path: ListPath, id: number, signal: AbortSignal) => Promise<R | null>

function useAsked<R>(ask: Ask<R>, path: ListPath, id: number): RecordState<R> {
  const [asked, setAsked] = useState<Asked<R>>()
  const [turn, setTurn] = useState(0)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const request = new AbortController()
    const answered = ask(path, id, request.signal).then(
      (record) => setAsked({ id, record, error: null }),
      (error: unknown) => {
        // What was loaded stays: a failed refresh must not close what is being read or typed.
        if (!isAbort(error)) setAsked((now) => ({ id, record: now?.id === id ? now.record : null, error }))
      },
    )
    void answered.then(() => {
      // A later request answers instead of an aborted one.
      if (!request.signal.aborted) for (const resolve of waiting.current.splice(0)) resolve()
    })
    return () => request.abort()
  }, [ask, path, id, turn])
  const refresh = useCallback(
    () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve)
        setTurn((now) => now + 1)
      }),
    [],
  )
  // Refreshes on change notifications; a null notification means that some may have been missed.
  useEffect(
    () =>
      onChange((changes) => {
        if (changes === null || changes.some((one) => touches(one, path, { id }))) void refresh()
      }),
    [path, id, refresh],
  )
  const answer = asked?.id === id ? asked : undefined
  const error = answer?.error ?? null
  const missing = answer !== undefined && error === null && answer.record === null
  return { record: answer?.record ?? null, missing, error, refresh }
}

const askRow: Ask<Row> = async (path, id, signal) => (await callList(path, { id }, signal)).records[0] ?? null

/** The whole record of a row of any list: the row itself has the fields of the shown columns only. */
export function useRow(path: ListPath, id: number): RecordState<Row> {
  return useAsked(askRow, path, id)
}

/** One record by id, typed by the call's path. */
export function useRecord<P extends ListPath>(path: P, id: number): RecordState<RecordOf<P>> {
  const ask = useCallback<Ask<RecordOf<P>>>((_, id, signal) => callRecord(path, id, signal), [path])
  return useAsked(ask, path, id)
}
