/** The first thing that a step lacks, and the action that provides it. */
import { changesPort } from '@hilo/domain/hair-change.ts'
import {
  anyPicture,
  missingOf,
  requiredPictures,
  isProvenBy,
  type Evidence,
  type ExtraRequirements,
  type StepContext,
} from '@hilo/domain/field-steps.ts'
import type { BoundPicture } from '@hilo/domain/picture-binding.ts'
import type { StepCheck } from '@hilo/domain/step-checks.ts'
import type { AnyStepData } from '@hilo/domain/step-data.ts'
import type { FieldStep } from '@hilo/domain/status.ts'

export type NextAct =
  | { kind: 'field'; field: string }
  | { kind: 'check'; check: StepCheck }
  | { kind: 'picture'; evidence: Evidence; /** True if nothing else is missing. */ last: boolean }
  /** The port is unusable: request another one. */
  | { kind: 'hair'; check: StepCheck }
  /** Only the port's finding is missing: the button records it as free. */
  | { kind: 'free' }
  | { kind: 'done' }

interface Asked {
  step: FieldStep
  data: AnyStepData
  context: StepContext
  checks: readonly StepCheck[]
  pictures: readonly BoundPicture[]
  /** Port of the intervention; pictures without a binding count for any port. */
  port?: number | null | undefined
  /** Additional requirements of the operator. */
  extra?: ExtraRequirements | undefined
}

/** Required pictures of a step, each with whether it has been taken. */
export function picturesOf({ step, data, context, pictures, port = null, extra }: Omit<Asked, 'checks'>) {
  const own = requiredPictures(step, data, context.workKind)
  const due = own.length === 0 && extra?.pictures.includes(step) ? [anyPicture(step)] : own
  return due.map((evidence) => ({
    evidence,
    taken: pictures.some((one) => isProvenBy(one, evidence, { step, data, port })),
  }))
}

/** No access stated, and no reason yet. */
const unsaid = (data: AnyStepData) =>
  'no_access_reason' in data && data.no_access_reason?.trim() === '' ? ['no_access_reason'] : null

/** Checks whose failure makes a port unusable for the work. */
const portChecks: readonly StepCheck['code'][] = ['port_found', 'port_light', 'power']

export function nextAct(asked: Asked): NextAct {
  const { step, data, context, checks } = asked
  const wrong = checks.find(({ level }) => level === 'bloqueo')
  const fields = unsaid(data) ?? missingOf(step, data, context)
  const [field] = fields
  const missing = picturesOf(asked).filter(({ taken }) => !taken)
  const [first] = missing
  const picture = first && { kind: 'picture' as const, evidence: first.evidence, last: missing.length === 1 }
  // Without access, a picture of the reason comes before leaving.
  if (wrong?.code === 'access') return picture ?? { kind: 'check', check: wrong }
  if (wrong && portChecks.includes(wrong.code) && changesPort(context.workKind)) return { kind: 'hair', check: wrong }
  if (wrong) return { kind: 'check', check: wrong }
  if (field === 'found' && fields.length === 1 && missing.length === 0) return { kind: 'free' }
  if (field !== undefined) return { kind: 'field', field }
  return picture ?? { kind: 'done' }
}

/** Field of a failed check, to focus it. */
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

/** Fields filled by the camera. */
const scanned: readonly string[] = ['cto_code_read', 'drop_label_read', 'label_read', 'ont_serial']
export const isScanned = (field: string) => scanned.includes(field)
