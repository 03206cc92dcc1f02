import { checksOf, type StepFacts } from '@hilo/domain/step-checks.ts'
import type { AnyStepData, StepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { drafts } from '../../offline/drafts.ts'
import { refused } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import { useBox, usePort } from './use-work.ts'
import { stepOf, type Work } from './work.ts'

/** What is known beside the step while somebody types; what only the server knows it adds when the step is saved. */
export function useFacts(work: Work): StepFacts & { ready: boolean } {
  const box = useBox(work.cto_id)
  const port = usePort(work.port_id)
  return useMemo(() => {
    const power = stepOf(work, 'power').data as StepData['power']
    const chosen = stepOf(work, 'port_available').data as StepData['port_available']
    return {
      ready: box !== null,
      workKind: work.work_kind,
      ctoType: box?.type,
      opticClass: box?.upstream.optic_class ?? 'B+',
      ctoCodes: box ? [box.code, box.label] : undefined,
      ctoLabel: box?.label,
      dropLabel: port ? (port.drop?.code ?? null) : undefined,
      port: chosen.port_number ?? work.port_number,
      portDbm: power.power_dbm ?? null,
    }
  }, [work, box, port])
}

/** What a step already knows before anybody has touched it. */
function prefilled(step: FieldStep, work: Work): AnyStepData {
  const port = (stepOf(work, 'port_available').data as StepData['port_available']).port_number ?? work.port_number
  const access = stepOf(work, 'cto_access').data as StepData['cto_access']
  if (step === 'power') return { wavelength_nm: 1490 }
  if (step === 'port_available' && work.port_number !== null) return { port_number: work.port_number }
  if (step !== 'drop_enrollment') return {}
  return {
    ...(port !== null && { port_number: port }),
    ...(access.connection_type != null && { connection_type: access.connection_type }),
    ...(work.work_kind === 'baja' && { action: 'B' as const }),
  }
}

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

/** The fields of a step with what was typed last: a draft, else what was saved. Null until it is known. */
export function useStep<S extends FieldStep>(work: Work, step: S): StepForm<S> | null {
  const facts = useFacts(work)
  const [draft, setDraft] = useState<{ key: string; data: StepData[S]; opened: number }>()
  const key = `${work.id}/${step}`
  const saved = stepOf(work, step)
  const latest = useRef({ work, saved })
  useEffect(() => {
    latest.current = { work, saved }
  })
  useEffect(() => {
    let wanted = true
    void drafts.get(work.id, step).then((kept) => {
      const { work: now, saved: known } = latest.current
      const data = { ...prefilled(step, now), ...known.data, ...kept?.data } as StepData[S]
      if (wanted) setDraft({ key: `${now.id}/${step}`, data, opened: Date.now() })
      if (known.status === 'iddle') void outbox.enqueue(saving(now, step, 'started'))
    })
    return () => {
      wanted = false
    }
  }, [work.id, step])
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
  const checks = useMemo(() => (data === null ? [] : checksOf(step, data, facts)), [step, data, facts])
  if (current === null || !facts.ready) return null
  return { work, step, data: current.data, set, facts, checks, opened: current.opened }
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

/** Rows that were opened and left empty are nobody's material. */
function tidied(data: AnyStepData): AnyStepData {
  if (!('materials' in data) || data.materials == null) return data
  return { ...data, materials: data.materials.filter(({ code }) => code.trim() !== '') }
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** Says that a step is done, with all that it holds; one that was done opens again when something changed. */
export async function finishStep({
  work,
  step,
  data,
  opened,
}: Omit<StepForm, 'set' | 'facts' | 'checks'>): Promise<void> {
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
}
