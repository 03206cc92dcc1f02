import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type CallOptions } from './call.ts'
import { problemText } from './problem-text.ts'

type Sent<P extends Path> = { answer: Output<P>; problem: null } | { answer: null; problem: unknown }

/** Input without the request id, which `call` adds. */
type SendInput<P extends Path> = Omit<Input<P>, 'client_request_id'>

/**
 * Sends a change once, however often it is pressed: presses during a request are ignored. `problem` is the text of the
 * last failure.
 */
export function useSend<P extends Path>(path: P) {
  const busy = useRef(false)
  const here = useRef(true)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  const send = useCallback(
    async (input: SendInput<P>, options?: CallOptions): Promise<Sent<P> | null> => {
      if (busy.current) return null
      busy.current = true
      setSending(true)
      setProblem(null)
      try {
        return { answer: await call(path, input as unknown as Input<P>, options), problem: null }
      } catch (error) {
        if (here.current) setProblem(problemText(error))
        return { answer: null, problem: error }
      } finally {
        busy.current = false
        if (here.current) setSending(false)
      }
    },
    [path],
  )
  return { send, sending, problem }
}

/** Response of a change; throws its failure, for callers that handle exceptions, such as forms. */
export function responseOf<P extends Path>(sent: Sent<P> | null): Output<P> {
  if (sent?.answer == null) throw sent?.problem
  return sent.answer
}

/** Submit function of a form: sends once, throws failures for the form to show. */
export function useSubmit<P extends Path>(path: P) {
  const { send } = useSend(path)
  return useCallback(
    async (input: SendInput<P>, options?: CallOptions): Promise<Output<P>> => responseOf(await send(input, options)),
    [send],
  )
}
