/**
 * The eight steps of the work at the CTO: which are mandatory, their status transitions, and what each needs to be
 * done.
 */
import type { Level } from './optics.ts'
import { bindingOf, isOfKind, proves, unprovenBy, type BoundPicture, type Unproven } from './picture-binding.ts'
import { fieldSteps, labelKind, processState } from './status.ts'
import type { EvidenceReason, FieldStep, StepStatus, WorkKind } from './status.ts'
import { actStep } from './event-acts.ts'
import type { ProcessState } from './event.ts'
import type { StepData } from './step-data.ts'

const mandatory: Readonly<Record<WorkKind, readonly FieldStep[]>> = {
  alta: fieldSteps,
  baja: ['initial', 'report', 'cto_access', 'drop_enrollment', 'final_report'],
  averia: ['initial', 'report', 'power', 'final_report'],
  cambio_pelo: ['initial', 'report', 'cto_access', 'port_available', 'power', 'drop_enrollment', 'final_report'],
  mantenimiento: ['initial', 'report', 'cto_enrollment', 'final_report'],
}
/** Also mandatory when a repair moves the customer to another port. */
const portSteps: readonly FieldStep[] = ['port_available', 'drop_enrollment']

/** The steps that must be done before work of this kind is finalized, in order. */
export function mandatorySteps(workKind: WorkKind, { portChanges = false } = {}): FieldStep[] {
  const due = mandatory[workKind]
  const extra = workKind === 'averia' && portChanges ? portSteps : []
  return fieldSteps.filter((step) => due.includes(step) || extra.includes(step))
}

const stepMoves: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  // The first save of a step may be a draft.
  iddle: ['started', 'paused', 'done', 'cancelled'],
  started: ['started', 'paused', 'done', 'cancelled'],
  paused: ['started', 'paused', 'done', 'cancelled'],
  // Two devices may both report it done.
  done: ['started', 'paused', 'done'],
  cancelled: ['started', 'paused'],
}
const working: readonly ProcessState[] = [processState.is.created, processState.is.wronglyFinalized]

/** Done or cancelled: reopened only explicitly. */
export const isSettled = (status: StepStatus): boolean => status === 'done' || status === 'cancelled'

/**
 * Whether a step may be saved with a status. Steps may begin while the first neighbour reading is pending; a done or
 * cancelled one reopens only while the CTO is being worked on.
 */
export function stepMayBecome(from: StepStatus, to: StepStatus, event: ProcessState): boolean {
  if (!stepMoves[from].includes(to)) return false
  return working.includes(event) || (actStep('save_step', event) !== null && !isSettled(from))
}

export interface StepContext {
  workKind: WorkKind
  /** Kind of CTO: in a chamber a gas check is required. */
  ctoType?: string | null | undefined
}
type Needs = { [S in FieldStep]: (data: StepData[S], context: StepContext) => readonly string[] }

/** Work that leaves a customer in service, and requires evidence of it. */
const serves = ({ workKind }: StepContext) => workKind !== 'baja' && workKind !== 'mantenimiento'
const needs: Needs = {
  initial: (_, { ctoType }) => [
    'prl.altura',
    'prl.tension',
    ...(ctoType === 'camara' ? ['prl.gas'] : []),
    'cto_code_read',
    'read_by',
  ],
  report: () => ['box', 'tidy', 'free_ports_seen', 'loose_fibres'],
  cto_access: ({ no_access_reason: reason }) => (reason ? [] : ['method', 'connection_type', 'minutes']),
  port_available: () => ['port_number', 'found'],
  power: () => ['power_dbm', 'wavelength_nm'],
  cto_enrollment: () => ['label_read', 'label_source', 'action'],
  drop_enrollment: ({ action }, { workKind }) => [
    'drop_label_read',
    'label_source',
    'port_number',
    'action',
    ...(action === 'R' ? ['replaced_label'] : []),
    ...(action === 'B' || workKind === 'baja' ? [] : ['length_m', 'drop_type', 'connection_type', 'fibre_no']),
  ],
  final_report: (_, context) => [
    ...(serves(context) ? ['ont_serial', 'rx_dbm', 'speed_ok', 'customer_present'] : []),
    'minutes',
  ],
}

function valueAt(data: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
      data,
    )
}

/** Dotted names of the fields still missing for the step to be done. */
export function missingOf<S extends FieldStep>(step: S, data: StepData[S], context: StepContext): string[] {
  return needs[step](data, context).filter((path) => {
    const value = valueAt(data, path)
    return value == null || (typeof value === 'string' && value.trim() === '')
  })
}

export interface Evidence {
  /** `labelKind`, or null for a general picture. */
  label_kind: 1 | 2 | 3 | null
  reason: EvidenceReason
}
type Pictures = { [S in FieldStep]: (data: StepData[S], workKind: WorkKind) => readonly Evidence[] }

