/**
 * Labels on CTOs and drops: rules for putting on, changing, replacing and removing them, and for manual verification.
 */
import { powerLevel, type Limits } from './optics.ts'
import { isOfKind, type BoundPicture } from './picture-binding.ts'
import type { ProblemCode } from './problem.ts'
import { sameLabel } from './same-label.ts'
import { enrollmentKind, labelKind, portState } from './status.ts'
import type { Color, EnrollmentAction, lightChecks, VerificationState, WorkKind } from './status.ts'

/** Reasons for a manual verification of an enrolment. */
export const verificationReasons = [
  'ocr',
  'manual',
  'far',
  'duplicate',
  'gallery',
  'power',
  'no_picture',
  'duplicate_label',
  'offline',
  'label_mismatch',
  'figures',
  'times',
] as const
export type VerificationReason = (typeof verificationReasons)[number]

/** Allowed actions on the drop, by kind of work. */
export const dropActions: Readonly<Record<WorkKind, readonly EnrollmentAction[]>> = {
  alta: ['A', 'M', 'R'],
  baja: ['B'],
  averia: ['A', 'M', 'R'],
  cambio_pelo: ['M', 'R'],
  mantenimiento: ['A', 'M', 'R', 'B'],
}

export const verificationDecisions = ['verificada', 'rechazada', 'repetir'] as const
export type VerificationDecision = (typeof verificationDecisions)[number]

export const verificationColor: Readonly<Record<VerificationState, Color>> = {
  pendiente: 'warning',
  verificada: 'success',
  rechazada: 'danger',
}
/** No light is the desired result. */
export const lightCheckColor: Readonly<Record<(typeof lightChecks)[number], Color>> = {
  pendiente: 'medium',
  sin_luz: 'success',
  con_luz: 'danger',
  sin_respuesta: 'warning',
}

/** State after a decision; a decided enrolment cannot be decided again. One to be repeated stays pending. */
const decided: Readonly<Record<VerificationState, Readonly<Record<VerificationDecision, VerificationState | null>>>> = {
  pendiente: { verificada: 'verificada', rechazada: 'rechazada', repetir: 'pendiente' },
  verificada: { verificada: null, rechazada: null, repetir: null },
  rechazada: { verificada: null, rechazada: null, repetir: null },
}

/** Null if the decision is not legal from `from`. */
export function verificationAfter(from: VerificationState, decision: VerificationDecision): VerificationState | null {
  return decided[from][decision]
}

/** Minimum length of a reason, in characters. */
export const minReasonLength = 5

export interface ProvenEnrollment {
  /** A value of `EnrollmentKind`. */
  kind: number
  label_read: string
  label_expected: string | null
  replaced_label: string | null
  pictures: readonly BoundPicture[]
}
/** Why an approval needs a reason. */
export type ApprovalDoubt = 'no_picture' | 'label'

/** Whether the label is in its place: it is the expected one, or declared as its replacement. */
function isLabelExpected({ label_read, label_expected: due, replaced_label: replaced }: ProvenEnrollment): boolean {
  return due === null || sameLabel(label_read, due) || (replaced !== null && sameLabel(replaced, due))
}

/** Null if there is no doubt. A picture with the bytes of another step's or intervention's picture does not count. */
export function approvalDoubt(one: ProvenEnrollment): ApprovalDoubt | null {
  const proof = requiredPictureKind(one.kind as EnrollmentKind)
  const proofs = one.pictures.filter((picture) => !picture.flags?.includes('reused'))
  if (proof !== undefined && !proofs.some((picture) => isOfKind(picture, proof))) return 'no_picture'
  return !isLabelExpected(one) || proofs.some(({ flags }) => flags?.includes('label_mismatch')) ? 'label' : null
}

/** Decisions that require a reason: all except an approval without doubt. */
export const needsReason = (decision: VerificationDecision, doubt: ApprovalDoubt | null) =>
  decision !== 'verificada' || doubt !== null

/** Minimum OCR confidence. */
const trustedConfidence = 0.85
/** Maximum distance from the CTO, in metres. */
const nearBox = 50

export interface VerificationFacts {
  labelSource: string
  ocrConfidence: number | null
  distanceM: number | null
  /** The same picture was used before. */
  duplicatePicture: boolean
  /** The device could not confirm that the picture was taken on site. */
  galleryPicture: boolean
  /** Null if not measured. */
  powerDbm: number | null
  limits: Limits
  /** Null if no picture is required. */
  hasPicture: boolean | null
  /** The label is also on another element. */
  labelElsewhere: boolean
  /** Done offline, longer ago than the operator accepts without verification. */
  tooOld: boolean
  /** The label in the picture differs from the recorded one. */
  otherLabel?: boolean
  /** Figures disagree with the OLT's reading. */
  figures?: boolean
  /** Implausible times of the work. */
  times?: boolean
}

