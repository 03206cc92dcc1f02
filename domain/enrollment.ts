/** Labels on boxes and drops: who may put, change, replace or take them off, and when somebody has to look at it. */
import { powerLevel, type Limits } from './optics.ts'
import { isOfKind, type BoundPicture } from './picture-binding.ts'
import type { ProblemCode } from './problem.ts'
import { sameLabel } from './same-label.ts'
import { enrollmentKind, labelKind, portState } from './status.ts'
import type { Color, EnrollmentAction, lightChecks, VerificationState, WorkKind } from './status.ts'

/** Why somebody has to look at an enrolment. */
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

/** What each kind of work may do to the drop. */
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
/** Without light is what is hoped for. */
export const lightCheckColor: Readonly<Record<(typeof lightChecks)[number], Color>> = {
  pendiente: 'medium',
  sin_luz: 'success',
  con_luz: 'danger',
  sin_respuesta: 'warning',
}

/** State after a decision; one that was decided is not decided again. What has to be repeated goes on waiting. */
const decided: Readonly<Record<VerificationState, Readonly<Record<VerificationDecision, VerificationState | null>>>> = {
  pendiente: { verificada: 'verificada', rechazada: 'rechazada', repetir: 'pendiente' },
  verificada: { verificada: null, rechazada: null, repetir: null },
  rechazada: { verificada: null, rechazada: null, repetir: null },
}

/** Null when the decision is not legal from `from`. */
export function verificationAfter(from: VerificationState, decision: VerificationDecision): VerificationState | null {
  return decided[from][decision]
}

/** Letters of the least that counts as a reason. */
export const leastReason = 5

export interface Proven {
  /** `EnrollmentKind` */
  kind: number
  label_read: string
  label_expected: string | null
  replaced_label: string | null
  pictures: readonly BoundPicture[]
}
/** What speaks against approving without a word. */
export type ApprovalDoubt = 'no_picture' | 'label'

/** Whether the label stands where it should: the expected one, or declared to take its place. */
export function isLabelExpected({ label_read, label_expected: due, replaced_label: replaced }: Proven): boolean {
  return due === null || sameLabel(label_read, due) || (replaced !== null && sameLabel(replaced, due))
}

/** Null where nothing does. The same bytes sent for another step or intervention are no picture of this one. */
export function approvalDoubt(one: Proven): ApprovalDoubt | null {
  const proof = proofOf(one.kind as EnrollmentKind)
  const proofs = one.pictures.filter((picture) => !picture.flags?.includes('reused'))
  if (proof !== undefined && !proofs.some((picture) => isOfKind(picture, proof))) return 'no_picture'
  return !isLabelExpected(one) || proofs.some(({ flags }) => flags?.includes('label_mismatch')) ? 'label' : null
}

/** Decisions that say why: all but approving what nothing speaks against. */
export const needsReason = (decision: VerificationDecision, doubt: ApprovalDoubt | null) =>
  decision !== 'verificada' || doubt !== null

/** Below it a label read by the camera is not trusted. */
const trustedConfidence = 0.85
/** Metres from the box. */
const nearBox = 50

export interface VerificationFacts {
  labelSource: string
  ocrConfidence: number | null
  distanceM: number | null
  /** A picture that was shown before. */
  duplicatePicture: boolean
  /** A picture that the device could not vouch for as taken at the box. */
  galleryPicture: boolean
  /** Null where nothing was measured. */
  powerDbm: number | null
  limits: Limits
  /** Null where none is asked for. */
  hasPicture: boolean | null
  /** The label stands on another element as well. */
  labelElsewhere: boolean
  /** Done without coverage, and longer ago than the operator takes without looking. */
  tooOld: boolean
  /** Another label in the picture than the one that was written. */
  otherLabel?: boolean
  /** Figures that do not agree with what the OLT reads. */
  figures?: boolean
  /** Times of the work that cannot be true. */
  times?: boolean
}

/** Why somebody has to verify an enrolment, in a fixed order; empty when nobody has to. */
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

/** The actions of each kind. */
export const actionsOf: Readonly<Record<EnrollmentKind, readonly EnrollmentAction[]>> = {
  [enrollment_cto]: ['A', 'M', 'R'],
  [enrollment_drop]: ['A', 'M', 'R'],
  [unenrollment_cto]: ['B'],
  [unenrollment_drop]: ['B'],
}
export const isRemoval = (kind: number) => kind === unenrollment_cto || kind === unenrollment_drop
/** Of a drop; the others are of a box. */
export const isDrop = (kind: number) => kind === enrollment_drop || kind === unenrollment_drop

/** The picture that proves it: of a label, or null for a general one (the free port). Undefined where none is asked for. */
export function proofOf(kind: EnrollmentKind): number | null | undefined {
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
  /** On the element itself; null when it has none yet. */
  current: string | null
  /** The new label stands on another element, or once stood on one. */
  taken: boolean
  /** Of the port of a drop; null for a box. */
  portState: number | null
  /** Ports of the box that somebody has been promised or is using. */
  portsHeld: number
}

export interface Refusal {
  code: ProblemCode
  field: string
}

const refusal = (code: ProblemCode, field: string): Refusal => ({ code, field })

/** Drops are laid where somebody has been promised the port, or is using it. */
const layable: readonly (number | null)[] = [portState.is.asignado, portState.is.ocupado]

type Rule = (facts: EnrollmentFacts) => Refusal | null
const rules: Readonly<Record<EnrollmentAction, Rule>> = {
  A: ({ taken, current }) => (taken || current !== null ? refusal('LABEL_DUPLICATE', 'label_read') : null),
  M({ taken, current, label, replaced }) {
    if (current === null) return refusal('LABEL_MISMATCH', 'label_read')
    if (replaced !== null && replaced !== current) return refusal('LABEL_MISMATCH', 'replaced_label')
    return taken && label !== current ? refusal('LABEL_DUPLICATE', 'label_read') : null
  },
  R({ taken, current, label, replaced }) {
    if (replaced === null) return refusal('VALIDATION', 'replaced_label')
    if (current === null || replaced !== current) return refusal('LABEL_MISMATCH', 'replaced_label')
    return taken || label === current ? refusal('LABEL_DUPLICATE', 'label_read') : null
  },
  B({ kind, current, label, portState: state, portsHeld }) {
    if (current === null || label !== current) return refusal('LABEL_MISMATCH', 'label_read')
    if (kind === unenrollment_cto) return portsHeld > 0 ? refusal('IN_USE', 'cto_id') : null
    return state === portState.is.cesado ? null : refusal('PORT_NOT_AVAILABLE', 'port_id')
  },
}

/** What forbids an action; null when nothing does. Labels come as `normalLabel` makes them. */
export function enrollmentRefusal(facts: EnrollmentFacts): Refusal | null {
  const { kind, action, portState: state } = facts
  if (!actionsOf[kind].includes(action)) return refusal('VALIDATION', 'action')
  const refused = rules[action](facts)
  if (refused || kind !== enrollment_drop) return refused
  return layable.includes(state) ? null : refusal('PORT_NOT_AVAILABLE', 'port_id')
}

/** After a drop was taken off, its port has to stay dark for so long, in ms. */
export const darkAfterMs = 10 * 60_000
/** An OLT that does not answer is asked again so often, each time after `darkAfterMs`. */
export const darkTries = 6
