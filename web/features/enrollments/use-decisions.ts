import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import type { VerificationDecision } from '@hilo/domain/enrollment.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'

/** The server's decisions are final: hold each one locally for this time, ms, to allow undo. */
export const undoMs = 5000

export interface Decision {
  enrollment: Enrollment
  decision: VerificationDecision
  reason: string | null
}
/** A decision that the server rejected: its problem, and the current record after a conflict. */
export interface RejectedDecision extends Decision {
  sentence: string
  now: Enrollment | null
}

function send({ enrollment: { id, version }, decision, reason }: Decision) {
  const input = { enrollment_id: id, version, decision, reason }
  return call('admin_vno/enrollments/verify', input, { keepalive: true })
}

function lostOf(one: Decision, error: unknown): RejectedDecision {
  const { record } = error instanceof CallProblem ? error.body : {}
  return { ...one, sentence: problemText(error), now: (record as Enrollment | undefined) ?? null }
}

/** Queue of decisions: each is held for a moment, in which it can be undone, and then sent. */
export function useDecisions() {
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  const [held, setHeld] = useState<Decision | null>(null)
  const [lost, setLost] = useState<readonly RejectedDecision[]>([])
  const [done, setDone] = useState(0)
  const waiting = useRef<{ one: Decision; timer: ReturnType<typeof setTimeout> } | null>(null)
  const mark = useCallback(
    (id: number, on: boolean) => setDecided((now) => new Set(on ? [...now, id] : [...now].filter((one) => one !== id))),
    [],
  )
  const deliver = useCallback(
    (one: Decision) => {
      send(one).then(
        () => setDone((count) => count + 1),
        (error: unknown) => {
          const fault = lostOf(one, error)
          setLost((all) => [...all, fault])
          // Not decided by another person: the enrolment returns to the queue.
          if (!(error instanceof CallProblem) || !['VERSION_CONFLICT', 'EVENT_BAD_STATE'].includes(error.code))
            mark(one.enrollment.id, false)
        },
      )
    },
    [mark],
  )
  /** Sends the held decision now. */
  const flush = useCallback(() => {
    const now = waiting.current
    if (!now) return
    clearTimeout(now.timer)
    waiting.current = null
    setHeld(null)
    deliver(now.one)
  }, [deliver])
  const decide = (one: Decision) => {
    flush()
    mark(one.enrollment.id, true)
    waiting.current = { one, timer: setTimeout(flush, undoMs) }
    setHeld(one)
  }
  /** Undoes the held decision. */
  const undo = (): Enrollment | null => {
    const now = waiting.current
    if (!now) return null
    clearTimeout(now.timer)
    waiting.current = null
    setHeld(null)
    mark(now.one.enrollment.id, false)
    return now.one.enrollment
  }
  useEffect(() => {
    // Leaving the page sends the held decision instead of losing it.
    const hidden = () => document.hidden && flush()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const forget = (id: number) => setLost((all) => all.filter(({ enrollment }) => enrollment.id !== id))
  return { decided, held, lost, done, decide, undo, forget }
}