/** Reasons for a manual verification, in a fixed order; empty if none is needed. */
export function verificationReasonsOf(facts: VerificationFacts): VerificationReason[] {
  const { labelSource: source, ocrConfidence: confidence, distanceM, powerDbm } = facts
  const raised: Record<VerificationReason, boolean> = {
    ocr: source === 'ocr' && (confidence === null || confidence < trustedConfidence),
    manual: source === 'manual',
    far: distanceM !== null && distanceM > nearBox,
    duplicate: facts.duplicatePicture,
    gallery: facts.galleryPicture,
    power: powerDbm !== null && powerLevel(powerDbm, facts.limits) === 'bloqueo',
    no_picture: facts.hasPicture === false,
    duplicate_label: facts.labelElsewhere,
    offline: facts.tooOld,
    label_mismatch: facts.otherLabel ?? false,
    figures: facts.figures ?? false,
    times: facts.times ?? false,
  }
  return verificationReasons.filter((reason) => raised[reason])
}

const { enrollment_cto, enrollment_drop, unenrollment_cto, unenrollment_drop } = enrollmentKind.is
export const enrollmentKinds = [enrollment_cto, enrollment_drop, unenrollment_cto, unenrollment_drop] as const
export type EnrollmentKind = (typeof enrollmentKinds)[number]

/** Actions on what stays; `B` takes it away. */
export const labelActions = ['A', 'M', 'R'] as const satisfies readonly EnrollmentAction[]
/** Actions of each kind. */
export const actionsOf: Readonly<Record<EnrollmentKind, readonly EnrollmentAction[]>> = {
  [enrollment_cto]: labelActions,
  [enrollment_drop]: labelActions,
  [unenrollment_cto]: ['B'],
  [unenrollment_drop]: ['B'],
}
export const isRemoval = (kind: number) => kind === unenrollment_cto || kind === unenrollment_drop
/** Concerns a drop; the other kinds concern a CTO. */
export const isDrop = (kind: number) => kind === enrollment_drop || kind === unenrollment_drop

/** Required picture: of a label kind, or null for a general one (the free port). Undefined if none is required. */
export function requiredPictureKind(kind: EnrollmentKind): number | null | undefined {
  if (kind === unenrollment_cto) return undefined
  if (kind === unenrollment_drop) return null
  return kind === enrollment_cto ? labelKind.is.ctoLabel : labelKind.is.dropLabel
}

/** Labels are compared without blanks and in upper case. */
export const normalLabel = (label: string) => label.replace(/\s+/g, '').toUpperCase()

export interface EnrollmentFacts {
  kind: EnrollmentKind
  action: EnrollmentAction
  label: string
  replaced: string | null
  /** Current label of the element; null when it has none. */
  current: string | null
  /** The new label is, or once was, on another element. */
  taken: boolean
  /** State of the drop's port; null for a CTO. */
  portState: number | null
  /** Number of assigned or occupied ports of the CTO. */
  portsHeld: number
}

export interface Refusal {
  code: ProblemCode
  field: string
  /** Key of a sentence that says more than the code's own. */
  message?: string
}

const refusal = (code: ProblemCode, field: string): Refusal => ({ code, field })

/** Drops are installed at assigned or occupied ports only. */
const layable: readonly (number | null)[] = [portState.is.asignado, portState.is.ocupado]

type Rule = (facts: EnrollmentFacts) => Refusal | null
const rules: Readonly<Record<EnrollmentAction, Rule>> = {
  A({ kind, taken, current }) {
    if (taken) return refusal('LABEL_DUPLICATE', 'label_read')
    if (current === null) return null
    return {
      ...refusal('LABEL_DUPLICATE', 'label_read'),
      message: `validation.labelled.${isDrop(kind) ? 'port' : 'box'}`,
    }
  },
  M({ taken, current, label, replaced }) {
    if (current === null) return refusal('LABEL_MISMATCH', 'label_read')
    if (replaced !== null && replaced !== current) return refusal('LABEL_MISMATCH', 'replaced_label')
    return taken && label !== current ? refusal('LABEL_DUPLICATE', 'label_read') : null
  },
  R({ taken, current, label, replaced }) {
    if (replaced === null) return { ...refusal('VALIDATION', 'replaced_label'), message: 'validation.required' }
    if (current === null || replaced !== current) return refusal('LABEL_MISMATCH', 'replaced_label')
    return taken || label === current ? refusal('LABEL_DUPLICATE', 'label_read') : null
  },
  B({ kind, current, label, portState: state, portsHeld }) {
    if (current === null || label !== current) return refusal('LABEL_MISMATCH', 'label_read')
    if (kind === unenrollment_cto) return portsHeld > 0 ? refusal('IN_USE', 'cto_id') : null
    return state === portState.is.cesado ? null : refusal('PORT_NOT_AVAILABLE', 'port_id')
  },
}

/** Why an action is forbidden; null if it is allowed. Labels must be normalized by `normalLabel`. */
export function enrollmentRefusal(facts: EnrollmentFacts): Refusal | null {
  const { kind, action, portState: state } = facts
  if (!actionsOf[kind].includes(action)) return refusal('VALIDATION', 'action')
  const refused = rules[action](facts)
  if (refused || kind !== enrollment_drop) return refused
  return layable.includes(state) ? null : refusal('PORT_NOT_AVAILABLE', 'port_id')
}

/** How long a port must stay dark after its drop was removed, in ms. */
export const darkAfterMs = 10 * 60_000
/** Number of polls of an OLT that does not respond, `darkAfterMs` apart. */
export const darkPolls = 6
