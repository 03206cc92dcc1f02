import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type CallOptions } from './call.ts'
import { CallProblem } from './problem.ts'
import { problemText } from './problem-text.ts'

export type Sent<P extends Path> = { answer: Output<P>; problem: null } | { answer: null; problem: unknown }

/** What the caller writes: the name of the request is given here. */
export type Sendable<P extends Path> = Omit<Input<P>, 'client_request_id'>

/** No answer came, so nobody knows whether it happened: the same request goes out again under the same name. */
const unanswered = (error: unknown) => error instanceof CallProblem && (error.status === 0 || error.status === 503)

/**
 * Sends a change once, however often it is pressed: a press while one is under way is nothing, and what got no answer
 * is sent again under its own name. `problem` is the sentence of what went wrong last.
 */
export function useSend<P extends Path>(path: P) {
  const request = useRef({ body: '', id: '' })
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
      const body = JSON.stringify(input)
      if (request.current.body !== body) request.current = { body, id: crypto.randomUUID() }
      busy.current = true
      setSending(true)
      setProblem(null)
      try {
        const named = { ...input, client_request_id: request.current.id } as unknown as Input<P>
        const answer = await call(path, named, options)
        request.current = { body: '', id: '' }
        return { answer, problem: null }
      } catch (error) {
        if (!unanswered(error)) request.current = { body: '', id: '' }
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
