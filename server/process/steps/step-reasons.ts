/** What the steps themselves say against closing: work that was done, and is wrong. */
import { readyToFinalize } from '@hilo/domain/field-steps.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { CheckCode } from '@hilo/domain/step-checks.ts'
import type { EventRow } from '../event-row.ts'
import type { Reason } from '../ending/refusal-reasons.ts'

/** Checks that the closing reading makes anew: what the step said of them is out of date. */
const live: readonly string[] = ['board', 'ont_detected', 'olt_rx'] satisfies CheckCode[]
/** Any other blocking check is a step that was not done as it must be. */
const problems: Readonly<Partial<Record<string, ProblemCode>>> = {
  power: 'POWER_OUT_OF_RANGE',
  roseta: 'POWER_OUT_OF_RANGE',
  drop_loss: 'POWER_OUT_OF_RANGE',
  siblings: 'POWER_OUT_OF_RANGE',
  ont_rx: 'POWER_OUT_OF_RANGE',
  meter_picture: 'EVIDENCE_REJECTED',
  cto_code: 'LABEL_MISMATCH',
  cto_label: 'LABEL_MISMATCH',
  drop_label: 'LABEL_MISMATCH',
  label_unique: 'LABEL_DUPLICATE',
  port_found: 'PORT_NOT_AVAILABLE',
  port_light: 'PORT_NOT_AVAILABLE',
  port_state: 'PORT_NOT_AVAILABLE',
  port_match: 'PORT_NOT_AVAILABLE',
} satisfies Partial<Record<CheckCode, ProblemCode>>

/** Whether a blocking check is left to the closing, instead of keeping somebody from asking for it. */
export function isJudgedAtClosing(code: string): boolean {
  return live.includes(code) || problems[code] !== undefined
}

/** What a step's check says. */
export function checkText(event: EventRow, step: FieldStep, code: string): string {
  const row = event.steps.find((one) => one.step === step)
  return row?.checks.find((check) => check.code === code)?.text ?? code
}

/** Blocking checks of the steps that an intervention has, each with what it stands for. */
export function stepReasons(event: EventRow): Reason[] {
  if (event.work_kind === null) return []
  return readyToFinalize(event.work_kind, event.steps).checks.flatMap(({ step, code }) => {
    const problem = problems[code]
    return problem === undefined ? [] : [{ code: problem, text: checkText(event, step, code) }]
  })
}
