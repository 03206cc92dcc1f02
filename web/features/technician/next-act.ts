/** What stands between a step and its being done: the first thing missing, said in one line, and the act that mends it. */
import { changesPort } from '@hilo/domain/hair-change.ts'
import {
  anyPicture,
  missingOf,
  requiredPictures,
  shows,
  type Evidence,
  type Extra,
  type StepContext,
} from '@hilo/domain/field-steps.ts'
import type { BoundPicture } from '@hilo/domain/picture-binding.ts'
import type { StepCheck } from '@hilo/domain/step-checks.ts'
import type { AnyStepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'

export type NextAct =
  | { kind: 'field'; field: string }
  | { kind: 'check'; check: StepCheck }
  | { kind: 'picture'; evidence: Evidence; /** Nothing else is missing. */ last: boolean }
  /** The port is no good: the work goes on at another one. */
  | { kind: 'hair'; check: StepCheck }
  /** Only how the port was found is missing, and that it is free is what the press says. */
  | { kind: 'free' }
  | { kind: 'done' }

interface Asked {
  step: FieldStep
  data: AnyStepData
  context: StepContext
  checks: readonly StepCheck[]
  pictures: readonly BoundPicture[]
  /** Of the intervention; pictures without a binding belong to any. */
  port?: number | null | undefined
  /** What the operator asks for beside it. */
  extra?: Extra | undefined
}

/** The pictures that a step asks for, each with whether it has been taken. */
export function picturesOf({ step, data, context, pictures, port = null, extra }: Omit<Asked, 'checks'>) {
  const own = requiredPictures(step, data, context.workKind)
  const due = own.length === 0 && extra?.pictures.includes(step) ? [anyPicture(step)] : own
  return due.map((evidence) => ({
    evidence,
    taken: pictures.some((one) => shows(one, evidence, { step, data, port })),
  }))
}

/** Somebody has said that there is no way in, and not yet why. */
const unsaid = (data: AnyStepData) =>
  'no_access_reason' in data && data.no_access_reason?.trim() === '' ? ['no_access_reason'] : null

/** What makes a port useless for the work. */
const portChecks: readonly StepCheck['code'][] = ['port_found', 'port_light', 'power']

export function nextAct(asked: Asked): NextAct {
  const { step, data, context, checks } = asked
  const wrong = checks.find(({ level }) => level === 'bloqueo')
  const fields = unsaid(data) ?? missingOf(step, data, context)
  const [field] = fields
  const missing = picturesOf(asked).filter(({ taken }) => !taken)
  const [first] = missing
  const picture = first && { kind: 'picture' as const, evidence: first.evidence, last: missing.length === 1 }
  // Who never got in shows why before he leaves.
  if (wrong?.code === 'access') return picture ?? { kind: 'check', check: wrong }
  if (wrong && portChecks.includes(wrong.code) && changesPort(context.workKind)) return { kind: 'hair', check: wrong }
  if (wrong) return { kind: 'check', check: wrong }
  if (field === 'found' && fields.length === 1 && missing.length === 0) return { kind: 'free' }
  if (field !== undefined) return { kind: 'field', field }
  return picture ?? { kind: 'done' }
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

/** Fields that the camera reads. */
const scanned: readonly string[] = ['cto_code_read', 'drop_label_read', 'label_read', 'ont_serial']
export const isScanned = (field: string) => scanned.includes(field)
