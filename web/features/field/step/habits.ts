/** The technician's last choices, stored on the device as defaults; only for fields that need no inspection. */
import type { AnyStepData, StepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { session } from '../../../api/session.ts'

export interface Habits {
  /** Access method, by box type. */
  method?: Readonly<Record<string, NonNullable<StepData['cto_access']['method']>>>
  meter?: NonNullable<StepData['power']['meter']>
  drop_type?: NonNullable<StepData['drop_enrollment']['drop_type']>
}

const keyOf = () => `hilo.habits.${session.get().info.user.id}`

export function habits(): Habits {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

/** Habits after a completed step. */
function habitsAfter(before: Habits, step: FieldStep, data: AnyStepData, ctoType: string | undefined): Habits {
  if (step === 'cto_access') {
    const { method } = data as StepData['cto_access']
    return method && ctoType ? { ...before, method: { ...before.method, [ctoType]: method } } : before
  }
  if (step === 'power') {
    const { meter } = data as StepData['power']
    return meter ? { ...before, meter } : before
  }
  if (step !== 'drop_enrollment') return before
  const { drop_type } = data as StepData['drop_enrollment']
  return drop_type ? { ...before, drop_type } : before
}

export function learnHabits(step: FieldStep, data: AnyStepData, ctoType: string | undefined): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(habitsAfter(habits(), step, data, ctoType)))
  } catch {
    // Without storage there is no default.
  }
}
