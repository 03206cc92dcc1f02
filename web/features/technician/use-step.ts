import { checksOf, type StepFacts } from '@hilo/domain/step-checks.ts'
import type { AnyStepData, StepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { session } from '../../api/session.ts'
import { drafts } from '../../offline/drafts.ts'
import { fieldSession } from '../../offline/field-session.ts'
import { pending, refused, refusedData, threadOf } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { serverNow } from '../../api/clock.ts'
import { useNewerDraft } from '../../offline/use-newer-draft.ts'
import { habits, learnHabits } from './habits.ts'
import { prefilled, type Known } from './prefill.ts'
import { useFacts } from './use-facts.ts'
import { useSeen } from './use-seen.ts'
import { useBox } from './use-work.ts'
import { stepOf, type Work } from './work.ts'

export interface StepForm<S extends FieldStep = FieldStep> {
  work: Work
  step: S
  data: StepData[S]
  /** Changes some fields; kept on the device at once. */
  set: (patch: Partial<StepData[S]>) => void
  facts: StepFacts
  checks: ReturnType<typeof checksOf>
  /** When the step came on the screen, ms since 1970. */
  opened: number
}

/** The same before and after the server has given an id to what was begun without coverage. */
const keyOf = (work: Work, step: FieldStep) => `${threadOf(outbox.get(), work.id)}/${step}`

/** How long nothing has been typed before the server gets a copy of it, ms. */
const restMs = 8000

/** What is done or given up is not opened again by a copy, and what waits goes before it. */
function mayCopy(work: Work, step: FieldStep): boolean {
  const { status } = stepOf(work, step)
  const waits = pending(outbox.get()).some(({ group }) => group === String(work.id))
  const underWay = status === 'started' || status === 'paused'
  return work.id > 0 && underWay && !waits && navigator.onLine && session.isSignedIn()
}

/**
 * While there is network the server holds a copy of what is being typed: whoever loses the phone's storage, or the phone,
 * finds it in the next one.
 */
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
    // What it begins with is known, or needs no copy.
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

/** The fields of a step with what was typed last: a draft, else what was saved. Null until it is known. */
export function useStep<S extends FieldStep>(work: Work, step: S): StepForm<S> | null {
  const facts = useFacts(work)
  const box = useBox(work.cto_id)
  const { ready } = facts
  const [draft, setDraft] = useState<{ key: string; data: StepData[S]; opened: number }>()
  const key = keyOf(work, step)
  const saved = stepOf(work, step)
  const latest = useRef({ work, saved, facts, box })
  useEffect(() => {
    latest.current = { work, saved, facts, box }
  })
  useEffect(() => {
    let wanted = true
    if (!ready) return
    // What he left here, signed out, may still be coming: his own words, and that the step has begun.
    const left = fieldSession.begin().then(() => drafts.get(work.id, step))
    void left.then((kept) => {
      const { work: now, saved: known, ...around } = latest.current
      const given: Known = { ...around, habits: habits(), now: serverNow() }
      // What the server refused is not typed twice.
      const refusal = refusedData(outbox.get(), now.id, step)
      const data = { ...prefilled(step, now, given), ...known.data, ...refusal, ...kept?.data } as StepData[S]
      if (wanted) setDraft({ key: keyOf(now, step), data, opened: Date.now() })
      if (known.status === 'iddle' && session.isSignedIn()) void outbox.enqueue({ ...typing(now, step), copy: true })
    })
    return () => {
      wanted = false
    }
  }, [work.id, step, ready])
  useNewerDraft(work.id, step, (data) => setDraft((old) => old && { ...old, data: data }))
  const current = draft?.key === key ? draft : null
  const data = current?.data ?? null
  const set = useCallback(
    (patch: Partial<StepData[S]>) =>
      setDraft((old) => {
        if (old === undefined) return old
        const next = { ...old, data: { ...old.data, ...patch } }
        void drafts.put(work.id, step, next.data)
        return next
      }),
    [work.id, step],
  )
  useServerCopy(work, step, data)
  const seen = useSeen(work, step, facts)
  const checks = useMemo(() => (data === null ? [] : checksOf(step, data, seen)), [step, data, seen])
  if (current === null || !ready) return null
  return { work, step, data: current.data, set, facts: seen, checks, opened: current.opened }
}

type Status = 'started' | 'paused' | 'done' | 'cancelled'
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

/** That somebody is at it, with what is typed so far: another device may have finished it meanwhile. */
function typing(work: Work, step: FieldStep, data?: object) {
  const { path, query } = saving(work, step, 'started', data && { data })
  return { path, query: { ...query, draft: true } }
}

/** Rows that were opened and left empty are nobody's material; a signature comes by itself, and the server knows the last one. */
function tidied(data: AnyStepData): AnyStepData {
  const { signature_file_id: _, ...rest } = data as StepData['final_report']
  if (rest.materials == null) return rest
  return { ...rest, materials: rest.materials.filter(({ code }) => code.trim() !== '') }
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** Says that a step is done, with all that it holds; one that was done opens again when something changed. */
export async function finishStep({ work, step, data, opened, facts }: Omit<StepForm, 'set' | 'checks'>): Promise<void> {
  const known = stepOf(work, step)
  const done = known.status === 'done'
  if (done && same({ ...known.data, ...data }, known.data)) {
    // What was refused of it meanwhile has nothing more to say.
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

/** Keeps a step as far as it has come, because the work goes on elsewhere. */
export async function pauseStep({ work, step, data }: Pick<StepForm, 'work' | 'step' | 'data'>): Promise<void> {
  const { status } = stepOf(work, step)
  await outbox.enqueue(saving(work, step, status === 'done' ? 'started' : 'paused', { data: tidied(data) }))
  await drafts.remove(work.id, step)
}
