/** The eight steps of the work at the box: which are due, how each moves, what it must hold before it is done. */
import type { Level } from './optics.ts'
import { bindingOf, isOfKind, proves, type BoundPicture } from './picture-binding.ts'
import { fieldSteps, labelKind, processState } from './status.ts'
import type { EvidenceReason, FieldStep, StepStatus, WorkKind } from './status.ts'
import type { ProcessState } from './event.ts'
import type { StepData } from './step-data.ts'

const mandatory: Readonly<Record<WorkKind, readonly FieldStep[]>> = {
  alta: fieldSteps,
  baja: ['initial', 'report', 'cto_access', 'drop_enrollment', 'final_report'],
  averia: ['initial', 'report', 'power', 'final_report'],
  cambio_pelo: ['initial', 'report', 'cto_access', 'port_available', 'power', 'drop_enrollment', 'final_report'],
  mantenimiento: ['initial', 'report', 'cto_enrollment', 'final_report'],
}
/** Due as well when a repair moves the customer to another port. */
const portSteps: readonly FieldStep[] = ['port_available', 'drop_enrollment']

/** The steps that must be done before a work of this kind may be finalized, in their order. */
export function mandatorySteps(workKind: WorkKind, { portChanges = false } = {}): FieldStep[] {
  const due = mandatory[workKind]
  const extra = workKind === 'averia' && portChanges ? portSteps : []
  return fieldSteps.filter((step) => due.includes(step) || extra.includes(step))
}

const stepMoves: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  // A draft may be the first that is heard of a step.
  iddle: ['started', 'paused', 'done', 'cancelled'],
  started: ['started', 'paused', 'done', 'cancelled'],
  paused: ['started', 'paused', 'done', 'cancelled'],
  // Two devices may both say so.
  done: ['started', 'paused', 'done'],
  cancelled: ['started', 'paused'],
}
const working: readonly ProcessState[] = [processState.is.created, processState.is.wronglyFinalized]
/** Steps may begin while the neighbours are still being read. */
const opening: readonly ProcessState[] = [processState.is.iddle, processState.is.creating]

/** Done or given up: only who says so opens it again. */
export const isSettled = (status: StepStatus): boolean => status === 'done' || status === 'cancelled'

/** Whether a step may be saved with a status; what is done or given up opens again only while the box is being worked on. */
export function stepMayBecome(from: StepStatus, to: StepStatus, event: ProcessState): boolean {
  if (!stepMoves[from].includes(to)) return false
  return working.includes(event) || (opening.includes(event) && !isSettled(from))
}

export interface StepContext {
  workKind: WorkKind
  /** Kind of box: in a chamber the gas must be looked at. */
  ctoType?: string | null | undefined
}
type Needs = { [S in FieldStep]: (data: StepData[S], context: StepContext) => readonly string[] }

/** Work that leaves a customer in service, with what proves it. */
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

/** Dotted names of the fields that the step still lacks to be done. */
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

/** The pictures that a step needs as evidence. */
export function requiredPictures<S extends FieldStep>(step: S, data: StepData[S], workKind: WorkKind): Evidence[] {
  return [...pictures[step](data, workKind)]
}

export interface StepRecord {
  step: FieldStep
  status: StepStatus
  /** As recorded; its shape was checked when it was saved. */
  data: object
  checks: readonly { code: string; level: Level }[]
  /** Those that count: without what was rejected. */
  pictures: readonly BoundPicture[]
}
export interface Readiness {
  steps: FieldStep[]
  checks: { step: FieldStep; code: string }[]
  pictures: (Evidence & { step: FieldStep })[]
}

/** Whether a picture proves a piece of evidence as the step's data stands. */
export function shows(
  picture: BoundPicture,
  { label_kind: kind }: { label_kind: number | null },
  { step, data, port }: Pick<StepRecord, 'step' | 'data'> & { port: number | null },
): boolean {
  return isOfKind(picture, kind) && proves(picture, bindingOf(step, kind, data, port))
}

/** Number of the port that the steps say; null where none of them does. */
export function portOf(steps: readonly Pick<StepRecord, 'step' | 'data'>[]): number | null {
  const chosen = steps.find(({ step }) => step === 'port_available')
  const number: unknown = chosen && Reflect.get(chosen.data, 'port_number')
  return typeof number === 'number' ? number : null
}

/** What an operator asks for beyond what everybody has to do. */
export interface Extra {
  steps: readonly FieldStep[]
  /** Steps that need a picture, of whatever it is. */
  pictures: readonly FieldStep[]
}
const nothing: Extra = { steps: [], pictures: [] }
/** Where an operator asks for a picture, any will do. */
export const anyPicture = (step: FieldStep): Evidence => ({
  label_kind: null,
  reason: step === 'final_report' ? 'closed_box' : 'open_box',
})

/** What stands between the work and its finalization; all three lists empty when nothing does. */
export function readyToFinalize(workKind: WorkKind, steps: readonly StepRecord[], extra: Extra = nothing): Readiness {
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
        .filter((evidence) => !taken.some((picture) => shows(picture, evidence, { step, data, port })))
        .map((evidence) => ({ step, ...evidence })),
    ),
  }
}
