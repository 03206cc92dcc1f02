/** People of the crowd, their acts, and the observed outcomes. */
import { mandatorySteps, requiredPictures } from '@hilo/domain/field-steps.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { createHash } from 'node:crypto'
import type { Operation, OutboxPath } from '../web/offline/operation.ts'
import type { Act } from './plan.ts'

export interface Picture {
  bytes: Buffer
  sha256: string
}
export interface Person {
  id: number
  user_id: number
  /** The person's sessions: this device's, and another one's. */
  sessions: readonly [string, string]
  cto: { id: number; code: string }
  port: number
}
/** All observations of one operation. */
export interface Story {
  operation: Operation
  act: Act['kind'] | 'create' | 'cancel'
  /** Successful answers, which are all equal. */
  heard: Set<string>
  refused: Set<string>
  /** An answer was lost: it may have been done. */
  unsure: boolean
  /** The device's final state of it. */
  held: 'sent' | 'rejected' | 'waiting'
  sha: string | null
}

/** Typical data of a maintenance's steps. */
const written: Pick<StepData, 'initial' | 'report' | 'final_report'> = {
  initial: { prl: { altura: true, tension: true }, read_by: 'list' },
  report: { box: 'cerrada', tidy: 4, free_ports_seen: 2, loose_fibres: false },
  final_report: { minutes: 20, comments: 'Todo en orden.' },
}
function dataOf(step: FieldStep, { code }: Person['cto']): Readonly<Record<string, unknown>> {
  if (step === 'initial') return { ...written.initial, cto_code_read: code }
  if (step === 'cto_enrollment') return { label_read: code, label_source: 'manual', action: 'M' }
  return step === 'report' || step === 'final_report' ? written[step] : {}
}

/** All acts that close a maintenance: each step's pictures, the step, and the request. */
export function closingActs(): Act[] {
  const kind = 'mantenimiento'
  const steps = mandatorySteps(kind).flatMap((step, index): Act[] => [
    ...requiredPictures(step, {}, kind).map((evidence, more): Act => {
      return { kind: 'picture', step, which: index + more, label_kind: evidence.label_kind }
    }),
    { kind: 'step', step, status: 'done' },
  ])
  return [...steps, { kind: 'finalize' }]
}

/**
 * A picture of one step of one visit: the same file proves nothing elsewhere. Bytes after the end of a JPEG do not change the
 * picture.
 */
export function pictureOfStep(drawn: readonly Picture[], which: number, name: string): Picture {
  const bytes = Buffer.concat([drawn[which % drawn.length]?.bytes ?? Buffer.alloc(0), Buffer.from(name)])
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The request of an act; each contains a unique mark. */
export function askedOf(
  act: Act,
  target: { event_id: number },
  { person, pictureOf, at }: { person: Person; pictureOf: (step: FieldStep, which: number) => Picture; at: string },
): [OutboxPath, Record<string, unknown>] {
  const mark = crypto.randomUUID()
  switch (act.kind) {
    case 'step': {
      const said = { ...target, step: act.step, status: act.status, skipped_reason: mark, done_at: at }
      const data = act.status === 'done' && { data: dataOf(act.step, person.cto) }
      return ['admin_vno/events/step/save', { ...said, ...data }]
    }
    case 'note':
      return ['admin_vno/notes/create', { ...target, text: mark }]
    case 'hair': {
      const { port: port_from } = person
      const why = { reason: 3, condition_code: 801, comment: mark }
      return ['admin_vno/events/fiber/change/async', { ...target, port_from, ...why }]
    }
    case 'enrol': {
      const label = { label_read: `M-${mark}`, label_source: 'manual' }
      const { id: cto_id } = person.cto
      return ['admin_vno/enrollments/create', { ...target, kind: 1, action: 'M', cto_id, ...label }]
    }
    case 'finalize':
      return ['admin_vno/events/finalize', { ...target, done_at: at }]
    case 'picture': {
      const picture = pictureOf(act.step, act.which)
      const label_kind = act.label_kind === undefined ? 1 : act.label_kind
      const said = { step: act.step, label_kind, sha256: picture.sha256, taken_at: at, camera: true }
      return ['admin_vno/enrollments/pictures/upload', { ...target, ...said }]
    }
  }
}
