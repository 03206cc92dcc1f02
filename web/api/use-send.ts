import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type CallOptions } from './call.ts'
import { CallProblem } from './problem.ts'
import { problemText } from './problem-text.ts'
import { requestId } from './uuid7.ts'

export type Sent<P extends Path> = { answer: Output<P>; problem: null } | { answer: null; problem: unknown }

/** What the caller writes: the name of the request is given here. */
export type Sendable<P extends Path> = Omit<Input<P>, 'client_request_id'>

/** No answer came, so nobody knows whether it happened: the same request goes out again under the same name. */
const unanswered = (error: unknown) => error instanceof CallProblem && (error.status === 0 || error.status === 503)

/** Gives each request its name, and the same one again to what got no answer; `apart` tells those of like content apart. */
export function requestNames() {
  const kept = new Map<string, string>()
  return async <Q extends object, T>(
    input: Q,
    act: (named: Q & { client_request_id: string }) => Promise<T>,
    apart = '',
  ): Promise<T> => {
    const body = apart + JSON.stringify(input)
    const client_request_id = kept.get(body) ?? requestId()
    kept.set(body, client_request_id)
    try {
      const answer = await act({ ...input, client_request_id })
      kept.delete(body)
      return answer
    } catch (error) {
      if (!unanswered(error)) kept.delete(body)
      throw error
    }
  }
}

/** Other files are another request. */
const filesText = ({ files = {} }: CallOptions = {}) =>
  JSON.stringify(Object.entries(files).map(([name, { size, type }]) => [name, size, type]))

/**
 * Sends a change once, however often it is pressed: a press while one is under way is nothing, and what got no answer
 * is sent again under its own name. `problem` is the sentence of what went wrong last.
 */
export function useSend<P extends Path>(path: P) {
  const [named] = useState(requestNames)
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
        const act = (whole: object) => call(path, whole as unknown as Input<P>, options)
        const answer = await named(input, act, filesText(options))
        return { answer, problem: null }
      } catch (error) {
        if (here.current) setProblem(problemText(error))
        return { answer: null, problem: error }
      } finally {
        busy.current = false
        if (here.current) setSending(false)
      }
    },
    [path, named],
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
