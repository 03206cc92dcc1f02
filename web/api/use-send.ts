import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type CallOptions } from './call.ts'
import { problemText } from './problem-text.ts'

export type Sent<P extends Path> = { answer: Output<P>; problem: null } | { answer: null; problem: unknown }

/** What the caller writes: the request is named by `call`. */
export type Sendable<P extends Path> = Omit<Input<P>, 'client_request_id'>

/**
 * Sends a change once, however often it is pressed: a press while one is under way is nothing. `problem` is the sentence of
 * what went wrong last.
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
    async (input: Sendable<P>, options?: CallOptions): Promise<Sent<P> | null> => {
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

/** The answer of a change, for whoever handles failures as they are thrown: a form. */
export function answered<P extends Path>(sent: Sent<P> | null): Output<P> {
  if (sent?.answer == null) throw sent?.problem
  return sent.answer
}

/** What a form sends: once, however often it is asked for, and what went wrong is thrown for the form to tell. */
export function useOnce<P extends Path>(path: P) {
  const { send } = useSend(path)
  return useCallback(
    async (input: Sendable<P>, options?: CallOptions): Promise<Output<P>> => answered(await send(input, options)),
    [send],
  )
}
