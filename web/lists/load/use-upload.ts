import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'

/** Error text of the file field if there is one, else of the failure itself. */
function faultText(error: unknown): string {
  const details = error instanceof CallProblem ? (error.body.details ?? []) : []
  if (details.length === 0) return problemText(error)
  return details.map(({ field, message }) => (field === 'file' ? message : `${field}: ${message}`)).join(' ')
}

/** Headers of the file that the load does not recognize, spelled as in the file. */
const unknownColumns = (error: unknown): string[] =>
  error instanceof CallProblem
    ? (error.body.details ?? []).flatMap(({ field, code }) => (code === 'unknown' ? [field] : []))
    : []

type Uploaded<P extends Path> = { answer: Output<P> } | { fault: string; unknown: readonly string[] }

/**
 * Uploads one file with progress: `sent` is null while idle, then 0 to 1. Leaving the screen does not cancel the
 * upload.
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
