/** Reasons against closing from the steps: work that was done and is wrong. */
import { readyToFinalize } from '@hilo/domain/field-steps.ts'
import type { ProblemCode } from '@hilo/domain/problem.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { CheckCode } from '@hilo/domain/step-checks.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { noteEvent, type EventRow } from '../event-row.ts'
import { allJudgedAgain } from './judge-again.ts'

/** A reason why an intervention cannot close. */
export interface Reason {
  code: ProblemCode
  /** What is wrong and how to correct it. */
  text: string
}

/** Checks that the final reading makes as well, with its own texts. */
const live: readonly string[] = ['board', 'ont_detected', 'olt_rx'] satisfies CheckCode[]
/** Checks of work that was done and is wrong; any other blocking check means a step not done properly. */
const problems: Readonly<Partial<Record<string, ProblemCode>>> = {
  power: 'POWER_OUT_OF_RANGE',
  roseta: 'POWER_OUT_OF_RANGE',
  drop_loss: 'POWER_OUT_OF_RANGE',
  siblings: 'POWER_OUT_OF_RANGE',
  ont_rx: 'POWER_OUT_OF_RANGE',
  olt_rx: 'POWER_OUT_OF_RANGE',
  ont_detected: 'ONT_NOT_DETECTED',
  board: 'NEIGHBOUR_HARMED',
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

/** True if a blocking check is left to the closing and does not refuse the request. */
export function isJudgedAtClosing(code: string): boolean {
  return problems[code] !== undefined
}

/** Text of a step's check. */
export function checkText({ steps }: Pick<EventRow, 'steps'>, step: FieldStep, code: string): string {
  const row = steps.find((one) => one.step === step)
  return row?.checks.find((check) => check.code === code)?.text ?? code
}

/**
 * Judges the steps again with the final reading, stores their checks, and returns every blocking one that `known` lacks.
 * @param harmed neighbours found without light because of the work
 */
export async function stepReasons(
  sql: Tx,
  event: EventRow,
  { harmed, known }: { harmed: number; known: readonly Reason[] },
): Promise<Reason[]> {
  if (event.work_kind === null) return []
  const steps = await allJudgedAgain(sql, event, { harmed })
  if (JSON.stringify(steps) !== JSON.stringify(event.steps)) await noteEvent(sql, event, { steps })
  return readyToFinalize(event.work_kind, steps).checks.flatMap(({ step, code }) => {
    const problem = problems[code] ?? 'STEPS_MISSING'
    const isSaid = live.includes(code) && known.some((one) => one.code === problem)
    return isSaid ? [] : [{ code: problem, text: checkText({ steps }, step, code) }]
  })
}