const general = (reason: EvidenceReason): Evidence[] => [{ label_kind: null, reason }]
const unusable: readonly unknown[] = [800, 801, '800', '801']
const pictures: Pictures = {
  initial: () => [],
  report: () => general('open_box'),
  cto_access: ({ no_access_reason: reason }) => (reason ? general('no_access') : []),
  port_available: ({ found }) => (unusable.includes(found) ? general('port') : []),
  power: () => [{ label_kind: labelKind.is.potency, reason: 'meter' }],
  cto_enrollment: () => [{ label_kind: labelKind.is.ctoLabel, reason: 'cto_label' }],
  drop_enrollment: ({ action }, workKind) =>
    action === 'B' || workKind === 'baja'
      ? general('free_port')
      : [{ label_kind: labelKind.is.dropLabel, reason: 'drop_label' }],
  final_report: () => general('closed_box'),
}

/** Pictures required as evidence of a step. */
export function requiredPictures<S extends FieldStep>(step: S, data: StepData[S], workKind: WorkKind): Evidence[] {
  return [...pictures[step](data, workKind)]
}

export interface StepRecord {
  step: FieldStep
  status: StepStatus
  /** As recorded; validated when saved. */
  data: object
  checks: readonly { code: string; level: Level }[]
  /** Without rejected ones. */
  pictures: readonly BoundPicture[]
}
export interface Readiness {
  steps: FieldStep[]
  checks: { step: FieldStep; code: string }[]
  pictures: (Evidence & { step: FieldStep })[]
}

type AtStep = Pick<StepRecord, 'step' | 'data'> & { port: number | null }

/** Whether a picture proves a piece of evidence, given the step's current data. */
export function isProvenBy(
  picture: BoundPicture,
  { label_kind: kind }: { label_kind: number | null },
  { step, data, port }: AtStep,
): boolean {
  return isOfKind(picture, kind) && proves(picture, bindingOf(step, kind, data, port))
}

/** Why the latest picture of a piece of evidence does not prove it; null if one does, or if there is none. */
export function whyUnproven(
  pictures: readonly BoundPicture[],
  { label_kind: kind }: { label_kind: number | null },
  { step, data, port }: AtStep,
): Unproven | null {
  const due = bindingOf(step, kind, data, port)
  const found = pictures.filter((one) => isOfKind(one, kind)).map((one) => unprovenBy(one, due))
  return found.includes(null) ? null : (found.at(-1) ?? null)
}

/** Port number recorded in the steps; null if none. */
export function portOf(steps: readonly Pick<StepRecord, 'step' | 'data'>[]): number | null {
  const chosen = steps.find(({ step }) => step === 'port_available')
  const number: unknown = chosen && Reflect.get(chosen.data, 'port_number')
  return typeof number === 'number' ? number : null
}

/** An operator's additional requirements. */
export interface ExtraRequirements {
  steps: readonly FieldStep[]
  /** Steps that require a picture of any kind. */
  pictures: readonly FieldStep[]
}
const nothing: ExtraRequirements = { steps: [], pictures: [] }
/** Evidence required by an operator: any picture serves. */
export const anyPicture = (step: FieldStep): Evidence => ({
  label_kind: null,
  reason: step === 'final_report' ? 'closed_box' : 'open_box',
})

/** What is missing for finalization; all three lists are empty when ready. */
export function readyToFinalize(
  workKind: WorkKind,
  steps: readonly StepRecord[],
  extra: ExtraRequirements = nothing,
): Readiness {
  const record = new Map(steps.map((one) => [one.step, one]))
  const port = portOf(steps)
  const touched = (step: FieldStep) => !['iddle', 'cancelled'].includes(record.get(step)?.status ?? 'iddle')
  const always = mandatorySteps(workKind, { portChanges: portSteps.some(touched) })
  const due = fieldSteps.filter((step) => always.includes(step) || extra.steps.includes(step))
  const relevant = fieldSteps.flatMap((step) => (due.includes(step) || touched(step) ? (record.get(step) ?? []) : []))
  return {
    steps: due.filter((step) => record.get(step)?.status !== 'done'),
    checks: relevant.flatMap(({ step, checks }) =>
      checks.filter(({ level }) => level === 'bloqueo').map(({ code }) => ({ step, code })),
    ),
    pictures: relevant.flatMap(({ step, data, pictures: taken }) =>
      [...requiredPictures(step, data, workKind), ...(extra.pictures.includes(step) ? [anyPicture(step)] : [])]
        .filter((evidence) => !taken.some((picture) => isProvenBy(picture, evidence, { step, data, port })))
        .map((evidence) => ({ step, ...evidence })),
    ),
  }
}
