/** An intervention for the technician: the server's record with unsent operations applied. Pure. */
import type { RecordOf } from '@hilo/contract/index.ts'
import { isOpen } from '@hilo/domain/event.ts'
import { isSettled, mandatorySteps, portOf, type ExtraRequirements } from '@hilo/domain/field-steps.ts'
import { bindAll, type BoundPicture } from '@hilo/domain/picture-binding.ts'
import { stepsAtPort } from '@hilo/domain/port-change.ts'
import type { AnyStepData, StepData } from '@hilo/domain/step-data.ts'
import { fieldSteps, processState, type FieldStep, type StepStatus } from '@hilo/domain/status.ts'
import type { Operation } from '../../offline/operation.ts'
import { sorted } from '../../offline/operation.ts'

export type Work = RecordOf<'admin_vno/events/get'> & {
  /** Additional requirements of the operator. */
  extra?: ExtraRequirements
}
type WorkStep = NonNullable<Work['steps']>[number]
export type Alarm = NonNullable<Work['neighbours']['alarms']>[number]
type State = Work['process_state']

const { wronglyCreated, created, wronglyFinalized, finalized, finalizedSync, cancelled, canceledSync } = processState.is
const state = (of: State) => processState.of(of)?.value as Parameters<typeof isOpen>[0]

/** The technician still has something to do. */
export const isUnderWay = (work: Pick<Work, 'process_state'>): boolean =>
  isOpen(state(work.process_state)) || work.process_state === wronglyCreated
/** The box may be worked on. */
export const isWorkable = ({ process_state: of }: Pick<Work, 'process_state'>) =>
  of === created || of === wronglyFinalized
export const isFinished = ({ process_state: of }: Pick<Work, 'process_state'>) =>
  of === finalized || of === finalizedSync
export const isCancelled = ({ process_state: of }: Pick<Work, 'process_state'>) =>
  of === cancelled || of === canceledSync
/** States of interventions in progress. */
export const underWayStates: number[] = processState.values.filter((value) => isUnderWay({ process_state: value }))

const blank = (step: FieldStep): WorkStep => ({
  step,
  status: 'iddle',
  started_at: null,
  done_at: null,
  active_ms: 0,
  data: {},
  checks: [],
  pictures: [],
  skipped_reason: null,
})

export function stepOf(work: Pick<Work, 'steps'>, step: FieldStep): WorkStep {
  return work.steps?.find((one) => one.step === step) ?? blank(step)
}

const touched = ({ status }: { status: StepStatus }) => status !== 'iddle' && status !== 'cancelled'

/** Steps were done before the opening reading, without coverage. */
export const isBegun = ({ steps }: Pick<Work, 'steps'>): boolean => steps?.some(touched) ?? false

/** Steps required by this work, in order. */
export function dueSteps(work: Pick<Work, 'work_kind' | 'steps' | 'extra'>): FieldStep[] {
  if (work.work_kind === null) return [...fieldSteps]
  const portChanges = touched(stepOf(work, 'port_available')) || touched(stepOf(work, 'drop_enrollment'))
  const always = mandatorySteps(work.work_kind, { portChanges })
  return fieldSteps.filter((step) => always.includes(step) || work.extra?.steps.includes(step))
}

/** First required step that is not done, without `but`; null if all are done. */
export function openStep(work: Pick<Work, 'work_kind' | 'steps' | 'extra'>, but?: FieldStep): FieldStep | null {
  return dueSteps(work).find((step) => step !== but && stepOf(work, step).status !== 'done') ?? null
}

/** Previous or next required step; null at the ends. */
export function adjacentStep(
  work: Pick<Work, 'work_kind' | 'steps' | 'extra'>,
  step: FieldStep,
  by: -1 | 1,
): FieldStep | null {
  const due = dueSteps(work)
  const at = due.indexOf(step)
  return at === -1 ? null : (due[at + by] ?? null)
}

const isStep = (value: unknown): value is FieldStep => fieldSteps.some((step) => step === value)

