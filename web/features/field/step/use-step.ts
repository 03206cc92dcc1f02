import { checksOf, type StepFacts } from '@hilo/domain/step-checks.ts'
import type { AnyStepData, StepData } from '@hilo/domain/step-data.ts'
import type { FieldStep, StepStatus } from '@hilo/domain/status.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { session } from '../../../api/session.ts'
import { drafts } from '../../../offline/drafts.ts'
import { fieldSession } from '../../../offline/field-session.ts'
import { pending, refused, refusedData, stableIdOf } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import { serverNow } from '../../../api/clock.ts'
import { useNewerDraft } from '../../../offline/use-newer-draft.ts'
import { habits, learnHabits } from './habits.ts'
import { prefilled, type PrefillContext } from './prefill.ts'
import { useFacts } from './use-facts.ts'
import { useSeenFacts } from './use-seen-facts.ts'
import { useBox } from '../use-work.ts'
import { stepOf, type Work } from '../work.ts'

export interface StepForm<S extends FieldStep = FieldStep> {
  work: Work
  step: S
  data: StepData[S]
  /** Changes fields and stores the draft at once. */
  set: (patch: Partial<StepData[S]>) => void
  facts: StepFacts
  checks: ReturnType<typeof checksOf>
  /** Time at which the step was opened, ms since 1970. */
  opened: number
}

/** Stable key: unchanged when the server assigns the id of work begun offline. */
const keyOf = (work: Work, step: FieldStep) => `${stableIdOf(outbox.get(), work.id)}/${step}`

/** Idle time after which the draft is copied to the server, ms. */
const restMs = 8000

/** A copy must not reopen a completed or cancelled step, nor overtake waiting operations. */
function mayCopy(work: Work, step: FieldStep): boolean {
  const { status } = stepOf(work, step)
  const waits = pending(outbox.get()).some(({ group }) => group === String(work.id))
  const underWay = status === 'started' || status === 'paused'
  return work.id > 0 && underWay && !waits && navigator.onLine && session.isSignedIn()
}

/** Copies the draft to the server while online, so that the work can continue on another device. */
function useServerCopy(work: Work, step: FieldStep, data: AnyStepData | null): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  const copied = useRef<AnyStepData | null>(null)
  useEffect(() => {
    copied.current = null
  }, [work.id, step])
  useEffect(() => {
    if (data === null) return
    // The initial values need no copy.
    copied.current ??= data
    if (copied.current === data) return
    const timer = setTimeout(() => {
      if (!mayCopy(latest.current, step)) return
      copied.current = data
      void outbox.enqueue({ ...typing(latest.current, step, tidied(data)), copy: true })
    }, restMs)
    return () => clearTimeout(timer)
  }, [data, step])
}

interface Shown<S extends FieldStep> {
  key: string
  data: StepData[S]
  opened: number
}

