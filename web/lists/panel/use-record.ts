import { useCallback, useEffect, useState } from 'react'
import { isAbort } from '../../api/problem.ts'
import { callList } from '../data/row-store.ts'
import type { ListPath, Row } from '../define.ts'

export interface RecordState {
  record: Row | null
  /** Asked for and not there: another operator's looks the same. */
  missing: boolean
  error: unknown
  refresh: () => void
}

/** One record by id: what is known already is shown at once and brought up to date behind. */
export function useRecord(path: ListPath, id: number, known?: Row | undefined): RecordState {
  const [asked, setAsked] = useState<{ id: number; record: Row | null; missing: boolean; error: unknown }>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const request = new AbortController()
    callList(path, { id }, request.signal).then(
      ({ records: [record = null] }) => setAsked({ id, record, missing: record === null, error: null }),
      (error: unknown) => {
        if (!isAbort(error)) setAsked({ id, record: null, missing: false, error })
      },
    )
    return () => request.abort()
  }, [path, id, turn])
  const refresh = useCallback(() => setTurn((now) => now + 1), [])
  const answer = asked?.id === id ? asked : undefined
  const record = answer?.record ?? known ?? null
  return { record, missing: answer?.missing === true, error: record ? null : answer?.error, refresh }
}
