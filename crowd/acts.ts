/** People of the crowd, what they do, and what is known of it. */
import assert from 'node:assert/strict'
import type { Operation, OutboxPath } from '../web/offline/operation.ts'
import type { Act } from './plan.ts'

export interface Picture {
  bytes: Buffer
  sha256: string
}
export interface Person {
  id: number
  user_id: number
  /** His sessions: this device's, and another one's. */
  sessions: readonly [string, string]
  cto: { id: number; code: string }
  port: number
}
/** Everything that was ever heard of one operation. */
export interface Story {
  operation: Operation
  act: Act['kind'] | 'create' | 'cancel'
  /** Answers of success, which are all the same one. */
  heard: Set<string>
  refused: Set<string>
  /** Some answer was lost: it may have been done. */
  unsure: boolean
  /** What the device believes in the end. */
  held: 'sent' | 'rejected' | 'waiting'
  sha: string | null
}

/** What is sent of an act; each leaves a mark of its own behind. */
export function askedOf(
  act: Act,
  target: { event_id: number },
  { person, pictures, at }: { person: Person; pictures: readonly Picture[]; at: string },
): [OutboxPath, Record<string, unknown>] {
  const mark = crypto.randomUUID()
  switch (act.kind) {
    case 'step': {
      const said = { ...target, step: act.step, status: act.status, skipped_reason: mark, done_at: at }
      return ['admin_vno/events/step/save', said]
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
      const picture = pictures[act.which % pictures.length]
      assert.ok(picture)
      const said = { step: act.step, label_kind: 1, sha256: picture.sha256, taken_at: at, camera: true }
      return ['admin_vno/enrollments/pictures/upload', { ...target, ...said }]
    }
  }
}
