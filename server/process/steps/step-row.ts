import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import type { StepRow } from '../event-row.ts'

/** A step that was not begun. */
export function freshStep(step: FieldStep): StepRow {
  const none = { started_at: null, done_at: null, active_ms: 0, skipped_reason: null }
  return { step, status: 'iddle', ...none, data: {}, checks: [], pictures: [] }
}

/** The stored step of an intervention. */
export function stepOf(steps: readonly StepRow[], step: FieldStep): StepRow {
  return steps.find((one) => one.step === step) ?? freshStep(step)
}

/** The steps with one of them replaced or added, in work order. */
export function withStep(steps: readonly StepRow[], changed: StepRow): StepRow[] {
  const rest = steps.filter(({ step }) => step !== changed.step)
  return [...rest, changed].toSorted((a, b) => fieldSteps.indexOf(a.step) - fieldSteps.indexOf(b.step))
}
