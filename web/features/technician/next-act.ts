/** What stands between a step and its being done: the first thing missing, said in one line, and the act that mends it. */
import { missingOf, requiredPictures, type Evidence, type StepContext } from '@hilo/domain/field-steps.ts'
import type { StepCheck } from '@hilo/domain/step-checks.ts'
import type { AnyStepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'

export interface Pictured {
  label_kind?: unknown
}
export type NextAct =
  | { kind: 'field'; field: string }
  | { kind: 'check'; check: StepCheck }
  | { kind: 'picture'; evidence: Evidence }
  | { kind: 'done' }

interface Asked {
  step: FieldStep
  data: AnyStepData
  context: StepContext
  checks: readonly StepCheck[]
  pictures: readonly Pictured[]
}

/** The pictures that a step asks for, each with whether it has been taken. */
export function picturesOf({ step, data, context, pictures }: Omit<Asked, 'checks'>) {
  const due = requiredPictures(step, data, context.workKind)
  return due.map((evidence) => ({
    evidence,
    taken: pictures.some(({ label_kind: kind }) => evidence.label_kind === null || kind === evidence.label_kind),
  }))
}

/** Somebody has said that there is no way in, and not yet why. */
const unsaid = (data: AnyStepData) =>
  'no_access_reason' in data && data.no_access_reason?.trim() === '' ? ['no_access_reason'] : null

export function nextAct(asked: Asked): NextAct {
  const { step, data, context, checks } = asked
  const wrong = checks.find(({ level }) => level === 'bloqueo')
  const [field] = unsaid(data) ?? missingOf(step, data, context)
  if (wrong) return { kind: 'check', check: wrong }
  if (field !== undefined) return { kind: 'field', field }
  const missing = picturesOf(asked).find(({ taken }) => !taken)
  return missing ? { kind: 'picture', evidence: missing.evidence } : { kind: 'done' }
}

/** The field that a failed check is about, to lead there. */
const fieldOfCheck: Partial<Record<StepCheck['code'], string>> = {
  gas: 'prl.gas',
  cto_code: 'cto_code_read',
  comment: 'comments',
  access: 'no_access_reason',
  port_found: 'found',
  power: 'power_dbm',
  meter_picture: 'power_dbm',
  roseta: 'roseta_dbm',
  drop_loss: 'roseta_dbm',
  cto_label: 'label_read',
  cto_action: 'action',
  drop_label: 'drop_label_read',
  drop_action: 'action',
  label_unique: 'drop_label_read',
  port_match: 'port_number',
  port_light: 'port_number',
  port_state: 'port_number',
  ont_serial: 'ont_serial',
  ont_detected: 'ont_serial',
  ont_rx: 'rx_dbm',
}
export const fieldOf = (check: Pick<StepCheck, 'code'>) => fieldOfCheck[check.code] ?? null