/** A step with one unsent operation applied. `port`: number of the intervention's port. */
function after(step: WorkStep, { path, query, client_request_id: id }: Operation, port: number | null): WorkStep {
  if (path === 'admin_vno/events/step/save') {
    const { status, data: stepData, draft } = query as { status: StepStatus; data?: AnyStepData; draft?: boolean }
    if (draft && isSettled(step.status)) return step
    const data = { ...step.data, ...stepData }
    const pictures = status === 'done' ? bindAll(step.pictures as BoundPicture[], step.step, data, port) : step.pictures
    return { ...step, status, data, pictures: pictures as WorkStep['pictures'] }
  }
  // A signature is not a picture of the box.
  if (query['signature'] === true) return step
  const picture = { client_request_id: id, label_kind: query['label_kind'] ?? null, bound: query['bound'] ?? null }
  return { ...step, pictures: [...step.pictures, picture] }
}

/** New port number if the operation switches to another free port; null otherwise. */
function leavesPort({ step, status, data }: Operation['query'], from: number | null): number | null {
  if (step !== 'port_available' || status !== 'done' || from === null) return null
  const { port_number: to, found } = (data ?? {}) as StepData['port_available']
  return found === 'libre' && typeof to === 'number' && to !== from ? to : null
}

const changesStep = ({ path }: Operation) =>
  path === 'admin_vno/events/step/save' || path === 'admin_vno/enrollments/pictures/upload'

/** Operations that the record lacks: unsent, or sent with an answer newer than the record's version. */
const isNews = ({ state: of, told = 0 }: Operation, { version }: Work) =>
  of === 'saved' || of === 'sending' || (of === 'sent' && told > version)

/** The intervention with its unsent operations applied; rejected ones do not count. */
export function withPending(work: Work, operations: readonly Operation[]): Work {
  const mine = sorted(operations).filter(
    (one) => one.group === String(work.id) && isNews(one, work) && changesStep(one),
  )
  if (mine.length === 0) return work
  let steps = fieldSteps.map((step) => stepOf(work, step))
  let port = work.port_number ?? null
  for (const one of mine) {
    const { step } = one.query
    if (!isStep(step)) continue
    const to = leavesPort(one.query, port)
    if (to !== null) [steps, port] = [stepsAtPort(steps, to), to]
    const at = portOf(steps) ?? port
    steps = steps.map((known) => (known.step === step ? after(known, one, at) : known))
  }
  return { ...work, steps }
}

const closing = ['admin_vno/events/finalize', 'admin_vno/events/retry', 'admin_vno/events/cancel']
/** Closing or cancelling was requested, and is unsent. */
export const isClosing = ({ id }: Pick<Work, 'id'>, operations: readonly Operation[]): boolean =>
  operations.some(
    ({ group, path, state: of }) =>
      group === String(id) && closing.includes(path) && (of === 'saved' || of === 'sending'),
  )

/** The server accepted a cancellation and reads the neighbours before it; their result moves the state. */
export function isBeingCancelled(work: Pick<Work, 'id' | 'process_state'>, operations: readonly Operation[]): boolean {
  const asked = operations.findLast(({ group, path }) => group === String(work.id) && closing.includes(path))
  return isWorkable(work) && asked?.path === 'admin_vno/events/cancel' && asked.state === 'sent'
}

/** Open cuts, without those of customers who switched off. */
export function openAlarms(work: Work): Alarm[] {
  const open = (work.neighbours.alarms ?? []).filter((alarm) => alarm.class === null && !alarm.gasp)
  return open.sort((a, b) => a.port - b.port)
}

/** True for a dark neighbour whose cause is undecided. */
const isDoubtful = ({ class: of, up_at }: Alarm): boolean => of === 'no_concluyente' && up_at === null

/** The whole tree or its OLT is out: not caused by work in the box. */
export const isUpstream = (alarm: Alarm): boolean => isDoubtful(alarm) && (alarm.doubt ?? 'outage') === 'outage'

/** True if the technician has to look at the port, without being held responsible. */
export const isOpenDoubt = (alarm: Alarm): boolean => isDoubtful(alarm) && !isUpstream(alarm)

/** Time of the last recorded action in the box, ms since 1970. */
export function lastTouch(work: Pick<Work, 'steps'>): number | null {
  const times = (work.steps ?? []).flatMap(({ started_at, done_at }) => [started_at, done_at])
  const known = times.flatMap((time) => (time === null ? [] : [Date.parse(time)]))
  return known.length === 0 ? null : Math.max(...known)
}