/** Form of a step: the draft, else the saved values. Null while loading. */
export function useStep<S extends FieldStep>(work: Work, step: S): StepForm<S> | null {
  const facts = useFacts(work)
  const box = useBox(work.cto_id)
  const { ready } = facts
  const [draft, setDraft] = useState<Shown<S>>()
  const typedAt = useRef(0)
  const key = keyOf(work, step)
  const saved = stepOf(work, step)
  const latest = useRef({ work, saved, facts, box })
  useEffect(() => {
    latest.current = { work, saved, facts, box }
  })
  useEffect(() => {
    let wanted = true
    if (!ready) return
    // After signing in again, operations of the earlier session load asynchronously: wait for them before the draft.
    const left = fieldSession.begin().then(() => drafts.get(work.id, step))
    void left.then((storedDraft) => {
      const { work: now, saved: known, ...around } = latest.current
      const context: PrefillContext = { ...around, habits: habits(), now: serverNow() }
      // Restore values that the server rejected.
      const refusal = refusedData(outbox.get(), now.id, step)
      const data = { ...prefilled(step, now, context), ...known.data, ...refusal, ...storedDraft?.data } as StepData[S]
      if (wanted)
        setDraft((old) => {
          const read = { key: keyOf(now, step), data, opened: Date.now() }
          // What was typed while the draft was being read is on the screen already.
          return old?.key === read.key && typedAt.current > (storedDraft?.at ?? 0) ? old : read
        })
      if (known.status === 'iddle' && session.isSignedIn()) void outbox.enqueue({ ...typing(now, step), copy: true })
    })
    return () => {
      wanted = false
    }
  }, [work.id, step, ready])
  useNewerDraft(work.id, step, typedAt, (data) => setDraft((old) => old && { ...old, data: data }))
  const current = draft?.key === key ? draft : null
  const data = current?.data ?? null
  const set = useCallback(
    (patch: Partial<StepData[S]>) => {
      const at = serverNow()
      typedAt.current = at
      setDraft((old) => {
        if (old === undefined) return old
        const next = { ...old, data: { ...old.data, ...patch } }
        void drafts.put(work.id, step, next.data, at)
        return next
      })
    },
    [work.id, step],
  )
  useServerCopy(work, step, data)
  const shownFacts = useSeenFacts(work, step, facts)
  const checks = useMemo(() => (data === null ? [] : checksOf(step, data, shownFacts)), [step, data, shownFacts])
  if (current === null || !ready) return null
  return { work, step, data: current.data, set, facts: shownFacts, checks, opened: current.opened }
}

type Status = Exclude<StepStatus, 'iddle'>
const savePath = 'admin_vno/events/step/save' as const
const saving = (work: Work, step: FieldStep, status: Status, more: { data?: object; active_ms?: number } = {}) => ({
  path: savePath,
  query: {
    event_id: work.id,
    step,
    status,
    ...(more.active_ms !== undefined && { active_ms: more.active_ms }),
    ...(more.data && { data: { ...more.data } as Record<string, unknown> }),
  },
})

/**
 * Operation that marks a step as started, with the draft. `draft`: never reopens a step completed on another device.
 */
function typing(work: Work, step: FieldStep, data?: object) {
  const { path, query } = saving(work, step, 'started', data && { data })
  return { path, query: { ...query, draft: true } }
}

/** Drops material rows without a code, and the signature, which is uploaded separately. */
function tidied(data: AnyStepData): AnyStepData {
  const { signature_file_id: _, ...rest } = data as StepData['final_report']
  if (rest.materials == null) return rest
  return { ...rest, materials: rest.materials.filter(({ code }) => code.trim() !== '') }
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** Completes a step with all its values; a completed step with changes is reopened first. */
export async function finishStep({ work, step, data, opened, facts }: Omit<StepForm, 'set' | 'checks'>): Promise<void> {
  const known = stepOf(work, step)
  const done = known.status === 'done'
  if (done && same({ ...known.data, ...data }, known.data)) {
    // The saved values are unchanged: discard rejected saves of this step.
    const moot = refused(outbox.get()).filter((one) => one.group === String(work.id) && one.query['step'] === step)
    for (const one of moot) if (one.path === savePath) await outbox.giveUp(one)
    return
  }
  if (done || known.status === 'cancelled') await outbox.enqueue(saving(work, step, 'started'))
  const active_ms = Math.min(86_400_000, known.active_ms + Math.max(0, Date.now() - opened))
  await outbox.enqueue(saving(work, step, 'done', { data: tidied(data), active_ms }))
  await drafts.remove(work.id, step)
  learnHabits(step, data, facts.ctoType)
}

/** Saves an incomplete step because the work continues elsewhere. */
export async function pauseStep({ work, step, data }: Pick<StepForm, 'work' | 'step' | 'data'>): Promise<void> {
  const { status } = stepOf(work, step)
  await outbox.enqueue(saving(work, step, status === 'done' ? 'started' : 'paused', { data: tidied(data) }))
  await drafts.remove(work.id, step)
}
