import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'

/** What is said of the file itself, else of the failure. */
export function faultText(error: unknown): string {
  const details = error instanceof CallProblem ? (error.body.details ?? []) : []
  if (details.length === 0) return problemText(error)
  return details.map(({ field, message }) => (field === 'file' ? message : `${field}: ${message}`)).join(' ')
}

/** Columns of the file that the load does not know, as they are written there. */
const unknownColumns = (error: unknown): string[] =>
  error instanceof CallProblem
    ? (error.body.details ?? []).flatMap(({ field, code }) => (code === 'unknown' ? [field] : []))
    : []

export type Uploaded<P extends Path> = { answer: Output<P> } | { fault: string; unknown: readonly string[] }

/**
 * Sends one file and tells how far it is: `sent` is null while nothing is under way, then 0 to 1. Whoever leaves meanwhile
 * stops nothing.
 */
export function useUpload<P extends Path>(path: P) {
  const [sent, setSent] = useState<number | null>(null)
  const busy = useRef(false)
  const upload = useCallback(
    async (file: File, input: Omit<Input<P>, 'client_request_id'>): Promise<Uploaded<P> | null> => {
      if (busy.current) return null
      busy.current = true
      setSent(0)
      try {
        return { answer: await call(path, input as unknown as Input<P>, { files: { file }, onSent: setSent }) }
      } catch (error) {
        return { fault: faultText(error), unknown: unknownColumns(error) }
      } finally {
        busy.current = false
        setSent(null)
      }
    },
    [path],
  )
  return { upload, sent }
}
