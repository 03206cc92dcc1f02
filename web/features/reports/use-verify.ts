import type { Output } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { isAbort } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'

type Verified = Output<'admin_vno/audit/verify'>['record']
export type Verifying =
  | { stage: 'asking' | 'reading'; rows: number; seals: number }
  | { stage: 'whole'; rows: number; seals: number; head: Verified['head'] }
  | { stage: 'broken'; rows: number; seals: number; bad: NonNullable<Verified['first_bad']> }
  | { stage: 'failed'; rows: number; seals: number; problem: string }

/** Verifies all seals, page by page; a retry resumes after the last verified seal. */
export function useVerify() {
  const [state, setState] = useState<Verifying>({ stage: 'asking', rows: 0, seals: 0 })
  const asked = useRef<AbortController | null>(null)
  const from = useRef<{ after: number | undefined; rows: number; seals: number }>({ after: undefined, rows: 0, seals: 0 }) // prettier-ignore
  const run = useCallback(async () => {
    asked.current?.abort()
    const stop = new AbortController()
    asked.current = stop
    try {
      for (;;) {
        const { after, rows, seals } = from.current
        setState({ stage: after === undefined ? 'asking' : 'reading', rows, seals })
        const query = after === undefined ? {} : { after }
        const { record } = await call('admin_vno/audit/verify', query, { signal: stop.signal })
        const sum = { rows: rows + record.rows, seals: seals + record.seals }
        if (record.first_bad) return setState({ stage: 'broken', ...sum, bad: record.first_bad })
        if (record.next === null) return setState({ stage: 'whole', ...sum, head: record.head })
        from.current = { after: record.next, ...sum }
      }
    } catch (error) {
      if (isAbort(error)) return
      const { rows, seals } = from.current
      setState({ stage: 'failed', rows, seals, problem: problemText(error) })
    }
  }, [])
  useEffect(() => {
    void run()
    return () => asked.current?.abort()
  }, [run])
  return { state, again: () => void run() }
}
